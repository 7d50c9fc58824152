import { type Occurrence, overlaps, type Series, type Window } from '@daymark/recurrence/occurrence'
import { isOccurrence } from '@daymark/recurrence/recurrence'
import { shiftBetween } from '@daymark/recurrence/shift'

/** A changed, deleted or added occurrence. Null times inherit the times of the series. */
export interface Exception {
  readonly instance_start: number
  readonly deleted: boolean
  readonly start_time: number | null
  readonly end_time: number | null
}

/** An occurrence, with its exception (if any) applied. */
export interface Instance<E extends Exception> extends Occurrence {
  readonly exception?: E | undefined
}

/**
 * Applies exceptions to occurrences. `exceptions` must contain the exceptions of `occurrences` and all exceptions with
 * new times in the window. Other exceptions are ignored. A moved occurrence appears only at its new time.
 */
export function applyExceptions<E extends Exception>(
  occurrences: readonly Occurrence[],
  exceptions: readonly E[],
  window: Window,
  length: number,
): readonly Instance<E>[] {
  if (exceptions.length === 0) return occurrences
  const excepted = new Set(exceptions.map(exception => exception.instance_start))
  const untouched: Instance<E>[] = occurrences.filter(({ instance_start }) => !excepted.has(instance_start))
  const changed = exceptions
    .filter(exception => !exception.deleted)
    .map(exception => changedInstance(exception, length))
    .filter(instance => overlaps(instance, window))
  if (changed.length === 0) return untouched
  return [...untouched, ...changed].sort(
    (a, b) => a.start_time - b.start_time || a.instance_start - b.instance_start,
  )
}

function changedInstance<E extends Exception>(exception: E, length: number): Instance<E> {
  const { instance_start, start_time, end_time } = exception
  return {
    instance_start,
    start_time: start_time ?? instance_start,
    end_time: end_time ?? instance_start + length,
    exception,
  }
}

/**
 * Returns the exceptions that matched an occurrence before the times, the zone or the rule changed, and match none now.
 * Omits dates that a calendar app added or excluded on purpose, because they matched no occurrence before either.
 */
export const strandedExceptions = <E extends Exception>(
  before: Series,
  after: Series,
  exceptions: readonly E[],
): E[] =>
  exceptions.filter(
    ({ instance_start }) => isOccurrence(before, instance_start) && !isOccurrence(after, instance_start),
  )

/** True for a date outside the rule, which a calendar app added or excluded on purpose. */
export const isAdded = (series: Series, at: number): boolean => !isOccurrence(series, at)

/**
 * Moves an added date by as much as the start of its series. A date that had the length of the series gets the new
 * length.
 */
export function shiftedException<E extends Exception>(before: Series, after: Series, exception: E): E {
  const moved = shiftBetween(before, before.start_time, after.start_time)
  const instance_start = moved(exception.instance_start)
  if (exception.start_time === null || exception.end_time === null) return { ...exception, instance_start }
  const length = exception.end_time - exception.start_time
  const isUsual = length === before.end_time - before.start_time
  const start_time = moved(exception.start_time)
  const end_time = start_time + (isUsual ? after.end_time - after.start_time : length)
  return { ...exception, instance_start, start_time, end_time }
}
