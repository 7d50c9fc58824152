// Remembers where a person's id or address is stored in the data of others, so that deleting the person finds these
// places by index, however large the texts around them are.
import { sql } from 'kysely'
import { slicesOf } from '../storage/statements/in-steps.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { Draft } from './change.ts'

export interface Mention {
  readonly name: string
  readonly owner_id: string
  readonly place: Place
  readonly ref: string
}

/**
 * `item`: log entries and webhook deliveries of an item with the id `ref`. `outcome <channel>`: a stored response with
 * the key `ref`. `job <kind>`: a waiting job with the key `ref`; it has no owner.
 */
export type Place = 'item' | `outcome ${string}` | `job ${string}`

const IN_ROWS: Readonly<Record<string, readonly string[] | undefined>> = {
  visibility_users: ['user_id'],
  visibility_emails: ['email'],
  meeting_participants: ['user_id'],
  friendships: ['requester_id', 'addressee_id'],
  friends: ['user_id', 'friend_id'],
  email_requests: ['email'],
  blocks: ['blocker_id', 'blocked_id'],
}

/** The people whom the log entries of an owner name. */
export function mentionsIn(ownerId: string, actorId: string | null, drafts: readonly Draft[]): Mention[] {
  const found: Mention[] = []
  for (const { id, rows } of drafts) {
    const names = new Set<unknown>([actorId])
    for (const { table, key, before, after } of rows ?? [])
      for (const column of IN_ROWS[table] ?? [])
        names.add(key[column] ?? before?.[column]).add(after?.[column])
    for (const name of names)
      if (typeof name === 'string' && name !== ownerId)
        found.push({ name, owner_id: ownerId, place: 'item', ref: id })
  }
  return found
}

/** Fields of responses that name a person. */
const FIELDS = new Set([
  ...['owner_id', 'user_id', 'actor', 'from_user', 'friend_id', 'requester_id', 'addressee_id', 'blocked_by'],
  ...['email', 'allowed_user_ids', 'allowed_emails'],
])

/** The people whom a stored response names, except its owner. */
export function namesIn(body: string, ownerId: string): Set<string> {
  const found = new Set<string>()
  // A list instead of recursion, because a body may be nested deeply.
  const open: unknown[] = [JSON.parse(body)]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, each] of Object.entries(value)) {
      if (FIELDS.has(name))
        for (const text of [each].flat()) if (typeof text === 'string' && text !== ownerId) found.add(text)
      if (typeof each === 'object' && each !== null) open.push(each)
    }
  }
  return found
}

const AT_ONCE = 1_000

export const mentionStore = (db: Db) => ({
  async add(mentions: readonly Mention[]): Promise<void> {
    for (const some of slicesOf(mentions, AT_ONCE)) {
      const texts = JSON.stringify(some.map(({ name, owner_id, place, ref }) => [name, owner_id, place, ref]))
      const columns = [0, 1, 2, 3].map(at => sql`value ->> ${sql.lit(at)}`)
      const list =
        db.dialect.name === 'sqlite'
          ? sql`json_each(${texts}) where true`
          : sql`jsonb_array_elements(${texts}::jsonb) as value`
      await sql`
        insert into mentions (name, owner_id, place, ref) select ${sql.join(columns)} from ${list}
        on conflict do nothing`.execute(db.sql)
    }
  },

  /** Some of the places that name a person, in a fixed order. */
  async next(name: string, most: number): Promise<Mention[]> {
    const { rows } = await sql<Mention>`
      select name, owner_id, place, ref from mentions where name = ${name}
      order by owner_id, place, ref limit ${most}`.execute(db.sql)
    return rows
  },

  /** The jobs that name a person have no owner, so they come first. */
  async nextJobs(name: string, most: number): Promise<Mention[]> {
    const { rows } = await sql<Mention>`
      select name, owner_id, place, ref from mentions where name = ${name} and owner_id = ''
      order by place, ref limit ${most}`.execute(db.sql)
    return rows
  },

  async remove({ name, owner_id, place, ref }: Mention): Promise<void> {
    await sql`delete from mentions
      where name = ${name} and owner_id = ${owner_id} and place = ${place} and ref = ${ref}`.execute(db.sql)
  },

  /**
   * Looks at the next mentions after this one, and deletes those of places that are gone by now. Returns the last one,
   * or undefined at the end.
   */
  async sweep(after: Mention | undefined): Promise<Mention | undefined> {
    const from = after
      ? sql`where (name, owner_id, place, ref) > (${after.name}, ${after.owner_id}, ${after.place}, ${after.ref})`
      : sql``
    const { rows } = await sql<Mention>`
      select name, owner_id, place, ref from mentions ${from}
      order by name, owner_id, place, ref limit ${AT_ONCE}`.execute(db.sql)
    const last = rows.at(-1)
    if (!last) return undefined
    const upTo = sql`(name, owner_id, place, ref) <= (${last.name}, ${last.owner_id}, ${last.place}, ${last.ref})`
    await sql`
      delete from mentions ${from} ${after ? sql`and` : sql`where`} ${upTo} and case
        when place = 'item' then not exists (
            select 1 from changes c where c.resource_id = mentions.ref and c.owner_id = mentions.owner_id)
          and not exists (select 1 from webhook_deliveries d
            where d.owner_id = mentions.owner_id and d.kind in (${NAMING_KINDS}) and d.resource_id = mentions.ref)
        when place like 'outcome %' then not exists (select 1 from outcomes o
          where o.owner_id = mentions.owner_id and o.channel = substr(place, 9) and o.key = mentions.ref)
        else not exists (
          select 1 from jobs j where j.kind = substr(place, 5) and j.key = mentions.ref) end`.execute(db.sql)
    return rows.length < AT_ONCE ? undefined : last
  },
})

/** The kinds of items that name other people. */
export const NAMING_KINDS = sql.raw(
  "'todo', 'schedule', 'timer', 'meeting', 'friend', 'friend_request', 'block'",
)
