// The bar of actions on selected items, and the button that starts selecting.
import type { ReactNode } from 'react'
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
  /** Returns words such as "3 todos". */
  count: (count: number) => string
  total: number
  actions: readonly BarAction[]
  children?: ReactNode
}

export function SelectionBar({ selection, count, total, actions, children }: Props) {
  const t = useTexts(selectionTexts)
  if (!selection.isOn) return null
  const { size } = selection.ids
  return (
    <>
      <div className="selection-bar" role="toolbar" aria-label={t.bar}>
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

export function SelectButton({ selection }: { selection: ListSelection }) {
  const t = useTexts(selectionTexts)
  return (
    <Button
      kind="quiet"
      aria-pressed={selection.isOn}
      onClick={selection.isOn ? selection.clear : selection.begin}
    >
      <Icon name="select" size={16} /> {t.select}
    </Button>
  )
}
