// Splits a series in two at an occurrence ("this and following"), and checks that a series ends after it starts.
import { repeatsIn, type Series } from './occurrence.ts'
import { countBefore, isOccurrence, startBefore } from './recurrence.ts'
import { parseRule, withPart } from './rule.ts'
import { toInstantOrBeforeGap, zoneOffsets } from './zone-offsets.ts'

export type Repetition = Pick<Series, 'recurrence_rule' | 'recurrence_end'>

export interface Split {
  /** Null if the split is at the first occurrence. */
  readonly before: Repetition | null
  /** The recurrence of the new series, which starts at the split. */
  readonly after: Repetition
}

/** Returns null if `at` is not an occurrence. Together, the two halves have exactly the whole series' occurrences. */
export function splitSeries(series: Series, at: number): Split | null {
  const { recurrence_rule, recurrence_end } = series
  if (!isOccurrence(series, at)) return null
  const whole = { recurrence_rule, recurrence_end }
  const previous = startBefore(series, at)
  if (previous === null) return { before: null, after: whole }
  const parsed = parseRule(recurrence_rule)
  if (!parsed.ok) return null
  const { count, text } = parsed.rule
  if (count === null) return { before: { recurrence_rule, recurrence_end: previous }, after: whole }
  const kept = countBefore(series, at, count)
  const counted = (left: number) => ({
    recurrence_rule: withPart(text, 'COUNT', String(left)),
    recurrence_end,
  })
  return { before: counted(kept), after: counted(count - kept) }
}

/** Returns an error message if the series would end before it starts, otherwise null. */
export function endFault(series: Series): string | null {
  if (series.recurrence_end !== null && series.recurrence_end < series.start_time) {
    return 'The end of the recurrence is before the start.'
  }
  const parsed = parseRule(series.recurrence_rule)
  const until = parsed.ok ? parsed.rule.until : null
  if (until === null) return null
  const last = until.local ? toInstantOrBeforeGap(zoneOffsets(repeatsIn(series)), until.last) : until.last
  return last < series.start_time ? 'UNTIL is before the start.' : null
}
