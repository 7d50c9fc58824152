// SQL of lists of todos: scopes, filters with ancestors, and pages in the default order.
import type { Scope } from '@daymark/contract/words'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, type PageRequest, pageSize } from '../../kernel/page.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Viewer } from '../visibility/policy.ts'
import { readableBy, sharedIds } from '../visibility/scope.ts'
import type { OrderKey } from './todo.ts'
import { type ViewRow, viewColumns, withLevel } from './view-store.ts'

export interface TodoFilter {
  scope: Scope
  group_ids?: readonly string[]
  tag_ids?: readonly string[]
}

const ORDER = sql`t.status_rank, t.deadline_rank, t.newest_rank, t.id`
const MATCH = sql`'MATCH' as include_reason`

/** One more than the page holds, if there is one more. */
export async function listRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  page: PageRequest,
): Promise<ViewRow[]> {
  const columns = viewColumns(db, filter.scope === 'mine' ? undefined : viewer)
  const within = pageOf(page)
  const statement = filter.tag_ids?.length
    ? taggedRows(db, viewer, filter, columns, within)
    : plainRows(db, viewer, filter, columns, within)
  return (await statement.execute(db.sql)).rows
}

interface Within {
  after: RawBuilder<unknown>
  ordered: RawBuilder<unknown>
}

function pageOf(page: PageRequest): Within {
  const after = decodeCursor<OrderKey>(page, ['number', 'number', 'number', 'uuid'])
  return {
    after: after ? sql`and (${ORDER}) > (${sql.join(after)})` : sql``,
    ordered: sql`order by ${ORDER} limit ${pageSize(page) + 1}`,
  }
}

function plainRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  columns: RawBuilder<unknown>,
  { after, ordered }: Within,
): RawBuilder<ViewRow> {
  const groups = filter.group_ids?.length ? filter.group_ids : undefined
  const own = sql`t.owner_id = ${viewer.id}`
  const shared = sql`t.id in (${sharedIds('todo', viewer)})`
  const select = (where: RawBuilder<unknown>) => sql<ViewRow>`
    select ${columns}, ${MATCH} from todos t ${withLevel} where ${where} ${after} ${ordered}`
  if (groups && filter.scope === 'mine') return select(inOwnGroups(db, viewer, groups))
  if (groups) return select(sql`${inGroups(db, groups)} and ${rowInScope(filter.scope, viewer)}`)
  if (filter.scope === 'mine') return select(own)
  if (filter.scope === 'shared') return select(shared)
  // Each half stops at the limit by itself, so that a page does not grow with what is behind it.
  const half = (where: RawBuilder<unknown>) =>
    sql`select * from (select * from todos t where ${where} ${after} ${ordered}) half`
  return sql<ViewRow>`
    select ${columns}, ${MATCH} from (${half(own)} union all ${half(shared)}) t ${withLevel} ${ordered}`
}

/** Matched todos and all above them, each as far as the viewer may see it. */
function taggedRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  columns: RawBuilder<unknown>,
  { after, ordered }: Within,
): RawBuilder<ViewRow> {
  const [first, ...others] = filter.tag_ids ?? []
  const inScope = rowInScope(filter.scope, viewer)
  const conditions = [
    sql`x.tag_id = ${first}`,
    ...others.map(id => sql`exists (select 1 from todo_tags y where y.todo_id = t.id and y.tag_id = ${id})`),
    ...(filter.group_ids?.length ? [inGroups(db, filter.group_ids)] : []),
    inScope,
  ]
  return sql<ViewRow>`
    with recursive matched (id, parent_id) as (
      select t.id, t.parent_id from todo_tags x join todos t on t.id = x.todo_id
      where ${sql.join(conditions, sql` and `)}),
    line (id, parent_id) as (
      select id, parent_id from matched
      union select p.id, p.parent_id from line join todos p on p.id = line.parent_id)
    select ${columns},
      case when t.id in (select id from matched) then 'MATCH' else 'ANCESTOR' end as include_reason
    from todos t ${withLevel}
    where t.id in (select id from line) and ${inScope} ${after} ${ordered}`
}

/** Asked of each row: for rows that are found by a group or a tag. */
function rowInScope(scope: Scope, viewer: Viewer): RawBuilder<unknown> {
  if (scope === 'mine') return sql`t.owner_id = ${viewer.id}`
  const readable = readableBy('todo', viewer, 't')
  return scope === 'all' ? readable : sql`t.owner_id <> ${viewer.id} and ${readable}`
}

/** One group is compared with `=`, so that the index of groups also gives the order. */
const inGroups = (db: Db, ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`t.tag_group_id = ${ids[0]}` : db.dialect.idIn('t.tag_group_id', ids)

/** By way of the groups, for a condition on the owner could make a database walk through all of the owner's todos. */
const inOwnGroups = (db: Db, viewer: Viewer, ids: readonly string[]): RawBuilder<unknown> => {
  const own = sql`(select g.id from tag_groups g where g.owner_id = ${viewer.id} and ${db.dialect.idIn('g.id', ids)})`
  return ids.length === 1 ? sql`t.tag_group_id = ${own}` : sql`t.tag_group_id in ${own}`
}
