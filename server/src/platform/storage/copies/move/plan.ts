// Reads the tables from the schema of the SQLite database, which may be the source or the target. Referenced tables
// come first.
import type { DatabaseSync } from 'node:sqlite'
import type { MovedTable } from './ends.ts'

export function tablesInOrder(source: DatabaseSync): MovedTable[] {
  const names = source
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`,
    )
    .all()
    .map(row => String(row['name']))
  const waiting = new Map(names.map(name => [name, describe(source, name)]))
  const ordered: MovedTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(table => table.refersTo.every(name => !waiting.has(name)))
    if (ready.length === 0)
      throw new Error(`These tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

function describe(source: DatabaseSync, name: string): MovedTable {
  const columns = source
    .prepare(`select name from pragma_table_info(?)`)
    .all(name)
    .map(row => String(row['name']))
  const references = source
    .prepare(`select "table" as target, "from" as source from pragma_foreign_key_list(?)`)
    .all(name)
  return {
    name,
    columns,
    selfReferences: references.filter(row => row['target'] === name).map(row => String(row['source'])),
    refersTo: references.map(row => String(row['target'])).filter(target => target !== name),
  }
}
