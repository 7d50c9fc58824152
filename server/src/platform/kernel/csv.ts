// CSV by RFC 4180, for spreadsheets: UTF-8 with a byte order mark, and no cell that is read as a formula. Pure.

export type Cell = string | number | boolean | null

/** A table that a route sends instead of JSON. */
export interface CsvTable {
  /** Without the ending. */
  name: string
  header: readonly string[]
  rows: Iterable<readonly Cell[]>
}

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

/** Spreadsheets run a text that starts like this as a formula, also with the characters of full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const QUOTED = /[",\r\n]|^\s|\s$/

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Hours as a decimal number, for people who calculate with them. */
export const hours = (ms: number): number => Math.round(ms / 36) / 100_000
