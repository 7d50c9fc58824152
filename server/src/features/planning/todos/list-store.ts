import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, type PageRequest, pageSize } from '../../../platform/kernel/page.ts'
import { statement } from '../../../platform/storage/statements/statement.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { ScopeChoice, Viewer } from '../../visibility/policy.ts'
import { pageOver, rowInScope, scopeBranches } from '../../visibility/scope.ts'
import { type ManualKey, NO_POSITION, type OrderKey, type TodoOrder } from './todo.ts'
import type { ViewRow } from './view.ts'
import { todoView } from './view-store.ts'

export interface TodoFilter extends ScopeChoice {
  group_ids?: readonly string[]
  tag_ids?: readonly string[]
  order?: TodoOrder
}

interface Order {
  /** Select list of the sort key without the id, for the table alias `t`. */
  readonly columns: RawBuilder<unknown>
  readonly names: RawBuilder<unknown>
  /** The whole sort key including the id, for the table alias `t`. */
  readonly key: RawBuilder<unknown>
}

const RANKS = sql`t.status_rank, t.deadline_rank, t.newest_rank`
/** Columns that the sort keys need. */
const KEY_COLUMNS = sql`t.position, ${RANKS}`
/** Uses a literal, because the database does not use the index on this expression with a parameter. */
const POSITION = sql`coalesce(t.position, ${sql.lit(NO_POSITION)})`

const ORDERS: Record<TodoOrder, Order> = {
  default: { columns: RANKS, names: sql`status_rank, deadline_rank, newest_rank`, key: sql`${RANKS}, t.id` },
  position: {
    columns: sql`${POSITION} as position_rank, ${RANKS}`,
    names: sql`position_rank, status_rank, deadline_rank, newest_rank`,
    key: sql`${POSITION}, ${RANKS}, t.id`,
  },
}
const MATCH = sql`'MATCH' as include_reason`

/** Reads one more row than the page needs, to detect a next page. */
export async function listRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  page: PageRequest,
): Promise<ViewRow[]> {
  const limit = pageSize(page) + 1
  const { order = 'default' } = filter
  const ranks = ['number', 'number', 'number', 'uuid']
  const after = decodeCursor<OrderKey | ManualKey>(page, order === 'default' ? ranks : ['string', ...ranks])
  const plain = !filter.group_ids?.length && !filter.tag_ids?.length
  if (plain && filter.scope === 'mine' && order === 'default') {
    return after ? ownAfter(db, viewer.id, limit, ...(after as OrderKey)) : ownFirst(db, viewer.id, limit)
  }
  const columns = todoView(db, filter.scope === 'mine' ? undefined : viewer)
  const within = pageOf(limit, after, ORDERS[order])
  const rows = filter.tag_ids?.length
    ? taggedRows(db, viewer, filter, columns, within)
    : plainRows(db, viewer, filter, columns, within)
  return (await rows.execute(db.sql)).rows
}

interface Within {
  limit: number
  after: RawBuilder<unknown>
  ordered: RawBuilder<unknown>
  order: Order
}

const pageOf = (
  limit: number,
  after: OrderKey | ManualKey | undefined,
  order: Order = ORDERS.default,
): Within => ({
  limit,
  order,
  after: after ? sql`and (${order.key}) > (${sql.join([...after])})` : sql``,
  // Adds `+ 0`, because SQLite recompiles the statement at every execution if the limit is a bare parameter.
  ordered: sql`order by ${order.key} limit ${limit} + 0`,
})

const ownPage = (db: Db, ownerId: string, { after, ordered }: Within) => sql<ViewRow>`
  select ${todoView(db)}, ${MATCH} from todos t where t.owner_id = ${ownerId} ${after} ${ordered}`

const ownFirst = statement<[ownerId: string, limit: number], ViewRow>((db, ownerId, limit) =>
  ownPage(db, ownerId, pageOf(limit, undefined)),
)
const ownAfter = statement<[ownerId: string, limit: number, ...OrderKey], ViewRow>(
  (db, ownerId, limit, ...after) => ownPage(db, ownerId, pageOf(limit, after)),
)

function plainRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  columns: RawBuilder<unknown>,
  { after, ordered, limit, order }: Within,
): RawBuilder<ViewRow> {
  const groups = filter.group_ids?.length ? filter.group_ids : undefined
  const select = (where: RawBuilder<unknown>) => sql<ViewRow>`
    select ${columns}, ${MATCH} from todos t where ${where} ${after} ${ordered}`
  if (groups && filter.scope === 'mine') return select(inOwnGroups(db, viewer, groups))
  if (filter.scope === 'mine') return select(sql`t.owner_id = ${viewer.id}`)
  if (groups) return select(sql`${inGroups(db, groups)} and ${rowInScope('todo', filter, viewer, 't')}`)
  // Finds the ids of the page using only indexes, then reads their rows.
  const found = pageOver(
    scopeBranches('todo', filter, viewer, 't'),
    where => sql`select t.id, ${order.columns} from todos t where ${where} ${after}`,
    sql`${order.names}, id`,
    limit,
  )
  return sql<ViewRow>`
    select ${columns}, ${MATCH} from (${found}) found join todos t on t.id = found.id ${ordered}`
}

/**
 * Selects matching todos and all of their ancestors that are in the scope. Sorts ids and sort keys before it reads
 * rows, because a tag may have very many todos.
 */
function taggedRows(
  db: Db,
  viewer: Viewer,
  filter: TodoFilter,
  columns: RawBuilder<unknown>,
  { after, ordered, order }: Within,
): RawBuilder<ViewRow> {
  const [first, ...others] = filter.tag_ids ?? []
  const inScope = rowInScope('todo', filter, viewer, 't')
  const conditions = [
    sql`x.tag_id = ${first}`,
    sql`t.id = x.todo_id`,
    ...others.map(id => sql`exists (select 1 from todo_tags y where y.todo_id = t.id and y.tag_id = ${id})`),
    ...(filter.group_ids?.length ? [inGroups(db, filter.group_ids)] : []),
    inScope,
  ]
  // `cross join` fixes the join order on SQLite, which would otherwise read all todos of the owner.
  return sql<ViewRow>`
    with recursive matched as materialized (
      select t.id, t.parent_id, ${KEY_COLUMNS} from todo_tags x cross join todos t
      where ${sql.join(conditions, sql` and `)}),
    above (id) as (
      select parent_id from matched where parent_id is not null
      union select p.parent_id from above cross join todos p where p.id = above.id and p.parent_id is not null),
    found as (
      select id, ${KEY_COLUMNS}, 'MATCH' as include_reason from matched t
      union all
      select t.id, ${KEY_COLUMNS}, 'ANCESTOR' from above cross join todos t
      where t.id = above.id and ${inScope} and t.id not in (select id from matched))
    select ${columns}, page.include_reason
    from (select t.id, t.include_reason from found t where true ${after} ${ordered}) page
    cross join todos t where t.id = page.id order by ${order.key}`
}

/** Compares a single group with `=`, so that the index on groups also provides the order. */
const inGroups = (db: Db, ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`t.tag_group_id = ${ids[0]}` : db.dialect.idIn('t.tag_group_id', ids)

/**
 * Filters by the viewer's own groups, because a condition on the owner could make the database scan all of the owner's
 * todos.
 */
const inOwnGroups = (db: Db, viewer: Viewer, ids: readonly string[]): RawBuilder<unknown> => {
  const own = sql`(select g.id from tag_groups g where g.owner_id = ${viewer.id} and ${db.dialect.idIn('g.id', ids)})`
  return ids.length === 1 ? sql`t.tag_group_id = ${own}` : sql`t.tag_group_id in ${own}`
}
