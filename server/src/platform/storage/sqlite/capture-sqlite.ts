// Captures row changes on SQLite: temporary triggers of the writing connection pass the values to a function.
import type { CapturedRow, Row } from '../captured-row.ts'
import { TRACKED_TABLES, type TrackedTable, UNTRACKED_COLUMNS } from '../tracked-tables.ts'

export interface CapturingConnection {
  columns(table: string): readonly string[]
  define(name: string, work: (...values: unknown[]) => void): void
  run(statement: string): void
}

interface Layout extends TrackedTable {
  readonly columns: readonly string[]
}

/** The row changes of the current transaction. A connection runs one transaction at a time. */
export class RowCapture {
  #rows: CapturedRow[] = []
  #layouts: readonly Layout[] | undefined

  /** Does nothing if it was called before, because two apps can share a connection. */
  start(connection: CapturingConnection): void {
    if (this.#layouts) return
    const layouts = TRACKED_TABLES.map(table => ({
      ...table,
      columns: connection.columns(table.name).filter(name => !UNTRACKED_COLUMNS.includes(name)),
    }))
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
  }

  take(): CapturedRow[] {
    const rows = this.#rows
    if (rows.length > 0) this.#rows = []
    return rows
  }

  #add(layout: Layout, before: Row | null, after: Row | null): void {
    this.#rows.push({ table: layout.name, key: keyOf(layout, before ?? after ?? {}), before, after })
  }

  #addUpdate(layout: Layout, values: readonly unknown[]): void {
    const count = layout.columns.length
    const [old, now] = [values.slice(0, count), values.slice(count)]
    const differs = (at: number) => old[at] !== now[at]
    if (!layout.columns.some((_, at) => differs(at))) return
    const wanted = layout.wide ? differs : undefined
    this.#rows.push({
      table: layout.name,
      key: keyOf(layout, imageOf(layout, old)),
      before: imageOf(layout, old, wanted),
      after: imageOf(layout, now, wanted),
    })
  }
}

function imageOf(layout: Layout, values: readonly unknown[], wanted?: (at: number) => boolean): Row {
  const image: Record<string, unknown> = {}
  for (const [at, name] of layout.columns.entries()) if (wanted?.(at) ?? true) image[name] = values[at]
  return image
}

function keyOf({ key, context }: Layout, image: Row): Row {
  const picked: Record<string, unknown> = {}
  for (const name of key) picked[name] = image[name]
  for (const name of context) picked[name] = image[name]
  return picked
}

/** Ignores updates that change only the version, because the change log itself makes them. */
function triggers({ name, columns }: Layout, at: number): string[] {
  const values = (row: string) => columns.map(column => `${row}.${column}`).join(', ')
  const call = (what: string, ...rows: string[]) =>
    `begin select row_${what}(${at}, ${rows.map(values).join(', ')}); end`
  return [
    `create temp trigger ${name}_inserted after insert on main.${name} ${call('inserted', 'new')}`,
    `create temp trigger ${name}_updated after update of ${columns.join(', ')} on main.${name} ${call('updated', 'old', 'new')}`,
    `create temp trigger ${name}_deleted after delete on main.${name} ${call('deleted', 'old')}`,
  ]
}
