// Measured time as spans, which are the segments of a timer in a period. Pure.
import type { Window } from '@daymark/recurrence/occurrence'
import { eachMoment } from '../../timers/history.ts'
import { opens } from '../../timers/timer.ts'

/** Alternating starts and ends in one flat array, so that a hundred thousand spans take little memory. */
export type Spans = number[]

/** Reads the spans from the stored history of a timer. A running timer counts up to `now`. */
export function measuredSpans(history: string, window: Window, now: number): Spans {
  const spans: Spans = []
  let start: number | undefined
  eachMoment(history, (action, at) => {
    if (start !== undefined) addClipped(spans, start, at, window)
    start = opens(action) ? at : undefined
  })
  if (start !== undefined) addClipped(spans, start, now, window)
  return spans
}

/** Adds the part of the span that is in the window, if any. */
export function addClipped(spans: Spans, start: number, end: number, { from, to }: Window): void {
  const [first, last] = [Math.max(start, from), Math.min(end, to)]
  if (first < last) spans.push(first, last)
}

export function lengthOf(spans: Spans): number {
  let sum = 0
  for (let at = 0; at < spans.length; at += 2) sum += (spans[at + 1] ?? 0) - (spans[at] ?? 0)
  return sum
}
