// Reads CSV as other programs write it: commas, semicolons or tabs, quotes, line breaks inside quotes.
import { separatorOf } from '../../../platform/uploads/table-separator.ts'

export interface CsvRow {
  /** The number of the row's first line. */
  line: number
  cells: string[]
}

export interface CsvTable {
  header: string[]
  rows: CsvRow[]
}

/** Normalizes the name of a column, because case and spaces differ between versions of a program. */
export const columnName = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export function readRows(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '')
  const comma = String.fromCharCode(separatorOf(source))
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let line = 1
  let first = 1
  let isQuoted = false
  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some(each => each.trim() !== '')) rows.push({ line: first, cells })
    cells = []
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\n') line++
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (source[at + 1] === '"') cell += source[++at]
      else isQuoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (char === comma) endCell()
    else if (char === '\n') {
      endRow()
      first = line
    } else if (char !== '\r') cell += char
  }
  endRow()
  return rows
}

/**
 * Returns the header, which is the first row with all of these columns, and the rows below it. Returns undefined if no
 * row has these columns.
 */
export function readTable(text: string, required: readonly string[]): CsvTable | undefined {
  const rows = readRows(text)
  const at = rows.findIndex(({ cells }) => {
    const names = new Set(cells.map(columnName))
    return required.every(name => names.has(name))
  })
  const header = rows[at]
  return header ? { header: header.cells.map(each => each.trim()), rows: rows.slice(at + 1) } : undefined
}

/** Returns a function that reads a row's cell in the first of the named columns that exists, or '' if none exists. */
export function cellReader({ header }: CsvTable): (row: CsvRow, ...names: string[]) => string {
  const places = new Map(header.map((name, at) => [columnName(name), at]))
  return ({ cells }, ...names) => {
    const name = names.find(each => places.has(each))
    return name === undefined ? '' : (cells[places.get(name) ?? -1] ?? '').trim()
  }
}
