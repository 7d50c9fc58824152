// The visibility rules of `policy.ts` as SQL, used by every list of shareable items.
import { type RawBuilder, sql } from 'kysely'
import { domainOf, type ResourceType, type ScopeChoice, type Viewer } from './policy.ts'

export const TABLES = { schedule: 'schedules', timer: 'timers', todo: 'todos', meeting: 'meetings' } as const

type Condition = RawBuilder<boolean>

/**
 * Selects other people's items, unless there is a block in either direction or the owner is disabled. These people are
 * looked up once for all rows.
 */
const ofOthers = ({ id: me }: Viewer, table: string): Condition => {
  const owner = sql.ref(`${table}.owner_id`)
  return sql<boolean>`${owner} <> ${me} and ${owner} not in (
    select blocked_id from blocks where blocker_id = ${me}
    union all select blocker_id from blocks where blocked_id = ${me}
    union all select user_id from disabled_users)`
}

/** Selects other people's public items. There may be very many, so the index on public items must provide the order. */
export const isPublic = (viewer: Viewer, table: string): Condition =>
  sql<boolean>`${sql.ref(`${table}.level`)} = 'public' and ${ofOthers(viewer, table)}`

/** A range of friend ids, so that the items of thousands of friends can be read in steps. */
export interface FriendRange {
  after: string
  /** Undefined in the last range. */
  upTo: string | undefined
}

/** Uses a literal for the level, so that the database can use partial indexes. */
const ofFriends = (
  viewer: Viewer,
  table: string,
  level: 'friends' | 'public',
  range?: FriendRange,
): Condition =>
  sql<boolean>`${sql.ref(`${table}.level`)} = ${sql.lit(level)} and ${ofOthers(viewer, table)}
    and ${isFriends(viewer, table, range)}`

const isFriends = (viewer: Viewer, table: string, range?: FriendRange): Condition => {
  const after = range ? sql`and friend_id > ${range.after}` : sql``
  const upTo = range?.upTo === undefined ? sql`` : sql`and friend_id <= ${range.upTo}`
  return sql<boolean>`${sql.ref(`${table}.owner_id`)} in (
    select friend_id from friends where user_id = ${viewer.id} ${after} ${upTo})`
}

/** Selects public items of people who are not friends of the viewer. */
export const isPublicOfStranger = (viewer: Viewer, table: string): Condition =>
  sql<boolean>`${isPublic(viewer, table)} and not ${isFriends(viewer, table)}`

/**
 * True if an allow-list contains the viewer's id, address or domain. The level needs no check, because lists are
 * stored only for levels that use them.
 */
function isListed(type: ResourceType, viewer: Viewer, table: string): Condition {
  const lists = [
    sql`select u.resource_id from visibility_users u
      where u.user_id = ${viewer.id} and u.resource_type = ${type}`,
  ]
  if (viewer.email !== null) {
    lists.push(
      sql`select e.resource_id from visibility_emails e
        where e.email = ${viewer.email} and e.resource_type = ${type}`,
      sql`select d.resource_id from visibility_domains d
        where d.domain = ${domainOf(viewer.email)} and d.resource_type = ${type}`,
    )
  }
  return sql<boolean>`${sql.ref(`${table}.id`)} in (${sql.join(lists, sql` union all `)})
    and ${ofOthers(viewer, table)}`
}

/**
 * Selects items that a range of friends share with all their friends and, if `public_from` is `friends`, their public
 * items.
 */
export const friendBranches = (
  viewer: Viewer,
  { public_from }: ScopeChoice,
  table: string,
  range: FriendRange,
): Condition[] => [
  ofFriends(viewer, table, 'friends', range),
  ...(public_from === 'friends' ? [ofFriends(viewer, table, 'public', range)] : []),
]

/** Selects items that are shared through an allow-list and, unless `public_from` is `friends`, public items. */
export const otherBranches = (
  type: ResourceType,
  viewer: Viewer,
  { public_from }: ScopeChoice,
  table: string,
): Condition[] => [
  isListed(type, viewer, table),
  ...(public_from === 'friends' ? [] : [isPublic(viewer, table)]),
]

/** Selects items that are shared with the viewer as a friend or through an allow-list. */
export const givenBranches = (type: ResourceType, viewer: Viewer, table: string): Condition[] => [
  ofFriends(viewer, table, 'friends'),
  isListed(type, viewer, table),
]

/** Selects other people's items that the viewer may see, except strangers' public items. */
export const knownBranches = (type: ResourceType, viewer: Viewer, table: string): Condition[] => [
  ...givenBranches(type, viewer, table),
  ofFriends(viewer, table, 'public'),
]

/**
 * Returns disjoint conditions on rows of `table` that together form a scope. Each condition uses an index. A
 * single condition with `or` would need a scan.
 */
export function scopeBranches(
  type: ResourceType,
  { scope, public_from }: ScopeChoice,
  viewer: Viewer,
  table: string,
): Condition[] {
  const mine = sql<boolean>`${sql.ref(`${table}.owner_id`)} = ${viewer.id}`
  if (scope === 'mine') return [mine]
  const shared =
    public_from === 'friends'
      ? knownBranches(type, viewer, table)
      : [isPublic(viewer, table), ...givenBranches(type, viewer, table)]
  return scope === 'shared' ? shared : [mine, ...shared]
}

/**
 * Selects one page from several branches. Each branch stops at the limit, so that the cost does not grow with the
 * number of rows. `order` contains columns of `select`.
 */
export function pageOver<Branch>(
  branches: readonly Branch[],
  select: (branch: Branch) => RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  // Adds `+ 0`, because SQLite recompiles the statement at every execution if the limit is a bare parameter.
  const within = sql`order by ${order} limit ${limit} + 0`
  const pages = branches.map(where => sql`${select(where)} ${within}`)
  if (pages.length === 1) return sql`${pages[0]}`
  const all = pages.map(page => sql`select * from (${page}) branch`)
  return sql`select * from (${sql.join(all, sql` union all `)}) branches ${within}`
}

/**
 * True if a row of `table` belongs to the scope. Use this only for rows that another filter (such as a tag) has found,
 * because it is evaluated row by row.
 */
export function rowInScope(
  type: ResourceType,
  { scope, public_from }: ScopeChoice,
  viewer: Viewer,
  table: string,
): Condition {
  const owner = sql.ref(`${table}.owner_id`)
  const level = sql.ref(`${table}.level`)
  if (scope === 'mine') return sql<boolean>`${owner} = ${viewer.id}`
  const conditions = [readableBy(type, viewer, table)]
  if (scope === 'shared') conditions.push(sql<boolean>`${owner} <> ${viewer.id}`)
  if (public_from === 'friends') {
    const friends = isFriends(viewer, table)
    conditions.push(sql<boolean>`(${level} <> 'public' or ${owner} = ${viewer.id} or ${friends})`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * True if the viewer may read a row of `table`. Use this only for a few rows, because it is evaluated row by row.
 * Lists use `scopeBranches`.
 */
export function readableBy(type: ResourceType, viewer: Viewer, table: string): Condition {
  const me = viewer.id
  const id = sql.ref(`${table}.id`)
  const owner = sql.ref(`${table}.owner_id`)
  const level = sql.ref(`${table}.level`)
  const allowed = [
    sql`${level} = 'public'`,
    sql`${level} = 'friends' and exists (
      select 1 from friends f where f.user_id = ${me} and f.friend_id = ${owner})`,
    sql`${level} = 'selected' and exists (select 1 from visibility_users u
      where u.user_id = ${me} and u.resource_type = ${type} and u.resource_id = ${id})`,
  ]
  if (viewer.email !== null) {
    allowed.push(
      sql`${level} = 'allowed_emails' and (exists (select 1 from visibility_emails e
        where e.email = ${viewer.email} and e.resource_type = ${type} and e.resource_id = ${id})
        or exists (select 1 from visibility_domains d
        where d.domain = ${domainOf(viewer.email)} and d.resource_type = ${type} and d.resource_id = ${id}))`,
    )
  }
  return sql<boolean>`(${owner} = ${me} or (${level} <> 'private'
    and not exists (select 1 from blocks b where b.blocker_id = ${owner} and b.blocked_id = ${me})
    and not exists (select 1 from blocks b where b.blocker_id = ${me} and b.blocked_id = ${owner})
    and not exists (select 1 from disabled_users o where o.user_id = ${owner})
    and (${sql.join(allowed, sql` or `)})))`
}

/** Selects each row's level, or null for a private item. */
export const levelOf = (table: string): RawBuilder<string | null> =>
  sql<string | null>`nullif(${sql.ref(`${table}.level`)}, 'private')`
