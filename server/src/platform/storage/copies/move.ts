// Copies a SQLite database into PostgreSQL, table by table, and proves that nothing was lost or changed.
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

/** The target has been migrated to the same schema before. Rows that are there already are kept: a broken move resumes. */
export async function moveToPostgres(
  path: string,
  url: string,
  tell: (progress: Progress) => void,
): Promise<number> {
  const source = new DatabaseSync(path, { readOnly: true })
  const target = new pg.Client({ connectionString: url })
  await target.connect()
  try {
    // One state of the source from beginning to end, also while a server is still writing.
    source.exec('begin')
    const tables = tablesInOrder(source)
    let rows = 0
    for (const table of tables) rows += await copyTable(source, target, table, tell)
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
  tell: (progress: Progress) => void,
): Promise<number> {
  const booleans = await booleanColumns(target, table.name)
  const { total } = source.prepare(`select count(*) as total from ${table.name}`).get() as { total: number }
  let done = 0
  let batch: unknown[][] = []
  const flush = async () => {
    if (batch.length > 0) await target.query(insertStatement(table, batch.length), batch.flat())
    done += batch.length
    batch = []
    tell({ table: table.name, done, total })
  }
  for (const row of source.prepare(`select * from ${table.name}`).iterate()) {
    batch.push(
      table.columns.map(name => {
        // A row may name a later row of its own table; those names are filled in when all rows are there.
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
      `The table ${table.name} differs after the move. Was the target used meanwhile? Empty it and move again.`,
    )
  }
}

/** The same for the same rows in whatever order; bigints and booleans in one spelling. */
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
