import type { Series, Window } from '@daymark/recurrence/occurrence'
import { startsIn } from '@daymark/recurrence/recurrence'
import { applyExceptions } from '../../planning/schedules/exceptions/exception.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { addClipped, type Spans } from './spans.ts'

/** Occurrences that have the same tags. */
export interface PlannedSpans {
  /** Own tags of changed occurrences; null if the tags of the series apply. */
  tag_ids: readonly string[] | null
  spans: Spans
}

/** Occurrences per step, so that a report pauses often enough for other requests. */
const AT_ONCE = 256

/** Yields the occurrences in the window in small steps. */
export function* plannedSpans(
  series: Series & { exceptions: readonly StoredException[] },
  window: Window,
): Generator<PlannedSpans> {
  const length = series.end_time - series.start_time
  const excepted = new Set(series.exceptions.map(each => each.instance_start))
  for (const starts of allStarts(series, window)) {
    const regular = excepted.size > 0 ? starts.filter(start => !excepted.has(start)) : starts
    for (let at = 0; at < regular.length; at += AT_ONCE) {
      const spans: Spans = []
      const until = Math.min(at + AT_ONCE, regular.length)
      for (let place = at; place < until; place++) {
        const start = regular[place] ?? 0
        addClipped(spans, start, start + length, window)
      }
      yield { tag_ids: null, spans }
    }
  }
  // Passes no occurrences, so that only changed occurrences are returned.
  for (const { exception, start_time, end_time } of applyExceptions([], series.exceptions, window, length)) {
    const spans: Spans = []
    addClipped(spans, start_time, end_time, window)
    yield { tag_ids: exception?.tags?.map(tag => tag.id) ?? null, spans }
  }
}

/** Yields the starts in the window. Each expansion continues where the previous one was cut off. */
function* allStarts(series: Series, window: Window): Generator<readonly number[]> {
  for (let from = Number.NEGATIVE_INFINITY; ; ) {
    const { starts, cut } = startsIn(series, window, from)
    yield starts
    if (!cut) return
    from = (starts.at(-1) ?? 0) + 1
  }
}
