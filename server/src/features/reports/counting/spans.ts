import type { Window } from '@daymark/recurrence/occurrence'
import { eachMoment } from '../../timers/history.ts'
import { opens, type TimerAction } from '../../timers/timer.ts'

/** Alternating starts and ends in one flat array, so that a hundred thousand spans take little memory. */
export type Spans = number[]

/** Reads spans from stored histories. A running timer counts up to `now`. */
export class SpanReader {
  readonly #window: Window
  readonly #now: number
  #spans: Spans = []
  #start: number | undefined
  /** The end of the line that was read last. */
  end = 0

  constructor(window: Window, now: number) {
    this.#window = window
    this.#now = now
  }

  /** Reads the history in the line that begins at `from`. */
  read(text: string, from = 0): Spans {
    const newline = text.indexOf('\n', from)
    this.end = newline < 0 ? text.length : newline
    // A malformed history is read again on its own, so that it does not include the next line.
    if (this.#visitAll(text, from) !== this.end) this.#visitAll(text.slice(from, this.end), 0)
    if (this.#start !== undefined) addClipped(this.#spans, this.#start, this.#now, this.#window)
    return this.#spans
  }

  #visitAll(text: string, from: number): number {
    this.#spans = []
    this.#start = undefined
    return eachMoment(text, this.#visit, from)
  }

  /** A property instead of a method, so that a report creates the callback only once. */
  readonly #visit = (action: TimerAction, at: number): void => {
    if (this.#start !== undefined) addClipped(this.#spans, this.#start, at, this.#window)
    this.#start = opens(action) ? at : undefined
  }
}

/** Adds the part of the span that is in the window, if any. */
export function addClipped(spans: Spans, start: number, end: number, { from, to }: Window): void {
  const first = start > from ? start : from
  const last = end < to ? end : to
  if (first < last) spans.push(first, last)
}

export function lengthOf(spans: Spans): number {
  let sum = 0
  for (let at = 0; at < spans.length; at += 2) sum += (spans[at + 1] ?? 0) - (spans[at] ?? 0)
  return sum
}
