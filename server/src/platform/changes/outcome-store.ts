// SQL for stored outcomes (idempotency): a repeated request or socket message returns the first outcome.
import { sql } from 'kysely'
import { statement } from '../storage/statements/statement.ts'
import type { Db } from '../storage/unit-of-work.ts'

export type OutcomeChannel = 'http' | 'socket'

export interface Outcome {
  fingerprint: string
  status: number
  body: string
}

/** How long a repeated key returns the first outcome. */
export const OUTCOME_MS = 30 * 86_400_000

// Built once, because these two statements run with every request that has a key.
const findOutcome = statement(
  (_db, ownerId: string, channel: string, key: string, notBefore: number) => sql<Outcome>`
    select fingerprint, status, body from outcomes
    where owner_id = ${ownerId} and channel = ${channel} and key = ${key} and at > ${notBefore}`,
)
const putOutcome = statement(
  (
    _db,
    ownerId: string,
    channel: string,
    key: string,
    at: number,
    fingerprint: string,
    status: number,
    body: string,
  ) => sql<never>`
    insert into outcomes (owner_id, channel, key, at, fingerprint, status, body)
    values (${ownerId}, ${channel}, ${key}, ${at}, ${fingerprint}, ${status}, ${body})
    on conflict (owner_id, channel, key) do update set
      at = excluded.at, fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body`,
)

export const outcomeStore = (db: Db) => ({
  async find(
    ownerId: string,
    channel: OutcomeChannel,
    key: string,
    now: number,
  ): Promise<Outcome | undefined> {
    const [row] = await findOutcome(db, ownerId, channel, key, now - OUTCOME_MS)
    return row
  },

  /** Overwrites an outcome with the same key, which can only be an expired one. */
  async record(
    ownerId: string,
    channel: OutcomeChannel,
    key: string,
    now: number,
    { fingerprint, status, body }: Outcome,
  ): Promise<void> {
    await putOutcome(db, ownerId, channel, key, now, fingerprint, status, body)
  },
})
