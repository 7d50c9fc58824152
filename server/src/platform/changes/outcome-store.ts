// SQL for stored outcomes (idempotency): a repeated request or socket message returns the first outcome.
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../kernel/concurrency/in-turns.ts'
import { limited } from '../kernel/errors.ts'
import { sentStatement, statement } from '../storage/statements/statement.ts'
import type { Db } from '../storage/unit-of-work.ts'
import { mentionStore, namesIn } from './mentions.ts'
import { briefBody, mentionsOthers, type OutcomeForm, storedBody, unpacked } from './outcome-form.ts'

export type OutcomeChannel = 'http' | 'socket'

export interface Outcome {
  fingerprint: string
  status: number
  body: string
  /** The position of the request in the owner's log. Null if the request wrote no entry, or before version 0.5. */
  seq: number | null
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

// Built once, because these statements run with every request that has a key.
const findOutcome = statement(
  (_db, ownerId: string, channel: string, key: string) => sql<Found>`
    select fingerprint, status, body, seq, form, at from outcomes
    where owner_id = ${ownerId} and channel = ${channel} and key = ${key}`,
)
const putOutcome = sentStatement(
  (
    _db,
    ownerId: string,
    channel: string,
    key: string,
    at: number,
    fingerprint: string,
    status: number,
    body: string,
    form: string,
    seq: number | null,
  ) => sql<never>`
    insert into outcomes (owner_id, channel, key, at, fingerprint, status, body, form, seq)
    values (${ownerId}, ${channel}, ${key}, ${at}, ${fingerprint}, ${status}, ${body}, ${form}, ${seq})`,
)
const addBytes = statement(
  (_db, ownerId: string, bytes: number) => sql<{ bytes: number }>`
    insert into outcome_totals (owner_id, bytes) values (${ownerId}, ${bytes})
    on conflict (owner_id) do update set bytes = outcome_totals.bytes + excluded.bytes returning bytes`,
)

interface Found extends Outcome {
  form: OutcomeForm
  at: number
}

/** The size of a row and its index entries, without the body. */
const ROW_BYTES = 200
const sizeOf = (body: string): number => ROW_BYTES + Buffer.byteLength(body)

/** The most that is stored of one person's outcomes. */
export const OUTCOME_SHARE = 33_554_432
/** Shortens a little more than needed, so that the next request does not have to shorten again. */
const SHORTENED_SHARE = OUTCOME_SHARE * 0.95
const SHORTENED_AT_ONCE = 50
const RETRY_S = 3_600
const FULL =
  'The results of your requests with an Idempotency-Key use all of their space. Send this request without a key, or wait until the oldest results expire.'

/** Deletes outcomes, and subtracts them from the totals of their owners. Returns how many were deleted. */
export async function deleteOutcomes(db: Db, where: RawBuilder<unknown>): Promise<number> {
  await sql`
    update outcome_totals set bytes = outcome_totals.bytes - o.bytes
    from (select owner_id, sum(octet_length(body) + ${sql.lit(ROW_BYTES)}) as bytes from outcomes
      where ${where} group by owner_id) as o
    where outcome_totals.owner_id = o.owner_id`.execute(db.sql)
  await sql`
    delete from mentions where (owner_id, place, ref) in (
      select owner_id, 'outcome ' || channel, key from outcomes where ${where})`.execute(db.sql)
  const { numAffectedRows } = await sql`delete from outcomes where ${where}`.execute(db.sql)
  return Number(numAffectedRows ?? 0)
}

/** Replaces the bodies of outcomes by a shorter text, but keeps the keys, so that no request runs twice. */
export async function eraseOutcomes(
  db: Db,
  where: RawBuilder<unknown>,
  { status, body }: { status?: number; body: string },
): Promise<void> {
  await sql`
    update outcome_totals set bytes = outcome_totals.bytes + o.bytes
    from (select owner_id, sum(${Buffer.byteLength(body)} - octet_length(body)) as bytes from outcomes
      where ${where} group by owner_id) as o
    where outcome_totals.owner_id = o.owner_id`.execute(db.sql)
  const withStatus = status === undefined ? sql`` : sql`, status = ${status}`
  await sql`update outcomes set form = 'plain', body = ${body} ${withStatus} where ${where}`.execute(db.sql)
}

const ofKey = (ownerId: string, channel: OutcomeChannel, key: string): RawBuilder<unknown> =>
  sql`owner_id = ${ownerId} and channel = ${channel} and key = ${key}`

/** Shortens the oldest outcomes until the rest fits. Throws 429 if everything is short and still does not fit. */
async function shorten(db: Db, ownerId: string, total: number): Promise<void> {
  for (let bytes = total; bytes > SHORTENED_SHARE; ) {
    const { rows } = await sql<{ key: string; body: string; form: OutcomeForm }>`
      select key, body, form from outcomes
      where owner_id = ${ownerId} and channel = 'http' and form <> 'brief'
      order by at limit ${SHORTENED_AT_ONCE}`.execute(db.sql)
    if (rows.length === 0) {
      if (bytes > OUTCOME_SHARE) throw limited(FULL, RETRY_S)
      return
    }
    let freed = 0
    for (const { key, body, form } of rows) {
      const brief = briefBody(form === 'packed' ? await unpacked(body) : body)
      freed += sizeOf(body) - sizeOf(brief.body)
      await sql`update outcomes set form = ${brief.form}, body = ${brief.body}
        where ${ofKey(ownerId, 'http', key)}`.execute(db.sql)
    }
    const [left] = await addBytes(db, ownerId, -freed)
    bytes = left?.bytes ?? 0
  }
}

export const outcomeStore = (db: Db) => ({
  /** Returns a packed outcome as plain JSON. */
  async find(
    ownerId: string,
    channel: OutcomeChannel,
    key: string,
    now: number,
  ): Promise<(Outcome & { form: OutcomeForm }) | undefined> {
    const [row] = await findOutcome(db, ownerId, channel, key)
    if (!row) return undefined
    const { at, ...found } = row
    if (at <= now - OUTCOME_MS) {
      await deleteOutcomes(db, ofKey(ownerId, channel, key))
      return undefined
    }
    return found.form === 'packed' ? { ...found, form: 'plain', body: await unpacked(found.body) } : found
  },

  /** Stores an outcome. `find` must have returned nothing for the key. */
  async record(
    ownerId: string,
    channel: OutcomeChannel,
    key: string,
    at: number,
    outcome: Outcome,
  ): Promise<void> {
    const { fingerprint, status, seq } = outcome
    const { form, body } = await storedBody(outcome.body, ownerId)
    await putOutcome(db, ownerId, channel, key, at, fingerprint, status, body, form, seq)
    if (form !== 'packed' && mentionsOthers(body, ownerId)) {
      const place = `outcome ${channel}` as const
      const names = [...namesIn(body, ownerId)]
      await mentionStore(db).add(names.map(name => ({ name, owner_id: ownerId, place, ref: key })))
    }
    const [total] = await addBytes(db, ownerId, sizeOf(body))
    if (total && total.bytes > OUTCOME_SHARE) await shorten(db, ownerId, total.bytes)
  },

  /** Forgets a key, so that the request can run again. */
  async forget(ownerId: string, channel: OutcomeChannel, key: string): Promise<void> {
    await deleteOutcomes(db, ofKey(ownerId, channel, key))
  },

  /**
   * Erases the stored HTTP responses that show one of these items. Also erases the reasons of refusals, if a reason
   * contains one of the ids or quotes one of the titles. Keeps the keys, so that no request runs twice.
   */
  async erase(ownerId: string, ids: ReadonlySet<string>, titles: ReadonlySet<string>): Promise<void> {
    const own = sql`owner_id = ${ownerId} and channel = 'http'`
    const breathe = pauses()
    for (let last: string | undefined = ''; last !== undefined; ) {
      const { rows: stored } = await sql<{ key: string; status: number; body: string; form: OutcomeForm }>`
        select key, status, body, form from outcomes where ${own} and key > ${last}
        order by key limit ${ERASED_AT_ONCE}`.execute(db.sql)
      const rows: { key: string; status: number; body: string }[] = []
      for (const { form, body, ...row } of stored)
        rows.push({ ...row, body: form === 'packed' ? await unpacked(body) : body })
      const isNamed = (body: string, id: RegExp) =>
        [...body.matchAll(id)].some(([, each = '']) => ids.has(each))
      const shown = rows.filter(({ status, body }) => status < 400 && isNamed(body, ID))
      const refused = rows.filter(
        ({ status, body }) => status >= 400 && (isNamed(body, ANY_ID) || quotes(body, titles)),
      )
      const erase = async (some: typeof rows, by: { status?: number; body: string }) => {
        if (some.length > 0)
          await eraseOutcomes(
            db,
            sql`${own} and ${db.dialect.textIn(
              'key',
              some.map(({ key }) => key),
            )}`,
            by,
          )
      }
      await erase(shown, { status: 410, body: ERASED })
      await erase(refused, { body: ERASED_REFUSAL })
      last = rows.length < ERASED_AT_ONCE ? undefined : rows.at(-1)?.key
      await breathe()
    }
  },
})

const quotes = (body: string, titles: ReadonlySet<string>): boolean =>
  [...body.matchAll(JSON_TEXT)].some(([text]) =>
    titles.has(QUOTED.exec(JSON.parse(text) as string)?.[1] ?? ''),
  )
