// SQL of search: finds matching items in the order of results.
import type { SearchKind } from '@daymark/contract/search/search'
import type { SearchWord } from '@daymark/contract/search/search-text'
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import type { Dialect } from '../../platform/storage/dialect.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { meetingBranches } from '../meetings/store.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import type { Viewer } from '../visibility/policy.ts'
import { pageOver, scopeBranches } from '../visibility/scope.ts'
import type { Filter, Period } from './filter.ts'
import { byPlace, type Place, type PlaceKey } from './hit.ts'

export type ItemKind = Exclude<SearchKind, 'person'>

type Condition = RawBuilder<boolean>

interface Searched {
  table: string
  /** The table with the item's tags, and its column with the item's id. */
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
}

/** Finds the first items after a place. */
export async function findItems(db: Db, search: Search): Promise<Place[]> {
  const { scope } = search.filter
  const own = scope === 'shared' ? [] : await findOwn(db, search)
  const shared = scope === 'mine' ? [] : await findIn(db, search, sharedBranches(db, search))
  return best([...own, ...shared], search.limit)
}

const best = (places: Place[], limit: number): Place[] => places.sort(byPlace).slice(0, limit)

/** Each branch stops at the limit. */
async function findIn(db: Db, { limit }: Search, branches: RawBuilder<unknown>[]): Promise<Place[]> {
  if (branches.length === 0) return []
  const { rows } = await sql<Place>`
    ${pageOver(branches, branch => branch, sql`rank, newest, kind, id`, limit)}`.execute(db.sql)
  return rows
}

/** The texts of one statement. SQLite reads them in about 10 ms, and PostgreSQL does not block other requests. */
const STEP = { sqlite: 20_000, postgres: 200_000 }

/**
 * Reads own texts from the newest to the oldest in steps, so that an account with a million items does not block other
 * requests. Ends early once no older item can come before those found.
 */
async function findOwn(db: Db, search: Search): Promise<Place[]> {
  const { viewer, limit, after } = search
  const breathe = pauses()
  let found: Place[] = []
  for (let before: number | undefined; ; ) {
    const from = await stepStart(db, viewer.id, before)
    // Older items come after all that have the same rank.
    const worst = found.length < limit ? undefined : found.at(-1)?.rank
    if (worst !== undefined && worst <= (after?.[0] ?? 0)) return found
    const step = ownBranches(db, search, { from, before, below: worst })
    found = best([...found, ...(await findIn(db, search, step))], limit)
    if (from === undefined) return found
    before = from
    await breathe()
  }
}

/** The creation time at which a step that ends before another time starts; undefined in the last step. */
async function stepStart(db: Db, ownerId: string, before: number | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ created_at: number }>`
    select s.created_at from search_texts s
    where s.owner_id = ${ownerId} ${before === undefined ? sql`` : sql`and s.created_at < ${before}`}
    order by s.created_at desc limit 1 offset ${STEP[db.dialect.name]} + 0`.execute(db.sql)
  return rows[0]?.created_at
}

/** A part of the texts of one person, by creation time. */
interface Step {
  from: number | undefined
  before: number | undefined
  /** If set, only hits of a better rank matter. */
  below: number | undefined
}

/** Joins the tables of items only if a filter needs it. */
function ownBranches(db: Db, search: Search, { from, before, below }: Step): RawBuilder<unknown>[] {
  const isInStep = conjunction([
    sql`s.owner_id = ${search.viewer.id}`,
    ...(from === undefined ? [] : [sql`s.created_at >= ${from}`]),
    ...(before === undefined ? [] : [sql`s.created_at < ${before}`]),
  ])
  const plain = search.kinds.filter(kind => filtersOf(kind, search.filter).length === 0)
  const filtered = search.kinds.filter(kind => !plain.includes(kind))
  return [
    ...(plain.length > 0 ? [branchOf(db, search, plain, sql`search_texts s`, [isInStep], below)] : []),
    ...filtered.map(kind => {
      const table = sql.table(SEARCHED[kind].table)
      const joined = sql`search_texts s join ${table} t on t.id = s.id and t.owner_id = s.owner_id`
      return branchOf(db, search, [kind], joined, [isInStep, ...filtersOf(kind, search.filter)], below)
    }),
  ]
}

const sharedBranches = (db: Db, search: Search): RawBuilder<unknown>[] =>
  search.kinds.flatMap(kind => sharedBranchesOf(db, kind, search))

function sharedBranchesOf(db: Db, kind: ItemKind, search: Search): RawBuilder<unknown>[] {
  if (kind === 'tag') return []
  const { viewer, filter } = search
  const others = { ...filter, scope: 'shared' as const }
  const shared =
    kind === 'meeting' ? meetingBranches(viewer, others, 't') : scopeBranches(kind, others, viewer, 't')
  // On SQLite, `cross join` fixes the join order: first the items that others share, then their texts.
  const joined = sql`${sql.table(SEARCHED[kind].table)} t cross join search_texts s`
  const sameItem = sql<boolean>`s.owner_id = t.owner_id and s.id = t.id`
  const filters = filtersOf(kind, filter)
  return shared.map(branch => branchOf(db, search, [kind], joined, [branch, sameItem, ...filters]))
}

/** Selects the items of these kinds that match and come after the last page. */
function branchOf(
  { dialect }: Db,
  { words, after }: Search,
  kinds: readonly ItemKind[],
  from: RawBuilder<unknown>,
  conditions: readonly Condition[],
  below?: number,
): RawBuilder<unknown> {
  const isKind = sql<boolean>`s.kind in (${sql.join(kinds.map(kind => sql.lit(kind)))})`
  const where = sql.join([...conditions, isKind, ...matchesOf(dialect, words)], sql` and `)
  return sql`
    select * from (
      select s.kind, s.id, -s.created_at as newest, ${rankIn(dialect, words)} as rank
      from ${from} where ${where}) found
    where ${after ? isAfter(after) : sql`true`} ${below === undefined ? sql`` : sql`and rank < ${below}`}`
}

/** After a person, compares only up to the kind, because the id of a person is not a UUID. */
function isAfter([rank, newest, kind, id]: PlaceKey): RawBuilder<unknown> {
  if (kind === 'person') return sql`(rank, newest, kind) > (${rank}, ${newest}, ${kind})`
  return sql`(rank, newest, kind, id) > (${rank}, ${newest}, ${kind}, ${id})`
}

function filtersOf(kind: ItemKind, { tag_ids, status, period }: Filter): Condition[] {
  const { tags, status: column, within } = SEARCHED[kind]
  const [table = '', item = ''] = tags ?? []
  return [
    ...tag_ids.map(
      id => sql<boolean>`exists (select 1 from ${sql.table(table)} x
        where ${sql.ref(`x.${item}`)} = t.id and x.tag_id = ${id})`,
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

/** Computes the same rank as `rankOf` of the contract. */
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
