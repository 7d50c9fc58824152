import type { SearchKind } from '@daymark/contract/search/search'
import type { SearchWord } from '@daymark/contract/search/search-text'
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../../platform/storage/dialect.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { joinedBranches } from '../meetings/store.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import type { Viewer } from '../visibility/policy.ts'
import { type FriendRange, friendBranches, otherBranches, pageOver } from '../visibility/scope.ts'
import type { Filter, Period } from './filter.ts'
import type { Place, PlaceKey } from './hit.ts'

export type ItemKind = Exclude<SearchKind, 'person'>

type Condition = RawBuilder<boolean>

interface Searched {
  table: string
  /** The item's tag table and the column in it that contains the item id. */
  tags?: [table: string, column: string]
  status?: string
  /** True if the item is in the period. The table has the alias `t`. */
  within?: (period: Period) => Condition[]
}

const SEARCHED: Record<ItemKind, Searched> = {
  todo: {
    table: 'todos',
    tags: ['todo_tags', 'todo_id'],
    status: 'status',
    within: ({ from, to }) => [
      sql<boolean>`(${between('t.deadline', from?.at, to?.at)}
        or ${between('t.deadline_date', from?.date, to?.date)})`,
    ],
  },
  schedule: {
    table: 'schedules',
    tags: ['schedule_tags', 'schedule_id'],
    status: 'state',
    within: ({ from, to }) => [
      sql<boolean>`((${overlaps(from?.date, to?.date)} and t.all_day)
        or (${overlaps(from?.at, to?.at)} and not t.all_day))`,
    ],
  },
  timer: {
    table: 'timers',
    tags: ['timer_tags', 'timer_id'],
    status: 'status',
    within: ({ from, to }) => [between('t.started_at', from?.at, to?.at)],
  },
  tag: { table: 'tags' },
  meeting: {
    table: 'meetings',
    within: ({ from, to }) => [
      ...(to ? [sql<boolean>`t.start_date <= ${dateText(to.date)}`] : []),
      ...(from ? [sql<boolean>`t.end_date >= ${dateText(from.date)}`] : []),
    ],
  },
}

const ALL_KINDS = Object.keys(SEARCHED).length

/** True if the schedule overlaps the period. A series lasts from its first to its last occurrence. */
const overlaps = (from: number | undefined, to: number | undefined): Condition =>
  conjunction([
    ...(to === undefined ? [] : [sql`t.range_start <= ${to}`]),
    ...(from === undefined ? [] : [sql`(t.range_end > ${from} or t.range_start >= ${from})`]),
  ])

function between(column: string, from: number | undefined, to: number | undefined): Condition {
  const name = sql.ref(column)
  return conjunction([
    ...(from === undefined ? [] : [sql`${name} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${name} <= ${to}`]),
  ])
}

const conjunction = (conditions: readonly RawBuilder<unknown>[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`

export interface Search {
  viewer: Viewer
  words: readonly SearchWord[]
  filter: Filter
  kinds: readonly ItemKind[]
  limit: number
  after: PlaceKey | undefined
  /** How much one statement reads. Tests use small steps. */
  step?: StepSize
}

export interface StepSize {
  texts: number
  friends: number
}

/** A query that returns hits in result order. */
type Branch = RawBuilder<unknown>

/** Runs the branches as one statement. Each branch stops at the limit. */
export async function findIn(db: Db, { limit }: Search, branches: readonly Branch[]): Promise<Place[]> {
  if (branches.length === 0) return []
  const { rows } = await sql<Place>`
    ${pageOver(branches, branch => branch, sql`rank, newest, kind, id`, limit)}`.execute(db.sql)
  return rows
}

/** A range of one person's texts by creation time. */
export interface Step {
  from: number | undefined
  before: number | undefined
  /** If set, only hits with a better rank matter. */
  below: number | undefined
}

/** Joins the item tables only if a filter needs them. */
export function ownBranches(db: Db, search: Search, { from, before, below }: Step): Branch[] {
  const { viewer, filter, kinds } = search
  const isInStep = conjunction([
    sql`s.owner_id = ${viewer.id}`,
    ...(from === undefined ? [] : [sql`s.created_at >= ${from}`]),
    ...(before === undefined ? [] : [sql`s.created_at < ${before}`]),
  ])
  const plain = kinds.filter(kind => filtersOf(kind, filter).length === 0)
  const filtered = kinds.filter(kind => !plain.includes(kind))
  return [
    ...(plain.length > 0 ? [branchOf(db, search, plain, sql`search_texts s`, [isInStep], below)] : []),
    ...filtered.map(kind => {
      const joined = readsItem(filter)
        ? sql`search_texts s join ${sql.table(SEARCHED[kind].table)} t on t.id = s.id and t.owner_id = s.owner_id`
        : sql`search_texts s`
      return branchOf(db, search, [kind], joined, [isInStep], below)
    }),
  ]
}

/**
 * Finds items that these friends share with all of their friends and, if `public_from` is `friends`, their public
 * items.
 */
export const friendsBranches = (db: Db, search: Search, range: FriendRange): Branch[] =>
  search.kinds.flatMap(kind =>
    kind === 'tag'
      ? []
      : sharedIn(db, search, kind, friendBranches(search.viewer, search.filter, 't', range)),
  )

/**
 * Finds items that are shared through an allow-list, and public items. If `public_from` is `friends`, finds only those
 * public items that are meetings in which the viewer participates.
 */
export const othersBranches = (db: Db, search: Search): Branch[] =>
  search.kinds.flatMap(kind => {
    if (kind === 'tag') return []
    const { viewer, filter } = search
    const joined = kind === 'meeting' ? joinedBranches(viewer, filter, 't') : []
    return sharedIn(db, search, kind, [...otherBranches(kind, viewer, filter, 't'), ...joined])
  })

function sharedIn(db: Db, search: Search, kind: ItemKind, branches: readonly Condition[]): Branch[] {
  // On SQLite, `cross join` fixes the join order: first the items that others share, then their texts.
  const joined = sql`${sql.table(SEARCHED[kind].table)} t cross join search_texts s`
  const sameItem = sql<boolean>`s.owner_id = t.owner_id and s.id = t.id`
  return branches.map(branch => branchOf(db, search, [kind], joined, [branch, sameItem]))
}

/** Selects the items of these kinds that match and come after the last page. */
function branchOf(
  { dialect }: Db,
  { words, after, filter }: Search,
  kinds: readonly ItemKind[],
  from: RawBuilder<unknown>,
  conditions: readonly Condition[],
  below?: number,
): Branch {
  // Compares texts before kinds, because few texts contain the words, and comparing kinds takes just as long.
  const isKind =
    kinds.length === ALL_KINDS ? [] : [sql`s.kind in (${sql.join(kinds.map(kind => sql.lit(kind)))})`]
  const filters = kinds.flatMap(kind => filtersOf(kind, filter))
  const where = sql.join([...conditions, ...matchesOf(dialect, words), ...isKind, ...filters], sql` and `)
  return sql`
    select * from (
      select s.kind, s.id, -s.created_at as newest, ${rankIn(dialect, words)} as rank
      from ${from} where ${where}) found
    where ${after ? isAfter(after) : sql`true`} ${below === undefined ? sql`` : sql`and rank < ${below}`}`
}

/** Selects places after this key. For a person, compares only up to the kind, because a user id is not a UUID. */
function isAfter([rank, newest, kind, id]: PlaceKey): RawBuilder<unknown> {
  if (kind === 'person') return sql`(rank, newest, kind) > (${rank}, ${newest}, ${kind})`
  return sql`(rank, newest, kind, id) > (${rank}, ${newest}, ${kind}, ${id})`
}

/** True if a filter needs the item's own columns, not only its tags. */
const readsItem = ({ status, period }: Filter): boolean =>
  status.length > 0 || period.from !== undefined || period.to !== undefined

function filtersOf(kind: ItemKind, { tag_ids, status, period }: Filter): Condition[] {
  const { tags, status: column, within } = SEARCHED[kind]
  const [table = '', item = ''] = tags ?? []
  return [
    ...tag_ids.map(
      id => sql<boolean>`exists (select 1 from ${sql.table(table)} x
        where ${sql.ref(`x.${item}`)} = s.id and x.tag_id = ${id})`,
    ),
    ...(status.length > 0 ? [sql<boolean>`${sql.ref(`t.${column}`)} in (${sql.join(status)})`] : []),
    ...(period.from || period.to ? (within?.(period) ?? []) : []),
  ]
}

const TEXT = sql.ref('s.text')
const INITIALS = sql.ref('s.initials')

const matchesOf = ({ contains }: Dialect, words: readonly SearchWord[]): Condition[] =>
  words.flatMap(({ parts, initials }) => [
    ...parts.map(part => contains(TEXT, part)),
    ...(initials === null ? [] : [contains(INITIALS, initials)]),
  ])

/** Computes the same rank as `rankOf` in the contract. */
function rankIn({ position }: Dialect, words: readonly SearchWord[]): RawBuilder<number> {
  const at = ({ parts, initials }: SearchWord, before = '') =>
    initials === null
      ? position(TEXT, `${before}${parts[0] ?? ''}`)
      : position(INITIALS, `${before}${initials}`)
  const isInTitle = words.map(word => sql`${at(word)} <= s.title_length`)
  const [first] = words
  if (!first) throw new RangeError('A search has at least one word.')
  const start = at(first, ' ')
  return sql<number>`case when ${sql.join(isInTitle, sql` and `)}
    then case when ${start} = 1 then 0 when ${start} between 1 and s.title_length then 1 else 2 end
    else case when ${start} = 1 then 3 when ${start} > 0 then 4 else 5 end end`
}
