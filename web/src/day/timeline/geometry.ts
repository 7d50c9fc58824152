/** In epoch milliseconds. A clock change makes a day shorter or longer, so `to` is not always 24 hours after `from`. */
export interface DaySpan {
  from: number
  to: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** Returns the vertical position as a percentage of the day. */
export const percentAt = ({ from, to }: DaySpan, ms: number): number =>
  Math.min(100, Math.max(0, ((ms - from) / (to - from)) * 100))

/** `y` is relative to the top of the column. */
export const instantAt = ({ from, to }: DaySpan, y: number, height: number): number =>
  Math.round(from + (y / height) * (to - from))

/** Rounds to a multiple of `step`. UTC offsets are multiples of 15 minutes, so the result is a round local time too. */
export const snapped = (ms: number, step: number): number => Math.round(ms / step) * step

export const hoursOf = ({ from, to }: DaySpan): number[] =>
  Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, hour) => from + hour * HOUR_MS)

export type DragMode = 'move' | 'start' | 'end' | 'select'

export interface Dragged {
  mode: DragMode
  from: number
  until: number
  /** The pointer's movement, as a duration. */
  delta: number
  step: number
  /** The earliest allowed time. */
  min: number
  /** The latest allowed time. */
  max: number
}

/** A resized block stays at least one step long, if the limits allow it. */
export function draggedTo({ mode, from, until, delta, step, min, max }: Dragged): {
  from: number
  until: number
} {
  const bound = (ms: number, low: number, high: number) => Math.max(low, Math.min(high, ms))
  if (mode === 'start')
    return { from: bound(snapped(from + delta, step), min, Math.max(min, until - step)), until }
  if (mode === 'end')
    return { from, until: bound(snapped(until + delta, step), Math.min(max, from + step), max) }
  if (mode === 'select') {
    const [first, last] = [from, from + delta].sort((a, b) => a - b)
    const start = bound(Math.floor((first ?? from) / step) * step, min, max - step)
    return { from: start, until: bound(Math.ceil((last ?? from) / step) * step, start + step, max) }
  }
  const length = until - from
  const start = bound(snapped(from + delta, step), min, Math.max(min, max - length))
  return { from: start, until: start + length }
}
