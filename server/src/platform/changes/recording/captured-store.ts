// SQL of the row changes that triggers captured in the current transaction.
import { sql } from 'kysely'
import { mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import { statement } from '../../storage/statements/statement.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { CapturedRow } from './net-rows.ts'

/** In order; also removes them. */
export async function takeCaptured(db: Db): Promise<CapturedRow[]> {
  const texts = await (db.dialect.name === 'sqlite' ? takeAllSqlite(db) : takeCapturedPostgres(db))
  return mapInTurns(
    texts.sort((a, b) => a.n - b.n),
    toCapturedRow,
  )
}

interface CapturedText {
  n: number
  tbl: string
  key: string
  before: string | null
  after: string | null
}

const MOST_TAKEN = 500

// These run with every write, so their text is built once.
const takeCapturedPostgres = statement(
  () => sql<CapturedText>`
    delete from captured_rows where tx = pg_current_xact_id()::text::bigint returning n, tbl, key, before, after`,
)
/** In chunks: reading thousands of rows at once would block the event loop. */
const takeCapturedSqlite = statement(
  () => sql<CapturedText>`
    delete from captured_rows where n in (select n from captured_rows order by n limit ${sql.lit(MOST_TAKEN)})
    returning n, tbl, key, before, after`,
)

async function takeAllSqlite(db: Db): Promise<CapturedText[]> {
  const all = await takeCapturedSqlite(db)
  for (let last = all.length; last === MOST_TAKEN; ) {
    const some = await takeCapturedSqlite(db)
    for (const row of some) all.push(row)
    last = some.length
  }
  return all
}

const image = (text: string | null) => (text === null ? null : (JSON.parse(text) as CapturedRow['key']))

const toCapturedRow = ({ tbl, key, before, after }: CapturedText): CapturedRow => ({
  table: tbl,
  key: JSON.parse(key) as CapturedRow['key'],
  before: image(before),
  after: image(after),
})
