// A chart, a table with the same figures, and a CSV download of the report.
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { reportTexts } from '../texts.ts'

interface Props {
  title: string
  controls?: ReactNode
  onCsv: () => void
  children: ReactNode
  /** Undefined if there is nothing to show. */
  table?: ReactNode
  className?: string
}

export function ChartCard({ title, controls, onCsv, children, table, className = '' }: Props) {
  const t = useTexts(reportTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`card panel chart-card ${className}`} aria-labelledby={id}>
      <div className="row spread chart-head">
        <h2 id={id}>{title}</h2>
        <div className="row chart-controls">
          {controls}
          <IconButton name={t.csvOf(title)} onClick={onCsv}>
            <Icon name="download" />
          </IconButton>
        </div>
      </div>
      {children}
      {table ? (
        <details className="chart-table" onToggle={event => setOpen(event.currentTarget.open)}>
          <summary aria-label={t.tableOf(title)}>{t.table}</summary>
          {/* Renders the table only while the details are open, because it can have thousands of cells. */}
          {isOpen ? table : null}
        </details>
      ) : null}
    </section>
  )
}

interface TableRow {
  key: string
  name: ReactNode
  cells: readonly ReactNode[]
}

interface TableProps {
  caption: string
  head: readonly string[]
  rows: readonly TableRow[]
}

/** Makes the table focusable, because the keyboard can scroll a wide table only while the table has focus. */
const focusable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0
}

export const DataTable = ({ caption, head, rows }: TableProps) => (
  <section ref={focusable} className="table-scroll" aria-label={caption}>
    <table className="data-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {head.slice(1).map((column, at) => (
              <td key={column}>{cells[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** A number that opens its timers, or plain text if there are none. */
export const Figure = ({ children, onOpen }: { children: ReactNode; onOpen?: (() => void) | undefined }) =>
  onOpen ? (
    <button type="button" className="figure" onClick={onOpen}>
      {children}
    </button>
  ) : (
    <span className="no-figure">{children}</span>
  )
