// The decision order of `policy.ts` as a SQL predicate, composed into every list of things that can be shared.
import type { Scope } from '@daymark/contract/words'
import { type RawBuilder, sql } from 'kysely'
import { domainOf, type ResourceType, type Viewer } from './policy.ts'

/**
 * The ids of what others share with the viewer: one branch per level, each led by an index,
 * so that the resource tables are entered by key and never scanned.
 */
export function sharedIds(type: ResourceType, viewer: Viewer): RawBuilder<string> {
  const me = viewer.id
  const shared = sql`select v.resource_id from visibility v`
  const here = sql`v.resource_type = ${type} and v.owner_id <> ${me}
    and not exists (select 1 from blocks b where b.blocker_id = v.owner_id and b.blocked_id = ${me})
    and not exists (select 1 from blocks b where b.blocker_id = ${me} and b.blocked_id = v.owner_id)`
  const branches = [
    sql`${shared} where v.level = 'public' and ${here}`,
    sql`${shared} join friends f on f.friend_id = v.owner_id and f.user_id = ${me}
      where v.level = 'friends' and ${here}`,
    sql`${shared} join visibility_users u on u.visibility_id = v.id and u.user_id = ${me}
      where v.level = 'selected' and ${here}`,
  ]
  if (viewer.email !== null) {
    branches.push(
      sql`${shared} join visibility_emails e on e.visibility_id = v.id and e.email = ${viewer.email}
        where v.level = 'allowed_emails' and ${here}`,
      sql`${shared} join visibility_domains d on d.visibility_id = v.id and d.domain = ${domainOf(viewer.email)}
        where v.level = 'allowed_emails' and ${here}`,
    )
  }
  return sql<string>`${sql.join(branches, sql` union `)}`
}

/** True for the rows of `table` (with `id` and `owner_id`) that belong to the scope. */
export function inScope(
  type: ResourceType,
  scope: Scope,
  viewer: Viewer,
  table: string,
): RawBuilder<boolean> {
  const id = sql.ref(`${table}.id`)
  const mine = sql<boolean>`${sql.ref(`${table}.owner_id`)} = ${viewer.id}`
  if (scope === 'mine') return mine
  if (scope === 'shared') return sql<boolean>`${id} in (${sharedIds(type, viewer)})`
  // A union and not an `or`: with `or` PostgreSQL would scan the whole table.
  return sql<boolean>`${id} in (
    select own.id from ${sql.table(TABLES[type])} own where own.owner_id = ${viewer.id}
    union ${sharedIds(type, viewer)})`
}

/**
 * True for a row of `table` that the viewer may read. Asked row by row, so it is for few rows that are found by
 * other means; a list of all that is shared starts from `sharedIds`.
 */
export function readableBy(type: ResourceType, viewer: Viewer, table: string): RawBuilder<boolean> {
  const me = viewer.id
  const allowed = [
    sql`v.level = 'public'`,
    sql`v.level = 'friends' and exists (
      select 1 from friends f where f.user_id = ${me} and f.friend_id = v.owner_id)`,
    sql`v.level = 'selected' and exists (
      select 1 from visibility_users u where u.visibility_id = v.id and u.user_id = ${me})`,
  ]
  if (viewer.email !== null) {
    allowed.push(
      sql`v.level = 'allowed_emails' and (exists (
        select 1 from visibility_emails e where e.visibility_id = v.id and e.email = ${viewer.email}) or exists (
        select 1 from visibility_domains d where d.visibility_id = v.id and d.domain = ${domainOf(viewer.email)}))`,
    )
  }
  return sql<boolean>`(${sql.ref(`${table}.owner_id`)} = ${me} or exists (select 1 from visibility v
    where v.resource_type = ${type} and v.resource_id = ${sql.ref(`${table}.id`)}
    and not exists (select 1 from blocks b where b.blocker_id = v.owner_id and b.blocked_id = ${me})
    and not exists (select 1 from blocks b where b.blocker_id = ${me} and b.blocked_id = v.owner_id)
    and (${sql.join(allowed, sql` or `)})))`
}

/** The level of each row of `table`, null while it is private; for lists, as one more column. */
export const levelOf = (type: ResourceType, table: string): RawBuilder<string | null> =>
  sql<string | null>`(select v.level from visibility v
    where v.resource_type = ${type} and v.resource_id = ${sql.ref(`${table}.id`)})`

export const TABLES = { schedule: 'schedules', timer: 'timers', todo: 'todos', meeting: 'meetings' } as const
