// A slow reference for the time report that counts second by second with Temporal, and random histories for the
// comparison.
import type { BucketUnit, Grouping } from '@daymark/contract/reports/time'
import fc from '../../../scripts/test/properties.ts'

export const ZONES = [
  'UTC',
  '+05:30',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Asuncion',
  'America/Nuuk',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Tehran',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Seoul',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Antarctica/Troll',
] as const

export const TAGS = ['a1', 'a2', 'b1'] as const
export const GROUP_OF: ReadonlyMap<string, string> = new Map([
  ['a1', 'a'],
  ['a2', 'a'],
  ['b1', 'b'],
])

/** Times are in seconds from the start of the history. */
export interface RandomTimer {
  /** Alternating starts and ends of active time: start, pause, resume and so on. */
  moments: readonly number[]
  status: 'done' | 'running' | 'cancelled'
  own: readonly string[]
  todo: readonly string[]
  schedule: readonly string[]
}

export interface RandomPlan {
  /** The local time of day in minutes. */
  minute: number
  length_minutes: number
  /** Days between occurrences, or 0 for a single schedule. */
  every: number
  own: readonly string[]
  todo: readonly string[]
}

export interface RandomHistory {
  zone: (typeof ZONES)[number]
  /** The first second of the history, as epoch seconds. */
  begin: number
  /** The start of the reported period, in seconds after `begin`. */
  from: number
  to: number
  now: number
  timers: readonly RandomTimer[]
  plans: readonly RandomPlan[]
  bucket: BucketUnit
  group_by: Grouping
  week_start: number
}

const HOUR = 3_600
/** The length of every history in seconds. */
export const LENGTH = 48 * HOUR

const tags = fc.subarray([...TAGS])
const timer = fc.record<RandomTimer>({
  moments: fc
    .uniqueArray(fc.nat(LENGTH), { minLength: 2, maxLength: 8 })
    .map(list => list.toSorted((a, b) => a - b)),
  status: fc.constantFrom('done', 'done', 'running', 'cancelled'),
  own: tags,
  todo: tags,
  schedule: tags,
})
const plan = fc.record<RandomPlan>({
  minute: fc.nat(24 * 60 - 1),
  length_minutes: fc.integer({ min: 0, max: 30 * 60 }),
  every: fc.nat(2),
  own: tags,
  todo: tags,
})

/** Generates histories around a clock change of the zone or the start of a year. */
export const history = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    turn: fc.nat(1_000),
    ends: fc
      .uniqueArray(fc.nat(LENGTH), { minLength: 2, maxLength: 2 })
      .map(list => list.toSorted((a, b) => a - b)),
    now: fc.nat(LENGTH),
    timers: fc.array(timer, { maxLength: 5 }),
    plans: fc.array(plan, { maxLength: 4 }),
    bucket: fc.constantFrom<BucketUnit>('hour', 'day', 'week', 'month', 'year', 'none'),
    group_by: fc.constantFrom<Grouping>('tag', 'tag_group', 'weekday', 'hour_of_day', 'none'),
    week_start: fc.nat(6),
  })
  .map(({ zone, turn, ends, ...rest }): RandomHistory => {
    const turns = turnsOf(zone)
    const at = turns[turn % turns.length] ?? 0
    return { ...rest, zone, begin: at - LENGTH / 2, from: ends[0] ?? 0, to: ends[1] ?? LENGTH }
  })

const turns = new Map<string, number[]>()

/** Uses only a few clock changes, so that the cached minutes around each of them are reused. */
const MOST = 8

/** Returns epoch seconds: some clock changes from 2005 to 2026, and the start of one year. */
function turnsOf(zone: string): number[] {
  const known = turns.get(zone)
  if (known) return known
  const found: number[] = []
  const end = Date.UTC(2027, 0, 1)
  let next = Temporal.Instant.from('2005-01-01T00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; next && next.epochMilliseconds < end; next = next.getTimeZoneTransition('next')) {
    found.push(Math.floor(next.epochMilliseconds / 1000))
  }
  const some = [...found.filter((_, at) => at % Math.ceil(found.length / MOST) === 0), ...found.slice(-2)]
  some.push(Date.UTC(2024, 0, 1) / 1000)
  turns.set(zone, some)
  return some
}

interface Moment {
  date: Temporal.PlainDate
  hour: number
  hour_key: string
}

const known = new Map<string, Moment[]>()

/**
 * Returns the minutes of a history. Offsets change at full minutes, so all seconds of a minute have the same date and
 * hour.
 */
function minutesOf(zone: string, begin: number): Moment[] {
  const key = `${zone} ${begin}`
  const minutes =
    known.get(key) ?? Array.from({ length: LENGTH / 60 }, (_, at) => momentAt(zone, begin + at * 60))
  known.set(key, minutes)
  return minutes
}

function momentAt(zone: string, second: number): Moment {
  const there = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone)
  const next = there.toPlainDate().add({ days: 1 })
  // A day ends when the next day begins, even if the clock is then set back to the earlier date.
  const begun = next.toZonedDateTime(zone).epochMilliseconds <= second * 1000
  return {
    date: begun ? next : there.toPlainDate(),
    hour: there.hour,
    hour_key: `${there.toPlainDate()} ${there.hour} ${there.offset}`,
  }
}

function bucketKey({ date, hour_key }: Moment, unit: BucketUnit, weekStart: number): string {
  if (unit === 'hour') return hour_key
  if (unit === 'day') return date.toString()
  if (unit === 'week') return date.subtract({ days: (date.dayOfWeek - 1 - weekStart + 7) % 7 }).toString()
  return unit === 'month' ? date.toString().slice(0, 7) : unit === 'year' ? String(date.year) : 'all'
}

/**
 * Returns a plan's starts in seconds. Skips local times that do not exist, and uses the first instant of a local time
 * that occurs twice.
 */
export function occurrencesOf(plan: RandomPlan, zone: string, begin: number): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(begin * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  const time = Temporal.PlainTime.from({ hour: Math.floor(plan.minute / 60), minute: plan.minute % 60 })
  const days = plan.every === 0 ? 1 : Math.floor(4 / plan.every) + 1
  return Array.from({ length: days }, (_, at) => first.add({ days: at * plan.every })).flatMap(date => {
    const local = date.toPlainDateTime(time)
    const there = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
    return there.toPlainDateTime().equals(local) ? [there.epochMilliseconds / 1000] : []
  })
}

export interface OracleLine {
  sum: number
  wall: number
  buckets: number[]
}
export type OracleRow = Record<'actual' | 'planned', OracleLine>

/** Counts every second of the period, in chronological buckets. */
export function oracle(history: RandomHistory): Map<string, OracleRow> {
  const { zone, begin, from, to, bucket, group_by, week_start } = history
  const length = to - from
  const places = new Int32Array(length)
  const labels = new Int8Array(length)
  let [place, last] = [-1, '']
  const minutes = minutesOf(zone, begin)
  for (let minute = Math.floor(from / 60); minute * 60 < to; minute++) {
    const moment = minutes[minute]
    if (!moment) continue
    const key = bucketKey(moment, bucket, week_start)
    if (key !== last) place++
    last = key
    const [first, end] = [Math.max(0, minute * 60 - from), Math.min(length, (minute + 1) * 60 - from)]
    places.fill(place, first, end)
    labels.fill(group_by === 'weekday' ? moment.date.dayOfWeek - 1 : moment.hour, first, end)
  }
  const counts = new Map<string, Record<'actual' | 'planned', Uint8Array>>()
  const countsOf = (row: string) => {
    const found = counts.get(row) ?? { actual: new Uint8Array(length), planned: new Uint8Array(length) }
    counts.set(row, found)
    return found
  }
  const add = (side: 'actual' | 'planned', own: readonly string[], start: number, end: number) => {
    const [first, last] = [Math.max(start - from, 0), Math.min(end - from, length)]
    if (first >= last) return
    const rows = rowsOf(group_by, own)
    for (const row of [...(rows ?? []), 'total']) {
      const seconds = countsOf(row)[side]
      for (let second = first; second < last; second++) seconds[second] = (seconds[second] ?? 0) + 1
    }
    if (rows) return
    for (const label of new Set(labels.subarray(first, last))) {
      const seconds = countsOf(String(label))[side]
      for (let second = first; second < last; second++) {
        if (labels[second] === label) seconds[second] = (seconds[second] ?? 0) + 1
      }
    }
  }
  for (const each of history.timers) {
    if (each.status === 'cancelled') continue
    const all = [...new Set([...each.own, ...each.schedule, ...each.todo])]
    for (const [start, end] of segmentsOf(each, history.now)) add('actual', all, start, end)
  }
  for (const each of history.plans) {
    const all = [...new Set([...each.own, ...each.todo])]
    for (const start of occurrencesOf(each, zone, begin)) {
      add('planned', all, start - begin, start - begin + each.length_minutes * 60)
    }
  }
  return new Map(
    [...counts].map(([row, { actual, planned }]) => [
      row,
      { actual: lineOf(actual, places, place + 1), planned: lineOf(planned, places, place + 1) },
    ]),
  )
}

function lineOf(counts: Uint8Array, places: Int32Array, buckets: number): OracleLine {
  const line = { sum: 0, wall: 0, buckets: Array<number>(buckets).fill(0) }
  for (let second = 0; second < counts.length; second++) {
    const count = counts[second] ?? 0
    if (count === 0) continue
    line.sum += count
    line.wall++
    const place = places[second] ?? 0
    line.buckets[place] = (line.buckets[place] ?? 0) + count
  }
  return line
}

function rowsOf(by: Grouping, own: readonly string[]): string[] | undefined {
  if (by === 'tag') return own.length > 0 ? [...own] : ['untagged']
  if (by === 'tag_group') {
    const groups = new Set(own.map(tag => GROUP_OF.get(tag) ?? ''))
    return groups.size > 0 ? [...groups] : ['untagged']
  }
  return by === 'none' ? ['all'] : undefined
}

/** Returns the active segments: every other interval between the moments. A running timer's last segment ends now. */
export function segmentsOf({ moments: all, status }: RandomTimer, now: number): [number, number][] {
  const isRunning = status === 'running'
  // A running timer needs an odd number of moments, all others an even number.
  const used = all.slice(0, isRunning === (all.length % 2 === 1) ? all.length : all.length - 1)
  const segments: [number, number][] = []
  for (let at = 0; at < used.length; at += 2) segments.push([used[at] ?? 0, used[at + 1] ?? now])
  return segments
}
