import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { type RawBuilder, sql } from 'kysely'
import { pauses } from '../../../../platform/kernel/concurrency/in-turns.ts'
import { slicesOf } from '../../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../../platform/storage/unit-of-work.ts'
import { tagReader } from '../../../tags/tags-of-store.ts'
import type { Viewer } from '../../../visibility/policy.ts'
import { givenBranches, isPublic, knownBranches } from '../../../visibility/scope.ts'
import { windowOfDates } from '../all-day/dates.ts'
import { exceptionsWhere, toExceptions } from '../exceptions/exception-store.ts'
import { ALL_DAY_CLASS, REACHES, SERIES_CLASS } from '../schedule.ts'
import { type ScheduleRow, scheduleView, toSchedule } from '../view-store.ts'
import { type Candidate, keyOfDates, type PageKey, type RangeRequest, type ReadBudget } from './range.ts'

export interface Paging {
  /** Returns only items after this position. */
  after?: PageKey | undefined
  /** The maximum number of single schedules to read per request, separately for timed and all-day schedules. */
  most: number
  /** How many schedules one statement reads. Tests use few. */
  at_once?: number
  /** Counts the rows that are read. */
  budget?: ReadBudget
}

interface Place {
  id: string
  range_start: number
}

interface Row extends ScheduleRow {
  exceptions: string | null
  known: boolean | number
}

/** How many schedules one statement reads. A calendar with more is read in turns with other requests. */
const AT_ONCE = 500
/** How many ids one statement reads. They need only an index. */
const IDS_PER_SCHEDULE = 10

export const rangeStore = (db: Db) => ({
  /**
   * Reads the candidates of all requests, usually in one statement. A candidate may be outside the windows, because
   * `range.ts` decides exactly.
   */
  async candidates(viewer: Viewer, requests: readonly RangeRequest[], paging: Paging): Promise<Candidate[]> {
    const { at_once = AT_ONCE, budget } = paging
    const window = {
      from: Math.min(...requests.map(request => request.window.from)),
      to: Math.max(...requests.map(request => request.window.to)),
    }
    const shared = requests.filter(request => request.scope !== 'mine')
    const hidesStrangers = shared.some(withoutStrangers)
    const given = shared.every(withoutStrangers)
      ? sql``
      : idsOf('given', givenBranches('schedule', viewer, 'g'), window)
    const known = (amongSlice = false) =>
      hidesStrangers ? idsOf('known', knownBranches('schedule', viewer, 'g'), window, amongSlice) : sql``
    const columns = sql`${scheduleView(db.dialect)}, ${hidesStrangers ? sql`s.id in (select id from known)` : sql`false`} as known,
      case when s.recurrence_rule is not null then ${exceptionsIn(db, wider(window))} end as exceptions`
    const ways = requests.flatMap(request => waysTo(db, viewer, request, paging))
    const hits = sql.join(
      ways.map(way => sql`select id from (${way.rows({ most: Math.min(way.most, at_once + 1) })}) way`),
      sql` union `,
    )
    const { rows } = await sql<Row>`
      with ${given} ${known()} hits (id) as (${hits}) select ${columns} from hits join schedules s on s.id = hits.id
      limit ${at_once + 1} + 0`.execute(db.sql)
    if (rows.length <= at_once) return toCandidates(rows)

    const ids = new Set<string>()
    const pause = pauses()
    for (const way of ways) {
      let after: PageKey | undefined = way.start
      for (let left = way.most; after && left > 0; ) {
        const most = Math.min(left, at_once * IDS_PER_SCHEDULE)
        const { rows: page } = await sql<Place>`
          with ${given} ${known()} way as (${way.rows({ most, after })})
          select id, range_start from way order by range_start, id`.execute(db.sql)
        budget?.spend(page.length)
        for (const { id } of page) ids.add(id)
        const last = page.at(-1)
        after = last && page.length === most ? [last.range_start, last.id] : undefined
        left -= page.length
        await pause()
      }
    }
    const candidates: Candidate[] = []
    for (const some of slicesOf([...ids], at_once)) {
      const { rows: next } = await sql<Row>`
        with slice (id) as (select id from schedules where ${db.dialect.idIn('id', some)}),
          ${known(true)} wanted as (select id from slice)
        select ${columns} from wanted join schedules s on s.id = wanted.id`.execute(db.sql)
      for (const each of toCandidates(next)) candidates.push(each)
      await pause()
    }
    return candidates
  },
})

const withoutStrangers = ({ public_from }: RangeRequest): boolean => public_from === 'friends'

/**
 * Selects only schedules that may overlap the window. Uses the indexes on shared schedules, because friends may share
 * very many schedules.
 */
const idsOf = (
  name: 'given' | 'known',
  branches: readonly RawBuilder<boolean>[],
  window: Window,
  amongSlice = false,
): RawBuilder<unknown> => {
  const { from, to } = wider(window)
  const reaching = REACHES.map(
    (reach, index) =>
      sql`(g.range_start >= ${from - reach} and g.range_class in (${sql.join(
        [0, SERIES_CLASS, ALL_DAY_CLASS].map(first => sql.lit(first + index)),
      )}))`,
  )
  const selects = branches.map(
    where => sql`select g.id from ${amongSlice ? sql`slice cross join` : sql``} schedules g
      where ${amongSlice ? sql`g.id = slice.id and` : sql``} ${where} and g.range_start < ${to} and (${sql.join(reaching, sql` or `)})`,
  )
  return sql`${sql.raw(name)} (id) as (${sql.join(selects, sql` union all `)}),`
}

interface Slice {
  most: number
  /** Returns rows in order, and only those after this position. Otherwise any rows. */
  after?: PageKey
}

/** One of the selections of ids that together lead to the candidates of a request. */
interface Way {
  start: PageKey
  /** No more rows are needed. */
  most: number
  rows(slice: Slice): RawBuilder<unknown>
}

/**
 * Leads to one page of single schedules, and to all series that may have items in the window. `SqliteCompiler` in
 * `bound-kysely.ts` explains why limits have "+ 0".
 */
function waysTo(db: Db, viewer: Viewer, request: RangeRequest, { after, most }: Paging): Way[] {
  const { window, zone } = request
  const singleWay = (wanted: RangeRequest, firstClass: number, start = FIRST): Way => ({
    start,
    most,
    rows: slice => singles(db, viewer, wanted, firstClass, { after: slice.after ?? start, most: slice.most }),
  })
  const dates = { ...request, window: windowOfDates(window, zone) }
  return [
    singleWay(request, 0, after),
    singleWay(dates, ALL_DAY_CLASS, after && keyOfDates(after, zone)),
    ...branches(viewer, { ...request, window: wider(window) }, SERIES_CLASS).map(
      (branch): Way => ({
        start: FIRST,
        most: Number.POSITIVE_INFINITY,
        rows: slice => sql`select s.id, s.range_start from schedules s
          where ${branch} and s.range_end >= ${window.from - DAY_MS} ${maybeMatchingTags(db, request)}
          ${slice.after ? sql`${later(slice.after)} order by s.range_start, s.id` : sql``} limit ${slice.most} + 0`,
      }),
    ),
  ]
}

/**
 * Widens the window by a day on each side, because a date's midnight in a zone is less than a day away from
 * midnight UTC.
 */
const wider = ({ from, to }: Window): Window => ({ from: from - DAY_MS, to: to + DAY_MS })

/** Selects one page of single schedules. `firstClass` chooses timed or all-day schedules. */
function singles(
  db: Db,
  viewer: Viewer,
  request: RangeRequest,
  firstClass: number,
  { after, most }: Required<Slice>,
): RawBuilder<unknown> {
  const { ranked, within } = ranking(request)
  const found = branches(viewer, request, firstClass, after[0]).map(
    branch => sql`select id, range_start from (select id, range_start from (
      select s.id, s.range_start ${ranked} from schedules s
      where ${branch} and (s.range_start >= ${request.window.from} or s.range_end > ${request.window.from})
        ${later(after)} ${matchingTags(db, request)}) found ${within}
      order by range_start, id limit ${most} + 0) branch`,
  )
  return sql`select id, range_start from (select id, range_start from (${sql.join(found, sql` union all `)}) singles
    order by range_start, id limit ${most} + 0) page`
}

/** Limits the rows per owner, so that one owner cannot displace all others. `range.ts` applies the exact limit. */
function ranking({ scope, most_per_owner }: RangeRequest) {
  if (scope !== 'shared' || most_per_owner === undefined) return { ranked: sql``, within: sql`` }
  return {
    ranked: sql`, row_number() over (partition by s.owner_id order by s.range_start, s.id) as place`,
    // Reads one more row than the limit, so that `range.ts` can tell that items were omitted.
    within: sql`where place <= ${most_per_owner} + 1`,
  }
}

/**
 * Returns one condition per length class (see `REACHES`). Each condition limits how long before the window a schedule
 * may start, so that the index scan skips schedules that must have ended earlier. `firstClass` selects timed schedules,
 * all-day schedules or series. `whose` limits the owners.
 */
export const inEachClass = (
  whose: RawBuilder<unknown>,
  window: Window,
  firstClass: number,
  notBefore = EARLIEST,
): RawBuilder<unknown>[] =>
  REACHES.map(
    (reach, index) => sql`${whose} and s.range_class = ${sql.lit(firstClass + index)}
      and s.range_start >= ${Math.max(window.from - reach, notBefore)} and s.range_start < ${window.to}`,
  )

function branches(viewer: Viewer, request: RangeRequest, firstClass: number, notBefore = EARLIEST) {
  const { scope, window } = request
  const inReach = (whose: RawBuilder<unknown>) => inEachClass(whose, window, firstClass, notBefore)
  const own = () => inReach(sql`s.owner_id = ${viewer.id}`)
  if (scope === 'mine') return own()
  const inPerson = (ids: 'given' | 'known') => sql`s.id in (select id from ${sql.raw(ids)})
    and s.range_start < ${window.to}
    and s.range_class between ${sql.lit(firstClass)} and ${sql.lit(firstClass + REACHES.length)}`
  const shared = withoutStrangers(request)
    ? [inPerson('known')]
    : [...inReach(isPublic(viewer, 's')), inPerson('given')]
  return scope === 'shared' ? shared : [...own(), ...shared]
}

const EARLIEST = Number.MIN_SAFE_INTEGER

const FIRST: PageKey = [EARLIEST, '00000000-0000-0000-0000-000000000000']

const later = ([start, id]: PageKey): RawBuilder<unknown> =>
  start === EARLIEST ? sql`` : sql`and (s.range_start, s.id) > (${start}, ${id})`

function tagConditions(db: Db, { tag_ids, group_ids }: RangeRequest): RawBuilder<unknown>[] {
  const all = sql`(select count(*) from schedule_tags l
    where l.schedule_id = s.id and ${db.dialect.idIn('l.tag_id', tag_ids)}) = ${tag_ids.length}`
  const any = sql`exists (select 1 from schedule_tags l join tags t on t.id = l.tag_id
    where l.schedule_id = s.id and ${db.dialect.idIn('t.group_id', group_ids)})`
  return [...(tag_ids.length > 0 ? [all] : []), ...(group_ids.length > 0 ? [any] : [])]
}

const matchingTags = (db: Db, request: RangeRequest): RawBuilder<unknown> => {
  const conditions = tagConditions(db, request)
  return conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
}

/** Also selects every series with an occurrence that has its own tags, because those tags may match the filter. */
const maybeMatchingTags = (db: Db, request: RangeRequest): RawBuilder<unknown> => {
  const conditions = tagConditions(db, request)
  if (conditions.length === 0) return sql``
  return sql`and (${sql.join(conditions, sql` and `)} or exists (
    select 1 from schedule_exceptions e where e.series_id = s.id and e.tags_set))`
}

/** Selects the exceptions of occurrences in the window, and of occurrences that were moved into the window. */
export const exceptionsIn = (db: Db, window: Window): RawBuilder<string> =>
  exceptionsWhere(
    db,
    sql`e.series_id = s.id and (
      (e.original_start >= ${window.from} - (s.end_time - s.start_time) and e.original_start < ${window.to})
      or (e.start_time < ${window.to} and e.end_time >= ${window.from}))`,
  )

function toCandidates(rows: readonly Row[]): Candidate[] {
  const readTags = tagReader()
  return rows.map(row => ({
    ...toSchedule(row, readTags),
    known: Boolean(row.known),
    exceptions: row.exceptions === null ? [] : toExceptions(row.exceptions, readTags),
  }))
}
