// Captures row changes on SQLite with temporary triggers of the writing connection, so that no other program needs
// them.
import { TRACKED_TABLES, type TrackedTable, UNTRACKED_COLUMNS } from '../tracked-tables.ts'

export interface CapturingConnection {
  columns(table: string): readonly string[]
  run(statement: string): void
}

/** Can be called again, because two apps may share the connection. */
export function captureRows(connection: CapturingConnection): void {
  connection.run(
    'create temp table if not exists captured_rows (n integer primary key, tbl text not null, key text not null, before text, after text)',
  )
  for (const table of TRACKED_TABLES) {
    const columns = connection.columns(table.name).filter(name => !UNTRACKED_COLUMNS.includes(name))
    for (const statement of triggers(table, columns)) connection.run(statement)
  }
}

function triggers({ name, key, context, wide }: TrackedTable, columns: readonly string[]): string[] {
  const image = (row: string, names: readonly string[]) =>
    `json_object(${names.map(column => `'${column}', ${row}.${column}`).join(', ')})`
  const capture = (row: string, before: string, after: string) =>
    `begin insert into captured_rows (tbl, key, before, after)
      values ('${name}', ${image(row, [...key, ...context])}, ${before}, ${after}); end`
  const differs = columns.map(column => `old.${column} is not new.${column}`).join(' or ')
  const field = (row: string, column: string) =>
    `iif(old.${column} is new.${column}, '', ',"${column}":' || json_quote(${row}.${column}))`
  const changed = (row: string) =>
    `'{' || substr(${columns.map(column => field(row, column)).join(' || ')}, 2) || '}'`
  const updated = (row: string) => (wide ? changed(row) : image(row, columns))
  return [
    `create temp trigger if not exists ${name}_inserted after insert on main.${name} ${capture('new', 'null', image('new', columns))}`,
    `create temp trigger if not exists ${name}_updated after update on main.${name} when ${differs}
      ${capture('old', updated('old'), updated('new'))}`,
    `create temp trigger if not exists ${name}_deleted after delete on main.${name} ${capture('old', image('old', columns), 'null')}`,
  ]
}
