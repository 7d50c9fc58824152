// CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and no cell that runs as a formula.

export type Cell = string | number | boolean | null

export interface CsvTable {
  /** Without the file extension. */
  name: string
  header: readonly string[]
  rows: Iterable<readonly Cell[]>
}

/** Lets spreadsheets detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

/** Spreadsheets run text that starts with one of these characters as a formula, including the full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Converts milliseconds to decimal hours, which are easy to calculate with in a spreadsheet. */
export const hours = (ms: number): number => Math.round(ms / 36) / 100_000
