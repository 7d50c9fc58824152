import type { Schedule } from '@daymark/contract/planning/schedule'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useEffect, useMemo } from 'react'
import { useLongPress } from '../../selection/long-press.ts'
import { useSelection } from '../../selection/use-selection.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import type { Dates } from '../entries/entries.ts'
import { shownBetween } from '../grid/use-source.ts'
import type { View } from '../view.ts'

const ITEM = '[data-entry]'
const idOf = (target: Element): string | undefined =>
  target.closest<HTMLElement>(ITEM)?.dataset['entry'] ?? undefined

export function useAgenda(view: View, dates: Dates | undefined, discover: boolean, version: string) {
  const queries = useQueryClient()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const isOpen = view === 'agenda'
  // The entries are recomputed when the cached months change, because `version` changes with them.
  const state = useMemo(() => ({ version, waiting, tag }), [version, waiting, tag])
  const entries = useMemo<Schedule[]>(() => {
    if (!isOpen || !dates) return []
    const shown = shownBetween(queries, dates, { zone: timezone(), discover, ...state })
    return shown.filter(entry => !entry.is_shared).toSorted(byStart)
  }, [isOpen, dates, discover, queries, state])
  const order = useMemo(() => entries.map(({ id }) => id), [entries])
  const selection = useSelection(order)
  const { click, key, clear } = selection
  useEffect(() => {
    if (!isOpen) clear()
  }, [isOpen, clear])
  const onSelect = useCallback(
    (event: MouseEvent, { id }: Schedule) => isOpen && click(event, id),
    [isOpen, click],
  )
  const hold = useLongPress(idOf, selection.toggle)
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || !key(event, idOf(event.target))) return
    event.preventDefault()
    event.stopPropagation()
    focusBeside(event.currentTarget, event.target, event.key)
  }
  return {
    entries,
    selection,
    selected: selection.isOn ? selection.ids : undefined,
    onSelect,
    handlers: isOpen ? { ...hold, onKeyDownCapture } : {},
  }
}

function focusBeside(list: HTMLElement, target: Element, key: string): void {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const items = [...list.querySelectorAll<HTMLElement>(ITEM)]
  const at = items.findIndex(item => item.contains(target))
  if (step !== 0 && at >= 0) items[at + step]?.focus()
}

const byStart = (a: Schedule, b: Schedule): number =>
  Date.parse(a.start_date ?? a.start_time) - Date.parse(b.start_date ?? b.start_time) ||
  a.title.localeCompare(b.title)
