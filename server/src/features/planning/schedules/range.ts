// What a range of time holds, in order: single schedules and occurrences of series, one page of them.
import type { Scope } from '@daymark/contract/words'
import { overlaps, type Series, type Window } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import { applyExceptions } from './exception.ts'
import { instanceView, type StoredException } from './instance.ts'
import { isSeries, type ScheduleView, type TaggedSchedule, whole } from './schedule.ts'

export interface RangeRequest {
  window: Window
  scope: Scope
  /** All of them must be carried. */
  tag_ids: readonly string[]
  /** A tag of at least one of them must be carried. */
  group_ids: readonly string[]
}

/** A schedule that may have something in the window, a series with the exceptions that matter there. */
export interface Candidate extends TaggedSchedule {
  exceptions: StoredException[]
}

/** Place in the list: by start, then by id. */
export type PageKey = [start_time: number, id: string]

export interface RangePage {
  items: ScheduleView[]
  /** After this key there is more. */
  next?: PageKey
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The first `most` after the key. All candidates of the viewer must be given, of single ones at least `most + 1`. */
export function pageOf(
  candidates: readonly Candidate[],
  viewerId: string,
  request: RangeRequest,
  most: number,
  after?: PageKey,
): RangePage {
  // Nothing overlaps an empty range, also not what lasts all around it.
  if (request.window.from === request.window.to) return { items: [] }
  const wanted = candidates.filter(each => inScope(each, viewerId, request.scope))
  const found = new EarliestFirst(most + 1)
  const add = (item: ScheduleView) => {
    if (carries(item, request) && (!after || compare(item.start_time, item.id, ...after) > 0)) found.add(item)
  }
  for (const each of wanted)
    if (!isSeries(each) && overlaps(each, request.window)) add(withoutExceptions(each))
  let complete = Number.POSITIVE_INFINITY
  for (const each of wanted) {
    if (!isSeries(each)) continue
    // What starts after the last item that still fits cannot come into this page.
    const window = { from: request.window.from, to: Math.min(request.window.to, found.latest + 1) }
    complete = Math.min(complete, expandInto(each, window, after?.[0], add))
  }
  const items = found.inOrder().filter(item => item.start_time <= complete)
  const last = items[most - 1]
  if (items.length > most && last) return { items: items.slice(0, most), next: keyOf(last) }
  return complete === Number.POSITIVE_INFINITY ? { items } : { items, next: [complete, LAST_ID] }
}

/** Gives the start up to which the series is complete: one with too many occurrences is cut. */
function expandInto(
  series: Candidate & Series,
  window: Window,
  startsFrom: number | undefined,
  add: (item: ScheduleView) => void,
): number {
  const { occurrences, cut } = expand(series, window, startsFrom)
  const length = series.end_time - series.start_time
  for (const instance of applyExceptions(occurrences, series.exceptions, window, length)) {
    add(instanceView(series, instance))
  }
  return cut ? (occurrences.at(-1)?.start_time ?? window.from) : Number.POSITIVE_INFINITY
}

function withoutExceptions({ exceptions: _none, ...schedule }: Candidate): ScheduleView {
  return whole(schedule)
}

const inScope = (item: Candidate, viewerId: string, scope: Scope): boolean =>
  scope === 'all' || (item.owner_id === viewerId) === (scope === 'mine')

export function carries(item: ScheduleView, { tag_ids, group_ids }: RangeRequest): boolean {
  return (
    tag_ids.every(id => item.tags.some(tag => tag.id === id)) &&
    (group_ids.length === 0 || item.tags.some(tag => group_ids.includes(tag.group_id)))
  )
}

export const keyOf = (item: ScheduleView): PageKey => [item.start_time, item.id]

const compare = (start: number, id: string, otherStart: number, otherId: string): number =>
  start - otherStart || (id < otherId ? -1 : id > otherId ? 1 : 0)

/** Keeps the first items of many: at most twice as many are held at any time. */
class EarliestFirst {
  readonly #most: number
  #items: ScheduleView[] = []
  /** Start of the last item that can still be among the first. */
  latest = Number.POSITIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  add(item: ScheduleView): void {
    if (item.start_time > this.latest) return
    this.#items.push(item)
    if (this.#items.length >= 2 * this.#most) this.#trim()
  }

  inOrder(): ScheduleView[] {
    this.#trim()
    return this.#items
  }

  #trim(): void {
    this.#items.sort((a, b) => compare(a.start_time, a.id, b.start_time, b.id))
    if (this.#items.length < this.#most) return
    this.#items.length = this.#most
    this.latest = this.#items.at(-1)?.start_time ?? this.latest
  }
}
