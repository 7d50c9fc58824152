// Counts a random history with the server's report code and compares the result with the oracle.
import assert from 'node:assert/strict'
import type { Series } from '@daymark/recurrence/occurrence'
import { type Entry, effectiveTags, matches, rowKeys } from '../../src/features/reports/counting/entry.ts'
import { plannedSpans } from '../../src/features/reports/counting/planned.ts'
import { slicesOf } from '../../src/features/reports/counting/slices.ts'
import { addClipped, SpanReader, type Spans } from '../../src/features/reports/counting/spans.ts'
import { Counter, type Line, type Tally } from '../../src/features/reports/counting/tally.ts'
import { writeHistory } from '../../src/features/timers/history.ts'
import type { History, HistoryEntry } from '../../src/features/timers/timer.ts'
import {
  GROUP_OF,
  type OracleLine,
  occurrencesOf,
  oracle,
  type RandomHistory,
  type RandomPlan,
  type RandomTimer,
  segmentsOf,
} from './report-oracle.ts'

export function compareWithOracle(history: RandomHistory): void {
  const tally = counted(history)
  const expected = oracle(history)
  const keys = new Set([...tally.rows.keys(), ...expected.keys()])
  for (const key of keys) {
    const row = key === 'total' ? tally.totals : tally.rows.get(key)
    for (const side of ['actual', 'planned'] as const) {
      compareLines(row?.[side], expected.get(key)?.[side], `${key} ${side}`)
    }
  }
}

function compareLines(line: Line | undefined, expected: OracleLine | undefined, name: string): void {
  assert.equal((line?.sum_ms ?? 0) / 1000, expected?.sum ?? 0, `${name}: sum`)
  assert.equal((line?.wall_ms ?? 0) / 1000, expected?.wall ?? 0, `${name}: wall`)
  const wanted = expected?.buckets ?? []
  const found = wanted.map((_, at) => (line?.buckets.at(at) ?? 0) / 1000)
  assert.deepEqual(found, wanted, `${name}: buckets`)
}

function counted(history: RandomHistory): Tally {
  const { zone, begin, from, to, bucket, group_by, week_start } = history
  const window = { from: (begin + from) * 1000, to: (begin + to) * 1000 }
  const counter = new Counter(slicesOf(window, { bucket, group_by, week_start, zone: { name: zone } }))
  const filter = { tag_ids: [], group_ids: [], todo_ids: undefined }
  for (const entry of entriesOf(history, window)) {
    assert.ok(matches(entry, filter, GROUP_OF))
    counter.add(entry, rowKeys(entry, group_by, GROUP_OF))
  }
  const steps = counter.finish()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function* entriesOf(history: RandomHistory, window: { from: number; to: number }): Generator<Entry> {
  const common = { todo_id: null, schedule_id: null }
  for (const timer of history.timers) {
    if (timer.status === 'cancelled') continue
    const reader = new SpanReader(window, (history.begin + history.now) * 1000)
    const spans = reader.read(writeHistory(storedHistory(timer, history)))
    const tag_ids = effectiveTags(timer.own, timer.schedule, timer.todo)
    yield { ...common, side: 'actual', tag_ids, spans, each: false }
  }
  for (const plan of history.plans) {
    const tag_ids = effectiveTags(plan.own, plan.todo)
    for (const spans of spansOf(plan, history, window)) {
      yield { ...common, side: 'planned', tag_ids, spans, each: true }
    }
  }
}

/** Converts the segments to the form that a timer stores. */
export function storedHistory(timer: RandomTimer, { begin, now }: RandomHistory): History {
  const at = (second: number) => (begin + second) * 1000
  return segmentsOf(timer, now).flatMap(([start, end], index, all): HistoryEntry[] => {
    const isLast = index === all.length - 1
    const opening = { action: index === 0 ? 'start' : 'resume', at: at(start) } as const
    if (isLast && timer.status === 'running') return [opening]
    return [opening, { action: isLast ? 'stop' : 'pause', at: at(end) }]
  })
}

/**
 * Turns a repeating plan into a series if a series can express it, and any other plan into single schedules. A series
 * must start at an existing local time, which is its first occurrence.
 */
function spansOf(
  plan: RandomPlan,
  { zone, begin }: RandomHistory,
  window: { from: number; to: number },
): Spans[] {
  const [first] = occurrencesOf(plan, zone, begin)
  if (first === undefined) return singles(plan, zone, begin, window)
  const start_time = first * 1000
  const end_time = start_time + plan.length_minutes * 60_000
  // A series cannot repeat in a fixed offset, only in an IANA zone.
  if (plan.every === 0 || zone.startsWith('+') || startsLate(plan, zone, begin))
    return singles(plan, zone, begin, window)
  const series: Series = {
    start_time,
    end_time,
    timezone: zone,
    recurrence_rule: `FREQ=DAILY;INTERVAL=${plan.every};COUNT=${occurrencesOf(plan, zone, begin).length}`,
    recurrence_end: null,
  }
  return [...plannedSpans({ ...series, exceptions: [] }, window)].map(each => each.spans)
}

/**
 * True if a clock change skips the first start. A series would then begin on a later day and count its days from there.
 */
const startsLate = (plan: RandomPlan, zone: string, begin: number): boolean => {
  const [first = 0] = occurrencesOf(plan, zone, begin)
  const date = (second: number) =>
    Temporal.Instant.fromEpochMilliseconds(second * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
  return !date(first).equals(date(begin))
}

const singles = (plan: RandomPlan, zone: string, begin: number, window: { from: number; to: number }) =>
  occurrencesOf(plan, zone, begin).map(start => {
    const spans: Spans = []
    addClipped(spans, start * 1000, start * 1000 + plan.length_minutes * 60_000, window)
    return spans
  })
