// A dragged edge snaps to whole minutes, but stops exactly at a neighboring period or the current time.
import { edgeOf, inOrder, type Period } from './periods.ts'

export type Side = 'start' | 'end'

const MINUTE_MS = 60_000
const MARGIN_MS = 30 * MINUTE_MS
/** The visible range is at least this long, so that a short period has some of the plan around it. */
const LEAST_MS = 180 * MINUTE_MS

export interface Frame {
  from: number
  to: number
}

/** Returns the visible range: the periods with a margin on both sides, which does not extend into the future. */
export function frameOf(periods: readonly Period[], now: number): Frame {
  const edges = periods.flatMap(({ start, end }) => [start.ms, end.ms]).filter(ms => !Number.isNaN(ms))
  const [first, last] = [Math.min(...edges), Math.max(...edges)]
  const margin = Math.max(MARGIN_MS, Math.ceil((LEAST_MS - (last - first)) / 2))
  const to = Math.max(Math.min(last + margin, now), last)
  return { from: Math.min(first - margin, to - LEAST_MS), to }
}

/** Returns the range in which an edge can move. A period stays at least one minute long. */
export function limitsOf(periods: readonly Period[], key: number, side: Side, now: number) {
  const ordered = inOrder(periods)
  const index = ordered.findIndex(period => period.key === key)
  const period = ordered[index]
  const [before, after] = [ordered[index - 1]?.end.ms, ordered[index + 1]?.start.ms]
  return side === 'start'
    ? { min: before ?? Number.NEGATIVE_INFINITY, max: (period?.end.ms ?? now) - MINUTE_MS }
    : { min: (period?.start.ms ?? 0) + MINUTE_MS, max: Math.min(after ?? now, now) }
}

/** Returns the same list if the edge stays where it is, because the form compares lists to find changes. */
export function withEdge(
  periods: readonly Period[],
  { key, side, ms }: { key: number; side: Side; ms: number },
  zone: string,
  now: number,
): readonly Period[] {
  const { min, max } = limitsOf(periods, key, side, now)
  const minute = Math.round(ms / MINUTE_MS) * MINUTE_MS
  const moved = Math.min(Math.max(minute, min), max)
  const period = periods.find(each => each.key === key)
  if (!period || Number.isNaN(moved) || min > max || period[side].ms === moved) return periods
  const changed = { ...period, [side]: edgeOf(moved, zone) }
  return periods.map(each => (each === period ? changed : each))
}
