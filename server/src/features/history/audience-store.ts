// Finds the other people who can see the resources that a batch changed, or who could see them before the batch.
import { sql } from 'kysely'
import type { StoredRow } from '../../platform/changes/change.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { loadOnce } from '../../platform/kernel/concurrency/load-once.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { blockBetween, friendIdsOf } from '../people/friends/store.ts'
import type { ResourceType } from '../visibility/policy.ts'
import { TABLES } from '../visibility/scope.ts'
import { type BatchEntry, historyStore } from './store.ts'

export interface Viewers {
  kind: string
  id: string
  user_ids: string[]
}

export interface Audience {
  /**
   * Passes the viewers of each changed resource separately, because a batch may change thousands of resources, each
   * with thousands of viewers. Many people at its addresses and domains are passed in pages, each person once.
   */
  each(ownerId: string, batchId: string, take: (viewers: Viewers) => void): Promise<void>
  /** Passes the viewers of everything that a person shares, in pages, so that nobody waits for a long list. */
  ofAll(
    ownerId: string,
    take: (viewers: readonly Viewers[]) => Promise<void>,
    /** Friends until now, if the friendships have ended. */
    former?: readonly string[],
  ): Promise<void>
}

const ANY_FRIEND = new Set(['friends', 'public'])

/** The number of items to read at a time if a friendship has ended. Tests use fewer. */
const PAGE = 200

export const audienceOf = (uow: UnitOfWork, pageSize = PAGE): Audience => ({
  each: (ownerId, batchId, take) =>
    uow.read(async db => {
      const friends = loadOnce(() => friendIdsOf(db, ownerId))
      // This set is complete before items are read, because the entries of ended friendships come first in a batch.
      const departed = new Set<string>()
      for await (const page of historyStore(db).entriesOf(ownerId, batchId)) {
        for (const friend of formerFriends(page)) departed.add(friend)
        const entries = page.filter(({ kind }) => kind in TABLES)
        const changed = [...entries, ...(await sharedAround(db, entries))]
        for await (const viewers of viewersOf(db, ownerId, changed, { friends, departed })) take(viewers)
      }
      if (departed.size === 0) return
      const batch = await historyStore(db).find(ownerId, batchId)
      for await (const item of sharedWithFriends(db, ownerId, batch?.seq ?? 0, pageSize))
        take({ ...item, user_ids: [...departed] })
    }),

  async ofAll(ownerId, take, former = []) {
    const friends = loadOnce(async () => [...former, ...(await uow.read(db => friendIdsOf(db, ownerId)))])
    for (const kind of Object.keys(TABLES) as ResourceType[]) {
      for (let [after, isLast] = [FIRST_ID, false]; !isLast; ) {
        const { found, ids } = await uow.read(async db => {
          const ids = await sharedAfter(db, ownerId, kind, after, pageSize)
          const entries = ids.map(id => ({ kind, id, rows: null }))
          return {
            ids,
            found: await Array.fromAsync(viewersOf(db, ownerId, entries, { friends, departed: NOBODY })),
          }
        })
        await take(found)
        isLast = ids.length < pageSize
        after = ids.at(-1) ?? after
      }
    }
  },
})

const NOBODY: ReadonlySet<string> = new Set()

async function sharedAfter(
  db: Db,
  ownerId: string,
  kind: ResourceType,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('visibility')
    .select('resource_id')
    .where('owner_id', '=', ownerId)
    .where('resource_type', '=', kind)
    .where('resource_id', '>', after)
    .orderBy('resource_id')
    .limit(most)
    .execute()
  return rows.map(row => row.resource_id)
}

/** Finds the people whose friendship with the owner these entries ended. */
const formerFriends = (entries: readonly BatchEntry[]): string[] =>
  entries.flatMap(({ kind, rows }) =>
    (kind === 'friend' ? (rows ?? []) : [])
      .filter(({ table, after }) => table === 'friends' && after === null)
      .map(({ key }) => String(key['friend_id'])),
  )

/**
 * Reads the items that the owner shares with all friends and has not changed since this position of the log. Former
 * friends must not learn of items that were shared after the friendship had ended.
 */
async function* sharedWithFriends(
  db: Db,
  ownerId: string,
  seq: number,
  pageSize: number,
): AsyncGenerator<Pick<Viewers, 'kind' | 'id'>> {
  const pauseIfLong = pauses()
  for (const kind of Object.keys(TABLES) as ResourceType[]) {
    for (let [after, isLast] = [FIRST_ID, false]; !isLast; ) {
      const { rows } = await sql<{ id: string }>`
        select v.resource_id as id from visibility v join ${sql.table(TABLES[kind])} i on i.id = v.resource_id
        where v.owner_id = ${ownerId} and v.resource_type = ${kind} and v.resource_id > ${after}
          and v.level = 'friends' and i.version <= ${seq}
        order by v.resource_id limit ${pageSize}`.execute(db.sql)
      for (const { id } of rows) {
        yield { kind, id }
        await pauseIfLong()
      }
      isLast = rows.length < pageSize
      after = rows.at(-1)?.id ?? after
    }
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Changed = Pick<BatchEntry, 'kind' | 'id' | 'rows'>

/**
 * Finds the shared timers and schedules that link to these todos and schedules. People who can see such a timer or
 * schedule also see the item that it links to, even if that item is private.
 */
async function sharedAround(db: Db, entries: readonly BatchEntry[]): Promise<Changed[]> {
  const idsOf = (kind: string) => entries.filter(entry => entry.kind === kind).map(entry => entry.id)
  const [todos, schedules] = [idsOf('todo'), idsOf('schedule')]
  const showing = (kind: string, table: string, column: string, ids: readonly string[]) =>
    ids.length === 0
      ? []
      : [
          sql`select ${sql.lit(kind)} as kind, id from ${sql.table(table)}
            where ${db.dialect.idIn(column, ids)} and level <> 'private'`,
        ]
  const found = [
    ...showing('timer', 'timers', 'todo_id', todos),
    ...showing('timer', 'timers', 'schedule_id', schedules),
    ...showing('schedule', 'schedules', 'source_todo_id', todos),
  ]
  if (found.length === 0) return []
  const { rows } = await sql<{ kind: string; id: string }>`${sql.join(found, sql` union `)}`.execute(db.sql)
  const known = new Set(entries.map(({ kind, id }) => `${kind} ${id}`))
  return rows.filter(({ kind, id }) => !known.has(`${kind} ${id}`)).map(row => ({ ...row, rows: null }))
}

async function* viewersOf(
  db: Db,
  ownerId: string,
  entries: readonly Changed[],
  { friends, departed }: { friends: () => Promise<readonly string[]>; departed: ReadonlySet<string> },
): AsyncGenerator<Viewers> {
  const now = await currentSharing(db, entries)
  const pauseIfLong = pauses()
  for (const entry of entries) {
    const [current, past] = [now.get(entry.id), former(entry.rows ?? [])]
    // Skips private items before any query, because a batch may have thousands of them.
    if (!current && !past) continue
    const { levels, people, addresses, domains } = merge(current, past)
    people.delete(ownerId)
    // Ignores blocks for people who have lost the friendship, because they must not learn whether a block ended it.
    const removed = past?.people.intersection(departed) ?? []
    const isForFriends = [...levels].some(level => ANY_FRIEND.has(level))
    const told = new Set([
      ...(isForFriends ? await friends() : []),
      ...(await withoutBlocks(db, ownerId, [...people])),
      ...removed,
    ])
    const { kind, id } = entry
    if (told.size > 0) yield { kind, id, user_ids: [...told] }
    for await (const page of peopleAt(db, addresses, domains)) {
      const others = page.filter(other => other !== ownerId && !told.has(other))
      const user_ids = await withoutBlocks(db, ownerId, others)
      if (user_ids.length > 0) yield { kind, id, user_ids }
      await pauseIfLong()
    }
    await pauseIfLong()
  }
}

interface Reach {
  levels: Set<string>
  people: Set<string>
  addresses: Set<string>
  domains: Set<string>
}

const nobody = (): Reach => ({
  levels: new Set(),
  people: new Set(),
  addresses: new Set(),
  domains: new Set(),
})

const merge = (a: Reach = nobody(), b: Reach = nobody()): Reach => ({
  levels: a.levels.union(b.levels),
  people: a.people.union(b.people),
  addresses: a.addresses.union(b.addresses),
  domains: a.domains.union(b.domains),
})

/** Finds the people who had access before the batch, from the previous values of its rows. */
function former(rows: readonly StoredRow[]): Reach | undefined {
  const sharing = rows.filter(({ table }) => table.startsWith('visibility'))
  if (sharing.length === 0) return undefined
  const reach = nobody()
  for (const { table, before } of sharing) {
    if (before === null) continue
    if (table === 'visibility' && before['level']) reach.levels.add(String(before['level']))
    if (table === 'visibility_users') reach.people.add(String(before['user_id']))
    if (table === 'visibility_emails') reach.addresses.add(String(before['email']))
    if (table === 'visibility_domains') reach.domains.add(String(before['domain']))
  }
  return reach
}

async function currentSharing(db: Db, entries: readonly Changed[]): Promise<Map<string, Reach>> {
  if (entries.length === 0) return new Map()
  const ids = entries.map(entry => entry.id)
  const list = (table: string, column: string, field: keyof Reach) => sql`
    select resource_id as id, ${sql.lit(field)} as field, ${sql.ref(column)} as value from ${sql.table(table)}
    where ${db.dialect.idIn('resource_id', ids)}`
  const { rows } = await sql<{ id: string; field: keyof Reach; value: string }>`
    ${list('visibility', 'level', 'levels')} union all ${list('visibility_users', 'user_id', 'people')}
    union all ${list('visibility_emails', 'email', 'addresses')}
    union all ${list('visibility_domains', 'domain', 'domains')}`.execute(db.sql)
  const found = new Map<string, Reach>()
  for (const { id, field, value } of rows) {
    const reach = found.get(id) ?? nobody()
    reach[field].add(value)
    found.set(id, reach)
  }
  return found
}

const PEOPLE_AT_ONCE = 1000

/** Reads the people with these verified addresses, or with an address in these domains, in pages. */
async function* peopleAt(db: Db, addresses: Set<string>, domains: Set<string>): AsyncGenerator<string[]> {
  if (addresses.size === 0 && domains.size === 0) return
  const patterns = [...domains].map(domain => `%@${domain.replace(/[\\%_]/g, '\\$&')}`)
  const conditions = [
    ...(addresses.size > 0 ? [db.dialect.textIn('email', [...addresses])] : []),
    ...(domains.size > 0 ? [db.dialect.likeAny('email', patterns)] : []),
  ]
  for (let [after, isLast] = ['', false]; !isLast; ) {
    const { rows } = await sql<{ id: string }>`
      select id from users where email_verified = ${true} and (${sql.join(conditions, sql` or `)}) and id > ${after}
      order by id limit ${PEOPLE_AT_ONCE}`.execute(db.sql)
    yield rows.map(({ id }) => id)
    after = rows.at(-1)?.id ?? after
    isLast = rows.length < PEOPLE_AT_ONCE
  }
}

async function withoutBlocks(db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where ${db.dialect.textIn('u.id', ids)}
      and not (${blockBetween(ownerId, sql.ref('u.id'))})`.execute(db.sql)
  return rows.map(({ id }) => id)
}
