// Reads one person's timers and schedule occurrences in a period, with own and inherited tags.
import type { Window } from '@daymark/recurrence/occurrence'
import { inTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import { invalid } from '../../../platform/kernel/errors.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type Entry, effectiveTags } from '../counting/entry.ts'
import { plannedSpans } from '../counting/planned.ts'
import { addClipped, SpanReader, type Spans } from '../counting/spans.ts'
import { InheritedTags } from './inherited-tags.ts'
import { labelStore } from './label-store.ts'
import { type CountedSchedule, type CountedSeries, seriesIn, singlesIn } from './schedule-store.ts'
import type { TimerNeeds, TimerPage } from './timer-page.ts'
import { timersIn } from './timer-store.ts'

export interface Reading {
  ownerId: string
  window: Window
  /** Running timers count up to this time. */
  now: number
  /** Omits planned time. */
  onlyMeasured?: boolean
  /** What the report needs of each timer. Reading unneeded tags and links would take a third of a report's time. */
  needs?: TimerNeeds
}

/** Reads timers first. A planned entry may have no time in the period. */
export async function readEntries(
  db: Db,
  { ownerId, window, now, onlyMeasured = false, needs = 'tags' }: Reading,
  add: (entry: Entry) => void,
): Promise<void> {
  const inherited = new InheritedTags(labelStore(db, ownerId))
  const load: InheritedTags['load'] = async (...ids) =>
    needs === 'tags' ? inherited.load(...ids) : undefined
  const reader = new SpanReader(window, now)
  for await (const timers of timersIn(db, ownerId, window, needs)) {
    await load(timers.todo_ids, timers.schedule_ids)
    await inTurns(timerEntries(timers, inherited, reader, add))
  }
  if (onlyMeasured) return
  for await (const schedules of singlesIn(db, ownerId, window)) {
    await load(sourceTodos(schedules), [])
    await inTurns(singleEntries(schedules, inherited, window, add))
  }
  const series = await seriesIn(db, ownerId, window)
  await load(sourceTodos(series), [])
  await inTurns(seriesEntries(series, inherited, window, add))
}

const sourceTodos = (schedules: readonly CountedSchedule[]) =>
  schedules.map(schedule => schedule.source_todo_id)

const NONE: readonly string[] = []
const idsOf = (text: string | null): readonly string[] => (text === null ? NONE : text.split(','))

/** Spans per step. */
const AT_ONCE = 64

function* timerEntries(
  timers: TimerPage,
  inherited: InheritedTags,
  reader: SpanReader,
  add: (entry: Entry) => void,
): Generator<undefined, void> {
  let work = 0
  for (let at = 0, place = 0; at < timers.count; at++) {
    const spans = reader.read(timers.histories, place)
    // The next history is in the next line.
    place = reader.end + 1
    if (spans.length > 0) {
      const todo_id = timers.todo_ids[at] || null
      const schedule_id = timers.schedule_ids[at] || null
      const own = timers.tag_ids[at] ?? NONE
      const tag_ids = effectiveTags(own, inherited.ofSchedule(schedule_id), inherited.ofTodo(todo_id))
      add({ side: 'actual', tag_ids, todo_id, schedule_id, spans, each: false })
    }
    work += 1 + spans.length / 2
    if (work < AT_ONCE) continue
    work = 0
    yield
  }
}

const planned = (
  schedule: CountedSchedule,
  own: readonly string[],
  inherited: InheritedTags,
  spans: Spans,
): Entry => ({
  side: 'planned',
  tag_ids: effectiveTags(own, inherited.ofTodo(schedule.source_todo_id)),
  todo_id: schedule.source_todo_id,
  schedule_id: schedule.id,
  spans,
  each: true,
})

function* singleEntries(
  schedules: readonly CountedSchedule[],
  inherited: InheritedTags,
  window: Window,
  add: (entry: Entry) => void,
): Generator<undefined, void> {
  for (const schedule of schedules) {
    const spans: Spans = []
    addClipped(spans, schedule.start_time, schedule.end_time, window)
    add(planned(schedule, idsOf(schedule.tag_ids), inherited, spans))
    yield
  }
}

/** Limits the work of one report, because the series in a long period may have millions of occurrences. */
const MAX_OCCURRENCES = 500_000
const TOO_MANY = 'must be earlier: the calendar has more than 500,000 entries in this period'

function* seriesEntries(
  all: readonly CountedSeries[],
  inherited: InheritedTags,
  window: Window,
  add: (entry: Entry) => void,
): Generator<undefined, void> {
  let occurrences = 0
  for (const series of all) {
    const own = idsOf(series.tag_ids)
    for (const { tag_ids, spans } of plannedSpans(series, window)) {
      occurrences += spans.length / 2
      if (occurrences > MAX_OCCURRENCES) throw invalid('end_date', TOO_MANY)
      add(planned(series, tag_ids ?? own, inherited, spans))
      yield
    }
  }
}
