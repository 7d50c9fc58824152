// Edges that the user does not edit keep their exact instant, including seconds.
import type { TimerSegment } from '@daymark/contract/timers/timer'
import { instantOf, localOf } from '../../session/region/zone-time.ts'

export interface Edge {
  /** In epoch milliseconds; NaN while the field is incomplete. */
  ms: number
  /** The value of a `datetime-local` field. */
  text: string
}

export interface Period {
  key: number
  start: Edge
  end: Edge
}

export type PeriodFault = 'incomplete' | 'order' | 'overlap' | 'future' | 'span'

const MAX_SPAN_MS = 31 * 86_400_000
const HALF_HOUR_MS = 1_800_000

export function edgeOf(ms: number, zone: string): Edge {
  const { date, time } = localOf(ms, zone)
  return { ms, text: `${date}T${time}` }
}

export function typedEdge(text: string, zone: string): Edge {
  const [date = '', time = ''] = text.split('T')
  return { ms: instantOf({ date, time }, zone), text }
}

/** Omits the open segment of a running timer. */
export const periodsOf = (segments: readonly TimerSegment[], zone: string): Period[] =>
  segments.flatMap(({ start, end }, key) =>
    end === null ? [] : [{ key, start: edgeOf(Date.parse(start), zone), end: edgeOf(Date.parse(end), zone) }],
  )

/** Adds a period after the last one. It is half an hour long, or shorter if it would end in the future. */
export function withNewPeriod(periods: readonly Period[], zone: string, now: number): Period[] {
  const last = periods.at(-1)
  const start = Number.isNaN(last?.end.ms ?? Number.NaN) ? now - HALF_HOUR_MS : (last?.end.ms ?? now)
  const end = Math.max(start, Math.min(start + HALF_HOUR_MS, now))
  const key = Math.max(-1, ...periods.map(each => each.key)) + 1
  return [...periods, { key, start: edgeOf(start, zone), end: edgeOf(end, zone) }]
}

export const inOrder = (periods: readonly Period[]): Period[] =>
  periods.toSorted((a, b) => a.start.ms - b.start.ms)

export interface Pause {
  before: Period
  after: Period
  /** In milliseconds. */
  ms: number
}

/** Returns the pauses between consecutive periods. Overlapping periods have no pause between them. */
export const pausesOf = (periods: readonly Period[]): Pause[] =>
  inOrder(periods).flatMap((after, index, ordered) => {
    const before = ordered[index - 1]
    const ms = after.start.ms - (before?.end.ms ?? Number.NaN)
    return before && ms >= 0 ? [{ before, after, ms }] : []
  })

/** Joins the periods around a pause, so that the pause counts as tracked time. */
export const merged = (periods: readonly Period[], { before, after }: Pause): Period[] =>
  periods.flatMap(each => {
    if (each.key === after.key) return []
    return each.key === before.key ? [{ ...each, end: after.end }] : [each]
  })

export const totalMs = (periods: readonly Period[]): number =>
  periods.reduce((sum, { start, end }) => sum + Math.max(0, end.ms - start.ms || 0), 0)

export const segmentsOf = (periods: readonly Period[]): { start: string; end: string }[] =>
  inOrder(periods).map(({ start, end }) => ({
    start: new Date(start.ms).toISOString(),
    end: new Date(end.ms).toISOString(),
  }))

/** Returns at most one error per period, keyed by `Period.key`. */
export function faultsIn(periods: readonly Period[], now: number): Map<number, PeriodFault> {
  const faults = new Map<number, PeriodFault>()
  const ordered = inOrder(periods)
  for (const [index, { key, start, end }] of ordered.entries()) {
    const fault = faultOf(start.ms, end.ms, ordered[index - 1]?.end.ms, now)
    if (fault) faults.set(key, fault)
  }
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (first && last && last.end.ms - first.start.ms > MAX_SPAN_MS) faults.set(last.key, 'span')
  return faults
}

function faultOf(start: number, end: number, previousEnd: number | undefined, now: number) {
  if (Number.isNaN(start) || Number.isNaN(end)) return 'incomplete'
  if (end <= start) return 'order'
  if (end > now) return 'future'
  return previousEnd !== undefined && start < previousEnd ? 'overlap' : undefined
}
