// SQL for stored outcomes (idempotency): a repeated request or socket message returns the first outcome.
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../kernel/concurrency/in-turns.ts'
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

const ERASED_AT_ONCE = 200
const ERASED = JSON.stringify({
  detail: 'The request succeeded. Its response was erased when the item was deleted from the trash.',
})
const ERASED_REFUSAL = JSON.stringify({
  detail: 'The request was refused. The reason was erased when an item was deleted from the trash.',
})
/** The ids of the items in an answer. An occurrence has its own id, and the id of its series as `parent_id`. */
const ID = /"(?:id|parent_id)":"([\da-f-]{36})"/g
const ANY_ID = /\b([\da-f]{8}-[\da-f-]{27})\b/g
const JSON_TEXT = /"(?:[^"\\]|\\.)*"/g
/** A title quoted in the reason of a refusal. The title may contain quotation marks. */
const QUOTED = /“(.*)”/s

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

  /** Overwrites an outcome with the same key, which must have expired. */
  async record(
    ownerId: string,
    channel: OutcomeChannel,
    key: string,
    now: number,
    { fingerprint, status, body }: Outcome,
  ): Promise<void> {
    await putOutcome(db, ownerId, channel, key, now, fingerprint, status, body)
  },

  /**
   * Erases the stored HTTP responses that show one of these items. Also erases the reasons of refusals, if a reason
   * contains one of the ids or quotes one of the titles. Keeps the keys, so that no request runs twice.
   */
  async erase(ownerId: string, ids: ReadonlySet<string>, titles: ReadonlySet<string>): Promise<void> {
    const own = sql`owner_id = ${ownerId} and channel = 'http'`
    const breathe = pauses()
    for (let last: string | undefined = ''; last !== undefined; ) {
      const { rows } = await sql<{ key: string; status: number; body: string }>`
        select key, status, body from outcomes where ${own} and key > ${last}
        order by key limit ${ERASED_AT_ONCE}`.execute(db.sql)
      const isNamed = (body: string, id: RegExp) =>
        [...body.matchAll(id)].some(([, each = '']) => ids.has(each))
      const shown = rows.filter(({ status, body }) => status < 400 && isNamed(body, ID))
      const refused = rows.filter(
        ({ status, body }) => status >= 400 && (isNamed(body, ANY_ID) || quotes(body, titles)),
      )
      const replace = async (some: typeof rows, values: RawBuilder<unknown>) => {
        if (some.length > 0)
          await sql`update outcomes set ${values}
            where ${own} and key in (${sql.join(some.map(({ key }) => key))})`.execute(db.sql)
      }
      await replace(shown, sql`status = 410, body = ${ERASED}`)
      await replace(refused, sql`body = ${ERASED_REFUSAL}`)
      last = rows.length < ERASED_AT_ONCE ? undefined : rows.at(-1)?.key
      await breathe()
    }
  },
})

const quotes = (body: string, titles: ReadonlySet<string>): boolean =>
  [...body.matchAll(JSON_TEXT)].some(([text]) =>
    titles.has(QUOTED.exec(JSON.parse(text) as string)?.[1] ?? ''),
  )
