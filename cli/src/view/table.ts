// Aligns rows in columns. One column may shrink, so that lines fit in the terminal.
import type { Style } from './style.ts'
import { clip, pad, padStart, widthOf } from './width.ts'

export interface Cell {
  readonly text: string
  readonly style?: Style | undefined
}

export interface TableOptions {
  /** The width of the terminal. */
  readonly columns: number
  /** The index of the column that is clipped if lines are too long. */
  readonly shrinks: number
  readonly indent?: number
  /** The indexes of the columns that are right-aligned. */
  readonly right?: readonly number[]
}

const GAP = 2
/** The minimum width of the clipped column. In a narrower terminal, lines wrap. */
const NARROWEST = 12

export function table(rows: readonly (readonly Cell[])[], options: TableOptions): string[] {
  const { columns, shrinks, indent = 2, right = [] } = options
  const count = Math.max(0, ...rows.map(row => row.length))
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(0, ...rows.map(row => widthOf(row[at]?.text ?? ''))),
  )
  const shown = widths.flatMap((width, at) => (width > 0 ? [at] : []))
  const whole = indent + shown.reduce((sum, at) => sum + (widths[at] ?? 0), 0) + GAP * (shown.length - 1)
  const own = widths[shrinks] ?? 0
  if (whole > columns) widths[shrinks] = Math.min(own, Math.max(NARROWEST, own - (whole - columns)))
  return rows.map(row => {
    const cells = shown.map(at => {
      const { text = '', style = (same: string) => same } = row[at] ?? {}
      const width = widths[at] ?? 0
      const clipped = clip(text, width)
      const rest = pad('', width - widthOf(clipped))
      return right.includes(at)
        ? padStart('', width - widthOf(clipped)) + style(clipped)
        : style(clipped) + rest
    })
    return (' '.repeat(indent) + cells.join(' '.repeat(GAP))).trimEnd()
  })
}
