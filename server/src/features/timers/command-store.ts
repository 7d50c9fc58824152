// SQL of the messages that carried an id: what became of each, so that a repetition does nothing again.
import type { ErrorCode } from '@daymark/contract/timer-socket'
import { sql } from 'kysely'
import type { Db } from '../../storage/unit-of-work.ts'

export interface Failure {
  code: ErrorCode
  message: string
}

/** A change of the feed, or a failure. */
export type StoredOutcome = { seq: number } | { failure: Failure }

export const commandStore = ({ sql: db }: Db) => ({
  async find(ownerId: string, id: string, notBefore: number): Promise<StoredOutcome | undefined> {
    const row = await db
      .selectFrom('timer_commands')
      .select(['seq', 'code', 'message'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .where('at', '>', notBefore)
      .executeTakeFirst()
    if (!row) return undefined
    return row.seq === null
      ? { failure: { code: row.code as ErrorCode, message: row.message ?? '' } }
      : { seq: row.seq }
  },

  /** Takes the place of an outcome that is too old to count. */
  async record(ownerId: string, id: string, at: number, outcome: StoredOutcome): Promise<void> {
    const failure = 'failure' in outcome ? outcome.failure : { code: null, message: null }
    const columns = { at, seq: 'seq' in outcome ? outcome.seq : null, ...failure }
    await db
      .insertInto('timer_commands')
      .values({ owner_id: ownerId, id, ...columns })
      .onConflict(conflict => conflict.columns(['owner_id', 'id']).doUpdateSet(columns))
      .execute()
  },

  /** The number of outcomes that were forgotten. */
  async forget(before: number, most: number): Promise<number> {
    const result = await sql`delete from timer_commands where (owner_id, id) in (
      select owner_id, id from timer_commands where at < ${before} limit ${most})`.execute(db)
    return Number(result.numAffectedRows ?? 0)
  },
})
