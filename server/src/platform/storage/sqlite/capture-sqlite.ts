// Temporary triggers on the writing connection pass row changes to a function.

import type { CapturedRow, Row } from '../captured-row.ts'
import { changesSearchedText } from '../search/searched-tables.ts'
import { hasInsertTrigger, requireCaptured } from '../statements/captured-rows.ts'
import { type RowShape, rowShape } from '../statements/row-shape.ts'
import { TRACKED_TABLES, type TrackedTable, UNTRACKED_COLUMNS } from '../tracked-tables.ts'

export interface CapturingConnection {
  columns(table: string): readonly string[]
  define(name: string, work: (...values: unknown[]) => void): void
  run(statement: string): void
  checkNew(check: (text: string) => void): void
}

interface Layout extends TrackedTable {
  readonly columns: readonly string[]
  /** The positions of columns that every change captures. */
  readonly keyAt: readonly number[]
  readonly newRow: RowShape
}

/** Holds the current transaction's row changes. A connection runs one transaction at a time. */
export class RowCapture {
  #rows: CapturedRow[] = []
  #layouts: readonly Layout[] | undefined

  /** Creates the triggers. A second call does nothing, because two apps can share a connection. */
  start(connection: CapturingConnection): void {
    if (this.#layouts) return
    const layouts = TRACKED_TABLES.map(table => {
      const columns = connection.columns(table.name).filter(name => !UNTRACKED_COLUMNS.includes(name))
      const keyAt = [...table.key, ...table.context].map(name => columns.indexOf(name))
      return { ...table, columns, keyAt, newRow: rowShape(columns) }
    })
    this.#layouts = layouts
    const define = (name: string, capture: (layout: Layout, values: readonly unknown[]) => void) =>
      connection.define(name, (at, ...values) => {
        const layout = layouts[Number(at)]
        if (layout) capture(layout, values)
      })
    define('row_inserted', (layout, values) => this.#add(layout, null, imageOf(layout, values)))
    define('row_deleted', (layout, values) => this.#add(layout, imageOf(layout, values), null))
    define('row_updated', (layout, values) => this.#addUpdate(layout, values))
    for (const [at, layout] of layouts.entries())
      for (const statement of triggers(layout, at)) connection.run(statement)
    connection.checkNew(requireCaptured)
  }

  /** Adds a row change that has no trigger. */
  add(row: CapturedRow): void {
    if (this.#layouts) this.#rows.push(row)
  }

  take(): CapturedRow[] {
    const rows = this.#rows
    if (rows.length > 0) this.#rows = []
    return rows
  }

  /** Returns a function that forgets all changes since now. */
  mark(): () => void {
    const rows = this.#rows
    const { length } = rows
    return () => {
      rows.length = length
      this.#rows = rows
    }
  }

  #add(layout: Layout, before: Row | null, after: Row | null): void {
    this.#rows.push({ table: layout.name, key: keyOf(layout, before ?? after ?? {}), before, after })
  }

  /** `values` contains all columns before the update, followed by all columns after it. */
  #addUpdate(layout: Layout, values: readonly unknown[]): void {
    const { columns, wide = false } = layout
    const key: Record<string, unknown> = {}
    for (const at of layout.keyAt) key[columns[at] ?? ''] = values[at]
    const before: Record<string, unknown> = {}
    const after: Record<string, unknown> = {}
    let isChanged = false
    for (let at = 0; at < columns.length; at++) {
      const [old, now] = [values[at], values[columns.length + at]]
      isChanged ||= old !== now
      if (wide && old === now) continue
      before[columns[at] ?? ''] = old
      after[columns[at] ?? ''] = now
    }
    if (!isChanged) return
    const row = { table: layout.name, key, before, after }
    const isRead = changesSearchedText(row.table, after)
    this.#rows.push(isRead ? { ...row, whole: imageOf(layout, values.slice(columns.length)) } : row)
  }
}

function imageOf({ columns, newRow }: Layout, values: readonly unknown[]): Row {
  const image = newRow()
  for (let at = 0; at < columns.length; at++) image[columns[at] ?? ''] = values[at]
  return image
}

function keyOf({ key, context }: Layout, image: Row): Row {
  const picked: Record<string, unknown> = {}
  for (const name of key) picked[name] = image[name]
  for (const name of context) picked[name] = image[name]
  return picked
}

/**
 * The update trigger ignores columns such as `version`, because the change log itself or another trigger writes these.
 */
function triggers({ name, columns }: Layout, at: number): string[] {
  const values = (row: string) => columns.map(column => `${row}.${column}`).join(', ')
  const call = (what: string, ...rows: string[]) =>
    `begin select row_${what}(${at}, ${rows.map(values).join(', ')}); end`
  const inserted = `create temp trigger ${name}_inserted after insert on main.${name} ${call('inserted', 'new')}`
  return [
    ...(hasInsertTrigger(name) ? [inserted] : []),
    `create temp trigger ${name}_updated after update of ${columns.join(', ')} on main.${name} ${call('updated', 'old', 'new')}`,
    `create temp trigger ${name}_deleted after delete on main.${name} ${call('deleted', 'old')}`,
  ]
}
