// On PostgreSQL, triggers write row changes to a table. This code collects them per transaction.
import { mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { CapturedRow } from '../captured-row.ts'
import { CAPTURED, requireCaptured } from '../statements/captured-rows.ts'
import type { Execute } from '../statements/execute.ts'
import { isWorthKeeping } from './statement-name.ts'

interface CapturedText {
  n: number
  tbl: string
  key: string
  before: string | null
  after: string | null
}

const TAKE = `delete from captured_rows where tx = pg_current_xact_id()::text::bigint
  returning n, tbl, key, before, after${CAPTURED}`

/** Belongs to one connection, whose transactions run in sequence. */
export class PostgresCapture {
  readonly #execute: Execute
  #isCapturing = false
  #rows: CapturedRow[] = []
  /** True if triggers may have captured rows that have not been read yet. */
  #isPending = false

  constructor(execute: Execute) {
    this.#execute = execute
  }

  begin(isCapturing: boolean): void {
    this.#isCapturing = isCapturing
    this.#rows = []
    this.#isPending = false
  }

  executed(text: string): void {
    if (this.#isCapturing && mayFireTriggers(text)) this.#isPending = true
  }

  /** Adds a row change that has no trigger, after all earlier changes. */
  async add(row: CapturedRow): Promise<void> {
    if (this.#isPending) await this.#read()
    this.#rows.push(row)
  }

  async take(): Promise<CapturedRow[]> {
    if (this.#isPending) await this.#read()
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** Returns a function that forgets all changes since now. Rolling back restores those that were read from the table. */
  mark(): () => void {
    const rows = this.#rows
    const { length } = rows
    const isPending = this.#isPending
    return () => {
      rows.length = length
      this.#rows = rows
      this.#isPending = isPending
    }
  }

  async #read(): Promise<void> {
    const found = (await this.#execute(TAKE, [])).rows as CapturedText[]
    this.#isPending = false
    const rows = await mapInTurns(
      found.sort((a, b) => a.n - b.n),
      toCapturedRow,
    )
    for (const row of rows) this.#rows.push(row)
  }
}

const known = new Map<string, boolean>()
const MAX_KNOWN = 1000

/** Throws for an insert that nothing captures. Caches results by statement text, because most texts recur. */
function mayFireTriggers(text: string): boolean {
  const answer = known.get(text)
  if (answer !== undefined) return answer
  requireCaptured(text)
  const mayFire = !text.endsWith(CAPTURED) && /\b(?:insert|update|delete)\b/i.test(text)
  if (known.size >= MAX_KNOWN) known.clear()
  if (isWorthKeeping(text)) known.set(text, mayFire)
  return mayFire
}

const image = (text: string | null) => (text === null ? null : (JSON.parse(text) as CapturedRow['key']))

const toCapturedRow = ({ tbl, key, before, after }: CapturedText): CapturedRow => ({
  table: tbl,
  key: JSON.parse(key) as CapturedRow['key'],
  before: image(before),
  after: image(after),
})
