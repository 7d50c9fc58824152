// Who pays for the content of a log entry. A person pays for everything that this person causes, also in the logs of
// others, so that nobody can fill the history of somebody else. Guests of a poll share a limit of their own.
import { type RawBuilder, sql } from 'kysely'
import type { Cause } from '../kernel/cause.ts'
import { limited } from '../kernel/errors.ts'
import { TOTALS } from '../storage/tables/changes.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { Draft } from './change.ts'

/** Null if the owner of the log pays. */
export type ChargedTo = 'actor' | 'guests' | null

export function chargedTo({ actor_id, is_guest }: Cause, ownerId: string): ChargedTo {
  if (actor_id === null) return is_guest ? 'guests' : null
  return actor_id === ownerId ? null : 'actor'
}

/** What the guests of one poll may add to the history of its owner. */
const GUEST_BYTES = 2_097_152
const RETRY_S = 86_400
const GUESTS_FULL =
  'The answers of guests to this poll have changed so often that their history is full. Ask the owner of the poll to enter your answer.'
export const ACTOR_FULL =
  'You have reached the limit of your history, which also keeps your answers to other people. Empty the trash, or wait until old entries expire.'

/** Withdrawing is always possible, and so is everything that only ends something, such as a block. */
export const addsForOthers = ({ kind, action, rows }: Draft): boolean =>
  kind === 'meeting' || kind === 'friend_request'
    ? action !== 'deleted' && !!rows?.some(({ after }) => after !== null)
    : false

export const actorFull = () => limited(ACTOR_FULL, RETRY_S)

/** Adds to the history of a person who has no new entries. Returns the person's bytes; undefined if there is no such person. */
export async function chargeActor(db: Db, actorId: string, bytes: number): Promise<number | undefined> {
  const zeros = sql.join(TOTALS.map(name => (name === 'history_bytes' ? sql`${bytes}` : sql.lit(0))))
  const { rows } = await sql<{ history_bytes: number }>`
    insert into change_totals (owner_id, seq, ${sql.join(TOTALS.map(name => sql.ref(name)))})
    select id, 0, ${zeros} from users where id = ${actorId}
    on conflict (owner_id) do update set history_bytes = change_totals.history_bytes + excluded.history_bytes
    returning history_bytes`.execute(db.sql)
  return rows[0]?.history_bytes
}

/** Throws 429 if the guests' share of the poll is full, unless the change only takes something away. */
export async function chargeGuests(db: Db, draft: Draft, bytes: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    insert into guest_shares (poll_id, owner_id, bytes) values (${draft.id}, ${draft.owner_id}, ${bytes})
    on conflict (poll_id) do update set bytes = guest_shares.bytes + excluded.bytes returning bytes`.execute(
    db.sql,
  )
  if ((rows[0]?.bytes ?? 0) > GUEST_BYTES && addsForOthers(draft)) throw limited(GUESTS_FULL, RETRY_S)
}

/** The columns of an entry that tell who pays for it. */
export interface Paid {
  owner_id: string
  actor_id: string | null
  charged_to: ChargedTo
  resource_id: string
}

/** Gives back the bytes by which the content of one entry has become shorter. */
export async function creditHistory(
  db: Db,
  { owner_id, actor_id, charged_to, resource_id }: Paid,
  bytes: number,
): Promise<void> {
  if (charged_to === 'guests') {
    await sql`update guest_shares set bytes = bytes - ${bytes} where poll_id = ${resource_id}`.execute(db.sql)
    return
  }
  const payer = charged_to === 'actor' ? actor_id : owner_id
  await sql`update change_totals set history_bytes = history_bytes - ${bytes} where owner_id = ${payer}`.execute(
    db.sql,
  )
}

/**
 * The person in whose totals the content of an entry counts. Null if guests pay, or if the account of the person who
 * paid was deleted.
 */
const PAYER = sql`case charged_to when 'actor' then actor_id when 'guests' then null else owner_id end`

/** Subtracts the size of the selected entries from whoever pays for them. Call this before their content is deleted. */
export async function subtractHistory(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`
    update change_totals set history_bytes = history_bytes - h.bytes
    from (select ${PAYER} as payer, sum(octet_length(content)) as bytes from changes
      where ${where} and content is not null group by 1) as h
    where change_totals.owner_id = h.payer`.execute(db.sql)
  const { rows } = await sql<{ poll_id: string; bytes: number }>`
    select resource_id as poll_id, sum(octet_length(content)) as bytes from changes
    where ${where} and charged_to = 'guests' and content is not null group by resource_id`.execute(db.sql)
  for (const { poll_id, bytes } of rows) {
    await sql`update guest_shares set bytes = bytes - ${Number(bytes)} where poll_id = ${poll_id}`.execute(
      db.sql,
    )
    await sql`delete from guest_shares where poll_id = ${poll_id} and bytes <= 0`.execute(db.sql)
  }
}
