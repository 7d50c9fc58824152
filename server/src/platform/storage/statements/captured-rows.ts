// Triggers would slow down the most frequent statements, so their rows are captured here.
import type { CapturedRow, Row } from '../captured-row.ts'
import { changesSearchedText } from '../search/searched-tables.ts'
import { TRACKED_TABLES, UNTRACKED_COLUMNS } from '../tracked-tables.ts'
import type { Db } from '../unit-of-work.ts'
import { type RowShape, rowShape } from './row-shape.ts'

/** Ends the text of a statement whose rows the caller captures, or whose rows must not be captured. */
export const CAPTURED = ' /* captured */'

const withoutTrigger = new Map(
  TRACKED_TABLES.flatMap(table => (table.insertDefaults ? [[table.name, table] as const] : [])),
)
const INSERTS = new RegExp(`\\binsert\\s+into\\s+"?(?:${[...withoutTrigger.keys()].join('|')})"?[\\s(]`, 'i')

export const hasInsertTrigger = (table: string): boolean => !withoutTrigger.has(table)

/** Throws if this statement's rows would be missing from the change log. */
export function requireCaptured(text: string): void {
  if (!text.endsWith(CAPTURED) && INSERTS.test(text)) {
    throw new Error(`Use \`insertion\` or \`insertCapture\`, so that the change log records: ${text}`)
  }
}

/**
 * Returns a function to call after inserting a row with these columns. It does nothing if a trigger captures the row.
 */
export function insertCapture(
  table: string,
  columns: readonly string[],
): (db: Db, row: Row) => void | Promise<void> {
  const layout = withoutTrigger.get(table)
  if (!layout) return () => {}
  const { insertDefaults = {}, key, context } = layout
  const names = columns.filter(name => !UNTRACKED_COLUMNS.includes(name))
  const [newImage, newKey] = [
    rowShape([...names, ...Object.keys(insertDefaults)]),
    rowShape([...key, ...context]),
  ]
  return ({ capture, dialect }, row) => {
    if (!capture) return
    const image: Record<string, unknown> = Object.assign(newImage(), insertDefaults)
    for (const name of names) {
      const value = row[name] ?? null
      image[name] = typeof value === 'boolean' ? dialect.bool(value) : value
    }
    return capture({ table, key: filled(newKey, image), before: null, after: image })
  }
}

function filled(shape: RowShape, from: Row): Row {
  const row = shape()
  for (const name in row) row[name] = from[name]
  return row
}

const tables = new Map(TRACKED_TABLES.map(table => [table.name, table]))

/** Returns undefined if the table is not tracked or nothing changed. */
export function capturedUpdate(table: string, before: Row, after: Row): CapturedRow | undefined {
  const layout = tables.get(table)
  if (!layout) return undefined
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  const key: Record<string, unknown> = {}
  for (const name in after) {
    if (before[name] === after[name] || UNTRACKED_COLUMNS.includes(name)) continue
    was[name] = before[name]
    is[name] = after[name]
  }
  for (const name of [...layout.key, ...layout.context]) key[name] = before[name]
  if (Object.keys(is).length === 0) return undefined
  const row = { table, key, before: was, after: is }
  return changesSearchedText(table, is) ? { ...row, whole: after } : row
}
