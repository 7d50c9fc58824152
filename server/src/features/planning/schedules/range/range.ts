// Lists a time range page by page. Items are single schedules and occurrences of series.
import { overlaps, type Series, type Window } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import { atOnce } from '../../../../platform/kernel/concurrency/at-once.ts'
import { rejected } from '../../../../platform/kernel/errors.ts'
import type { Zone } from '../../../../platform/kernel/time/zone.ts'
import type { ScopeChoice } from '../../../visibility/policy.ts'
import { firstDateFrom, startOfDate, windowOfDates } from '../all-day/dates.ts'
import { applyExceptions, type Instance } from '../exceptions/exception.ts'
import { instanceView, type StoredException } from '../exceptions/instance.ts'
import { occurrenceIds } from '../exceptions/occurrence-id.ts'
import { isSeries, type ScheduleView, type Span, type TaggedSchedule, whole } from '../schedule.ts'

export interface RangeRequest extends ScopeChoice {
  window: Window
  /** The viewer's zone, in which all-day items begin and end. */
  zone: Pick<Zone, 'name'>
  /** Returns only items that have all of these tags. */
  tag_ids: readonly string[]
  /** Returns only items that have a tag in at least one of these groups. */
  group_ids: readonly string[]
  /** The maximum number of items on a page from any one owner other than the viewer. The earliest items are kept. */
  most_per_owner?: number | undefined
  /** Adds the entries of the viewer's subscriptions. */
  include_subscriptions?: boolean | undefined
}

/** Splits a request into the viewer's own items and other people's items, so that each part has its own limit. */
export const ownSeparately = (request: RangeRequest): RangeRequest[] =>
  request.scope === 'all'
    ? [
        { ...request, scope: 'mine' },
        { ...request, scope: 'shared' },
      ]
    : [request]

/** A schedule that may have items in the window. A series includes its exceptions in the window. */
export interface Candidate extends TaggedSchedule {
  exceptions: StoredException[]
  /** False for a stranger's public item. Computed only if the request excludes such items. */
  known: boolean
}

/**
 * A single schedule or one occurrence of a series. `viewOf` adds the remaining fields later, because most items of a
 * long range are not on the page.
 */
export interface RangeItem {
  id: string
  /** The start as the viewer sees it: all-day items begin at midnight in the viewer's zone. */
  begins_at: number
  ends_at: number
  schedule: Candidate
  /** Undefined for a single schedule. */
  occurrence: Instance<StoredException> | undefined
}

export const viewOf = ({ schedule, occurrence }: RangeItem): ScheduleView =>
  occurrence ? instanceView(schedule, occurrence) : whole(schedule)

/** Limits how many rows and occurrences one request reads, in all of its ranges together. */
export class ReadBudget {
  readonly #most: number
  #read = 0

  constructor(most: number) {
    this.#most = most
  }

  spend(count: number): void {
    this.#read += count
    if (this.#read <= this.#most) return
    const most = this.#most.toLocaleString('en-US')
    throw rejected(
      `The query reads more than ${most} calendar entries and occurrences. Request fewer calendars, or a shorter range.`,
    )
  }
}

const ITEMS_PER_STEP = 256

/** A position in the list, which is ordered by start and then by id. */
export type PageKey = [start_time: number, id: string]

export interface RangePage {
  items: RangeItem[]
  /** Where the next page continues; undefined on the last page. */
  next?: PageKey
  /** True if `most_per_owner` omitted items of other people. */
  left_out: boolean
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Returns the first `most` items after the position `after`. `candidates` must contain all series, and the first
 * `most + 1` single schedules if there are that many.
 */
export const pageOf = (...given: Parameters<typeof pageSteps>): RangePage => atOnce(pageSteps(...given))

/** Like `pageOf`, but yields after each small step, so that a calendar with very many series can be read in turns. */
export function* pageSteps(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  most: number,
  after?: PageKey,
  budget?: ReadBudget,
): Generator<undefined, RangePage> {
  // An empty window overlaps nothing, not even an item that contains it.
  if (request.window.from === request.window.to) return { items: [], left_out: false }
  const wanted = candidates.filter(each => inScope(each, viewerId, request))
  const isWanted = (item: RangeItem) =>
    hasTags(item, request) && (!after || compare(item.begins_at, item.id, ...after) > 0)
  const found = new EarliestFirst(most + 1)
  let complete = Number.POSITIVE_INFINITY
  let left_out = false
  for (const { cap, members } of sharesOf(wanted, viewerId, request)) {
    const share = cap === undefined ? found : new EarliestFirst(cap + 1)
    const add = (item: RangeItem) => {
      if (isWanted(item)) share.add(item)
    }
    // Once a list is full, an item that starts after its last item cannot be on this page.
    const latest = () => Math.min(found.latest, share.latest)
    const shareComplete = yield* fill(members, request, latest, after?.[0], add, budget)
    if (cap === undefined) {
      complete = Math.min(complete, shareComplete)
      continue
    }
    const items = share.inOrder()
    left_out ||= items.length > cap || shareComplete < Number.POSITIVE_INFINITY
    for (const item of items.slice(0, cap)) found.add(item)
  }
  const items = found.inOrder().filter(item => item.begins_at <= complete)
  const last = items[most - 1]
  if (items.length > most && last) return { items: items.slice(0, most), next: keyOf(last), left_out }
  const isWhole = complete === Number.POSITIVE_INFINITY
  return isWhole ? { items, left_out } : { items, next: [complete, LAST_ID], left_out }
}

interface Share {
  /** Undefined means no limit. */
  cap: number | undefined
  members: readonly Candidate[]
}

/**
 * Divides candidates into shares. With a limit per owner, each owner's items form a separate share, and the viewer's
 * own share has no limit. Shares are filled in sequence to save memory.
 */
function sharesOf(
  wanted: readonly Candidate[],
  viewerId: string,
  { most_per_owner: cap }: RangeRequest,
): Share[] {
  if (cap === undefined) return [{ cap, members: wanted }]
  const owners = Map.groupBy(wanted, each => each.owner_id)
  return [...owners].map(([id, members]) => ({ cap: id === viewerId ? undefined : cap, members }))
}

/**
 * Adds the single schedules and occurrences that the page may need. Returns the start time up to which the added items
 * are complete.
 */
function* fill(
  candidates: readonly Candidate[],
  { window: { from, to }, zone }: RangeRequest,
  latest: () => number,
  startsFrom: number | undefined,
  add: (item: RangeItem) => void,
  budget: ReadBudget | undefined,
): Generator<undefined, number> {
  budget?.spend(candidates.length)
  const days = windowOfDates({ from, to }, zone)
  const beginOf = (time: number, { all_day }: Candidate) => (all_day ? startOfDate(time, zone) : time)
  const addItem = (id: string, schedule: Candidate, span: Span, occurrence?: RangeItem['occurrence']) =>
    add({
      id,
      begins_at: beginOf(span.start_time, schedule),
      ends_at: beginOf(span.end_time, schedule),
      schedule,
      occurrence,
    })
  const addOccurrence: AddOccurrence = (id, series, occurrence) => addItem(id, series, occurrence, occurrence)
  for (const [at, each] of candidates.entries()) {
    if (!isSeries(each) && overlaps(each, each.all_day ? days : { from, to })) addItem(each.id, each, each)
    if (at % ITEMS_PER_STEP === 0) yield
  }
  let complete = Number.POSITIVE_INFINITY
  for (const each of candidates) {
    if (!isSeries(each)) continue
    const window = { from, to: Math.min(to, latest() + 1) }
    if (each.all_day) {
      const dates = windowOfDates(window, zone)
      const first = startsFrom === undefined ? undefined : firstDateFrom(startsFrom, zone)
      const last = yield* expandInto(each, dates, first, addOccurrence, budget)
      complete = Math.min(complete, Number.isFinite(last) ? startOfDate(last, zone) : last)
    } else complete = Math.min(complete, yield* expandInto(each, window, startsFrom, addOccurrence, budget))
    yield
  }
  return complete
}

type AddOccurrence = (id: string, series: Candidate, occurrence: Instance<StoredException>) => void

/**
 * Adds the occurrences of a series in the window. Returns the start time up to which they are complete, because one
 * expansion has a limit.
 */
function* expandInto(
  series: Candidate & Series,
  window: Window,
  startsFrom: number | undefined,
  add: AddOccurrence,
  budget: ReadBudget | undefined,
): Generator<undefined, number> {
  const { occurrences, cut } = expand(series, window, startsFrom)
  budget?.spend(occurrences.length)
  const length = series.end_time - series.start_time
  const idOf = occurrenceIds(series.id)
  const instances = applyExceptions(occurrences, series.exceptions, window, length)
  for (const [at, instance] of instances.entries()) {
    add(idOf(instance.instance_start), series, instance)
    if (at % ITEMS_PER_STEP === ITEMS_PER_STEP - 1) yield
  }
  return cut ? (occurrences.at(-1)?.start_time ?? window.from) : Number.POSITIVE_INFINITY
}

export function inScope(item: Candidate, viewerId: string, { scope, public_from }: ScopeChoice): boolean {
  if (item.owner_id === viewerId) return scope !== 'shared'
  return scope !== 'mine' && (public_from !== 'friends' || item.known)
}

function hasTags({ schedule, occurrence }: RangeItem, { tag_ids, group_ids }: RangeRequest): boolean {
  const tags = occurrence?.exception?.tags ?? schedule.tags
  return (
    tag_ids.every(id => tags.some(tag => tag.id === id)) &&
    (group_ids.length === 0 || tags.some(tag => group_ids.includes(tag.group_id)))
  )
}

export const keyOf = (item: RangeItem): PageKey => [item.begins_at, item.id]

/** Converts a page position from an instant to a date. Both positions split the all-day items at the same place. */
export function keyOfDates([begins_at, id]: PageKey, zone: RangeRequest['zone']): PageKey {
  const date = firstDateFrom(begins_at, zone)
  return startOfDate(date, zone) === begins_at ? [date, id] : [date - 1, id]
}

export const inOrder = (a: RangeItem, b: RangeItem): number => compare(a.begins_at, a.id, b.begins_at, b.id)

const compare = (start: number, id: string, otherStart: number, otherId: string): number =>
  start - otherStart || (id < otherId ? -1 : id > otherId ? 1 : 0)

/** Keeps the earliest `most` items and holds at most twice as many in memory. */
class EarliestFirst {
  readonly #most: number
  #items: RangeItem[] = []
  /** Items that start after this time are not among the earliest. */
  latest = Number.POSITIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  add(item: RangeItem): void {
    if (item.begins_at > this.latest) return
    this.#items.push(item)
    if (this.#items.length >= 2 * this.#most) this.#trim()
  }

  inOrder(): RangeItem[] {
    this.#trim()
    return this.#items
  }

  #trim(): void {
    this.#items.sort(inOrder)
    if (this.#items.length < this.#most) return
    this.#items.length = this.#most
    this.latest = this.#items.at(-1)?.begins_at ?? this.latest
  }
}
