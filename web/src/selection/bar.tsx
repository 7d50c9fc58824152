// The bar with actions for the selected items, and the button that turns selecting on and off.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import './selection.css'
import { selectionTexts } from './texts.ts'
import type { ListSelection } from './use-selection.ts'

export interface BarAction {
  id: string
  name: string
  icon: IconName
  kind?: 'danger'
  run: () => void
}

interface Props {
  selection: ListSelection
  /** Returns text such as "3 todos". */
  count: (count: number) => string
  total: number
  actions: readonly BarAction[]
  /** CSS selector of the element to focus if the bar closes after keyboard use and nothing else has the focus. */
  focusAfter?: string
  children?: ReactNode
}

export function SelectionBar({ selection, count, total, actions, focusAfter, children }: Props) {
  const t = useTexts(selectionTexts)
  const isByKeys = useRef(false)
  useEffect(() => {
    if (selection.isOn || !isByKeys.current) return
    isByKeys.current = false
    if (document.activeElement !== document.body) return
    const next = focusAfter === undefined ? null : document.querySelector<HTMLElement>(focusAfter)
    ;(next ?? document.getElementById(SELECT_BUTTON))?.focus()
  }, [selection.isOn, focusAfter])
  if (!selection.isOn) return null
  const { size } = selection.ids
  return (
    <>
      <div
        className="selection-bar"
        role="toolbar"
        aria-label={t.bar}
        onKeyDown={() => {
          isByKeys.current = true
        }}
        onPointerDown={() => {
          isByKeys.current = false
        }}
      >
        <span className="selection-count" role="status">
          {size === 0 ? t.choose : t.selected(count(size))}
        </span>
        {size < total ? (
          <Button kind="quiet" onClick={selection.all}>
            {t.all}
          </Button>
        ) : null}
        <span className="row selection-actions">
          {actions.map(({ id, name, icon, kind, run }) => (
            <Button
              key={id}
              className="selection-action"
              disabled={size === 0}
              {...(kind && { kind })}
              onClick={run}
            >
              <Icon name={icon} size={16} /> <span>{name}</span>
            </Button>
          ))}
        </span>
        <IconButton name={t.end} onClick={selection.clear}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </>
  )
}

const SELECT_BUTTON = 'select-items'

export function SelectButton({ selection }: { selection: ListSelection }) {
  const t = useTexts(selectionTexts)
  return (
    <Button
      id={SELECT_BUTTON}
      kind="quiet"
      aria-pressed={selection.isOn}
      onClick={selection.isOn ? selection.clear : selection.begin}
    >
      <Icon name="select" size={16} /> {t.select}
    </Button>
  )
}
