// Copies a SQLite database into PostgreSQL, table by table, and verifies that nothing was lost or changed.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type MovedTable, tablesInOrder } from './move-plan.ts'

export interface Progress {
  table: string
  done: number
  total: number
}

export class MoveFailed extends Error {
  override name = 'MoveFailed'
}

const BATCH_ROWS = 500

/** Requires the same schema in the target. Keeps existing rows, so that an interrupted move resumes. */
export async function moveToPostgres(
  path: string,
  url: string,
  report: (progress: Progress) => void,
): Promise<number> {
  const source = new DatabaseSync(path, { readOnly: true })
  const target = new pg.Client({ connectionString: url })
  await target.connect()
  try {
    // Reads one snapshot of the source from beginning to end, even while a server is writing.
    source.exec('begin')
    const tables = tablesInOrder(source)
    let rows = 0
    for (const table of tables) rows += await copyTable(source, target, table, report)
    for (const table of tables) await fillSelfReferences(source, target, table)
    for (const table of tables) await verify(source, target, table)
    return rows
  } finally {
    source.close()
    await target.end()
  }
}

async function copyTable(
  source: DatabaseSync,
  target: pg.Client,
  table: MovedTable,
  report: (progress: Progress) => void,
): Promise<number> {
  const booleans = await booleanColumns(target, table.name)
  const { total } = source.prepare(`select count(*) as total from ${table.name}`).get() as { total: number }
  let done = 0
  let batch: unknown[][] = []
  const flush = async () => {
    if (batch.length > 0) await target.query(insertStatement(table, batch.length), batch.flat())
    done += batch.length
    batch = []
    report({ table: table.name, done, total })
  }
  for (const row of source.prepare(`select * from ${table.name}`).iterate()) {
    batch.push(
      table.columns.map(name => {
        // A row may reference a later row of its own table, so such columns are filled in after all rows exist.
        if (table.selfReferences.includes(name)) return null
        return booleans.has(name) ? row[name] === 1 : row[name]
      }),
    )
    if (batch.length === Math.min(BATCH_ROWS, Math.floor(60_000 / table.columns.length))) await flush()
  }
  await flush()
  return total
}

function insertStatement({ name, columns }: MovedTable, rows: number): string {
  const places = Array.from({ length: rows }, (_, row) => {
    const one = columns.map((_, column) => `$${row * columns.length + column + 1}`)
    return `(${one.join(', ')})`
  })
  return `insert into ${name} (${columns.join(', ')}) values ${places.join(', ')} on conflict do nothing`
}

async function fillSelfReferences(source: DatabaseSync, target: pg.Client, table: MovedTable): Promise<void> {
  for (const column of table.selfReferences) {
    const rows = source.prepare(
      `select id, ${column} as other from ${table.name} where ${column} is not null`,
    )
    for (const { id, other } of rows.all()) {
      await target.query(`update ${table.name} set ${column} = $1 where id = $2`, [other, id])
    }
  }
}

async function verify(source: DatabaseSync, target: pg.Client, table: MovedTable): Promise<void> {
  const booleans = await booleanColumns(target, table.name)
  const before = fingerprint(table, source.prepare(`select * from ${table.name}`).all(), new Set())
  const { rows } = await target.query(`select * from ${table.name}`)
  const after = fingerprint(table, rows, booleans)
  if (before !== after) {
    throw new MoveFailed(
      `The table ${table.name} differs after the move. The target may have been in use. Empty it and move again.`,
    )
  }
}

/** A digest of rows that does not depend on their order. Bigints and booleans are normalized. */
function fingerprint(
  table: MovedTable,
  rows: Record<string, unknown>[],
  booleans: ReadonlySet<string>,
): string {
  const lines = rows
    .map(row =>
      JSON.stringify(
        table.columns.map(name => {
          const value = row[name] ?? null
          if (value === null) return null
          return booleans.has(name) ? String(Number(value)) : String(value)
        }),
      ),
    )
    .sort()
  const hash = createHash('sha256').update(String(lines.length))
  for (const line of lines) hash.update(line).update('\n')
  return hash.digest('hex')
}

async function booleanColumns(target: pg.Client, table: string): Promise<Set<string>> {
  const { rows } = await target.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and data_type = 'boolean'`,
    [table],
  )
  return new Set(rows.map(row => row.column_name))
}
