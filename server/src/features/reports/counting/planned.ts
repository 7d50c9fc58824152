// Planned time: the time of single schedules, and of the occurrences of series after their exceptions are
// applied. Pure.
import type { Occurrence, Series, Window } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import { applyExceptions } from '../../planning/schedules/exceptions/exception.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { addClipped, type Spans } from './spans.ts'

/** Occurrences that have the same tags. */
export interface PlannedSpans {
  /** The tags of changed occurrences, or null if the tags of the series apply. */
  tag_ids: readonly string[] | null
  spans: Spans
}

/** The maximum number of occurrences per step, so that a report pauses often enough for other requests. */
const AT_ONCE = 256

/** Yields the occurrences in the window, a few at a time. */
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
  // Passes no occurrences, so that only the changed occurrences are returned.
  for (const { exception, start_time, end_time } of applyExceptions([], series.exceptions, window, length)) {
    const spans: Spans = []
    addClipped(spans, start_time, end_time, window)
    yield { tag_ids: exception?.tags?.map(tag => tag.id) ?? null, spans }
  }
}

/** Yields all occurrences. If an expansion is cut because it is too long, continues after its last occurrence. */
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
