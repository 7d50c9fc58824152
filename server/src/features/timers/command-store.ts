// SQL of the messages that carried an id: what became of each, so that a repetition does nothing again.
import type { ErrorCode } from '@daymark/contract/timer-socket'
import { sql } from 'kysely'
import { statement } from '../../platform/storage/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

export interface Failure {
  code: ErrorCode
  message: string
}

/** A change of the feed, or a failure. */
export type StoredOutcome = { seq: number } | { failure: Failure }

// These two run with every message that has an id: their text is made once.
const findOutcome = statement(
  (_db, ownerId: string, id: string, notBefore: number) => sql<{
    seq: number | null
    code: string | null
    message: string | null
  }>`select seq, code, message from timer_commands
    where owner_id = ${ownerId} and id = ${id} and at > ${notBefore}`,
)
const putOutcome = statement(
  (
    _db,
    ownerId: string,
    id: string,
    at: number,
    seq: number | null,
    code: string | null,
    message: string | null,
  ) => sql<never>`
    insert into timer_commands (owner_id, id, at, seq, code, message)
    values (${ownerId}, ${id}, ${at}, ${seq}, ${code}, ${message})
    on conflict (owner_id, id) do update set
      at = excluded.at, seq = excluded.seq, code = excluded.code, message = excluded.message`,
)

export const commandStore = (db: Db) => ({
  async find(ownerId: string, id: string, notBefore: number): Promise<StoredOutcome | undefined> {
    const [row] = await findOutcome(db, ownerId, id, notBefore)
    if (!row) return undefined
    return row.seq === null
      ? { failure: { code: row.code as ErrorCode, message: row.message ?? '' } }
      : { seq: row.seq }
  },

  /** Takes the place of an outcome that is too old to count. */
  async record(ownerId: string, id: string, at: number, outcome: StoredOutcome): Promise<void> {
    if ('seq' in outcome) await putOutcome(db, ownerId, id, at, outcome.seq, null, null)
    else await putOutcome(db, ownerId, id, at, null, outcome.failure.code, outcome.failure.message)
  },

  /** The number of outcomes that were forgotten. */
  async forget(before: number, most: number): Promise<number> {
    const result = await sql`delete from timer_commands where (owner_id, id) in (
      select owner_id, id from timer_commands where at < ${before} limit ${most})`.execute(db.sql)
    return Number(result.numAffectedRows ?? 0)
  },
})
