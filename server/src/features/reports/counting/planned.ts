// Planned time: single schedules, and the occurrences of series with their exceptions. Pure.
import type { Occurrence, Series, Window } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import { applyExceptions } from '../../planning/schedules/exceptions/exception.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { addClipped, type Spans } from './spans.ts'

/** Occurrences that have the same tags. */
export interface PlannedSpans {
  /** The tags of changed occurrences; null if the tags of the series apply. */
  tag_ids: readonly string[] | null
  spans: Spans
}

/** The number of occurrences per step. Small, so that a report pauses often enough. */
const AT_ONCE = 256

/** Yields the occurrences in the window, some at a time. */
export function* plannedSpans(
  series: Series & { exceptions: readonly StoredException[] },
  window: Window,
): Generator<PlannedSpans> {
  const length = series.end_time - series.start_time
  const isExcepted = series.exceptions.length > 0
  for (const occurrences of allOccurrences(series, window)) {
    if (isExcepted) {
      const excepted = new Set(series.exceptions.map(each => each.instance_start))
      yield* inChunks(
        occurrences.filter(each => !excepted.has(each.instance_start)),
        window,
      )
    } else yield* inChunks(occurrences, window)
  }
  // With an empty list of occurrences, this returns only the changed ones.
  for (const { exception, start_time, end_time } of applyExceptions([], series.exceptions, window, length)) {
    const spans: Spans = []
    addClipped(spans, start_time, end_time, window)
    yield { tag_ids: exception?.tags?.map(tag => tag.id) ?? null, spans }
  }
}

/** Expands the series again from where the last expansion was cut. */
function* allOccurrences(series: Series, window: Window): Generator<readonly Occurrence[]> {
  for (let from = Number.NEGATIVE_INFINITY; ; ) {
    const { occurrences, cut } = expand(series, window, from)
    yield occurrences
    if (!cut) return
    from = (occurrences.at(-1)?.instance_start ?? 0) + 1
  }
}

function* inChunks(occurrences: readonly Occurrence[], window: Window): Generator<PlannedSpans> {
  for (let at = 0; at < occurrences.length; at += AT_ONCE) {
    const spans: Spans = []
    const until = Math.min(at + AT_ONCE, occurrences.length)
    for (let place = at; place < until; place++) {
      const occurrence = occurrences[place]
      if (occurrence) addClipped(spans, occurrence.start_time, occurrence.end_time, window)
    }
    yield { tag_ids: null, spans }
  }
}
