// The selection of a list. Clicks, keys and long presses on touch screens change it.
import { useCallback, useMemo, useRef, useState } from 'react'
import { letterOf } from '../design/pressed-keys.ts'
import * as rules from './selection.ts'

type Pressed = rules.Modifiers & { key: string; code: string; altKey: boolean }

export interface ListSelection {
  ids: ReadonlySet<string>
  /** True while a click on an item selects it instead of opening it. */
  isOn: boolean
  /** Returns true if the click changed the selection. The item must then not open. */
  click(event: rules.Modifiers, id: string): boolean
  /** Returns true if the key changed the selection. */
  key(event: Pressed, id: string | undefined): boolean
  toggle(id: string): void
  begin(): void
  all(): void
  clear(): void
}

/** `order` contains the selectable items in display order. The returned functions are stable. */
export function useSelection(order: readonly string[]): ListSelection {
  const [stored, setStored] = useState(rules.NONE)
  const selection = useMemo(() => rules.within(stored, order), [stored, order])
  const latest = useRef({ selection, order })
  latest.current = { selection, order }
  const apply = useCallback((next: rules.Selection | undefined): boolean => {
    if (next) setStored(next)
    return next !== undefined
  }, [])
  const actions = useMemo(
    () => ({
      click: (event: rules.Modifiers, id: string) => {
        const { selection: now, order: shown } = latest.current
        return shown.includes(id) && apply(rules.clicked(now, shown, id, event))
      },
      key: (event: Pressed, id: string | undefined) => {
        const { selection: now, order: shown } = latest.current
        const known = id !== undefined && shown.includes(id) ? id : undefined
        const { altKey, ctrlKey, metaKey, shiftKey } = event
        return apply(
          rules.pressed(now, shown, known, { key: letterOf(event), altKey, ctrlKey, metaKey, shiftKey }),
        )
      },
      toggle: (id: string) => void apply(rules.toggled(latest.current.selection, id)),
      begin: () => void apply(rules.begun(latest.current.selection)),
      all: () => void apply(rules.everything(latest.current.selection, latest.current.order)),
      clear: () => setStored(rules.NONE),
    }),
    [apply],
  )
  return useMemo(() => ({ ids: selection.ids, isOn: selection.isOn, ...actions }), [selection, actions])
}
