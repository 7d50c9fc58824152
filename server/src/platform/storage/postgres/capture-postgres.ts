// Reads the row changes that the triggers of this transaction captured on PostgreSQL.
import { mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { CapturedRow } from '../captured-row.ts'
import type { Execute } from '../statements/execute.ts'

interface CapturedText {
  n: number
  tbl: string
  key: string
  before: string | null
  after: string | null
}

const TAKE =
  'delete from captured_rows where tx = pg_current_xact_id()::text::bigint returning n, tbl, key, before, after'

export async function takeCaptured(execute: Execute): Promise<CapturedRow[]> {
  const rows = (await execute(TAKE, [])).rows as CapturedText[]
  return mapInTurns(
    rows.sort((a, b) => a.n - b.n),
    toCapturedRow,
  )
}

const image = (text: string | null) => (text === null ? null : (JSON.parse(text) as CapturedRow['key']))

const toCapturedRow = ({ tbl, key, before, after }: CapturedText): CapturedRow => ({
  table: tbl,
  key: JSON.parse(key) as CapturedRow['key'],
  before: image(before),
  after: image(after),
})
