import { MAX_SPAN_DAYS } from '@daymark/contract/timers/corrections'
import type { FieldError } from '../../../platform/kernel/errors.ts'
import type { History, HistoryEntry, TimerAction } from '../timer.ts'

export interface Segment {
  readonly start: number
  readonly end: number
}

/** `end` is null while the timer is running. */
export interface OpenSegment {
  readonly start: number
  readonly end: number | null
}

/** The last event of a history. `at` is later than the last segment if the timer ended during a pause. */
export interface Ending {
  readonly action: Extract<TimerAction, 'pause' | 'stop' | 'cancel'>
  readonly at?: number
}

/** Omits empty segments and joins adjacent ones, so that clients can send the result back unchanged. */
export function segmentsOf(history: History): OpenSegment[] {
  const found: OpenSegment[] = []
  let start: number | undefined
  for (const { action, at } of history) {
    if (start !== undefined && at > start) append(found, { start, end: at })
    start = action === 'start' || action === 'resume' ? at : undefined
  }
  if (start !== undefined) append(found, { start, end: null })
  return found
}

/** Returns all segments except the open one of a running timer. */
export const closedSegments = (history: History): Segment[] =>
  segmentsOf(history).filter((segment): segment is Segment => segment.end !== null)

/** Expects ordered segments. */
export function joinTouching(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) append(joined, segment)
  return joined
}

function append<S extends OpenSegment>(segments: S[], next: S): void {
  const last = segments.at(-1)
  if (last?.end === next.start) segments[segments.length - 1] = { ...next, start: last.start }
  else segments.push(next)
}

export const measuredMs = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { start, end }) => sum + end - start, 0)

/** Expects at least one segment. */
export function historyOf(segments: readonly Segment[], ending: Ending): History {
  const entries = segments.flatMap(({ start, end }, index): HistoryEntry[] => [
    { action: index === 0 ? 'start' : 'resume', at: start },
    { action: 'pause', at: end },
  ])
  const end = segments.at(-1)?.end ?? 0
  if (ending.action === 'pause') return entries
  const { action, at = end } = ending
  return at > end ? [...entries, { action, at }] : [...entries.slice(0, -1), { action, at: end }]
}

const DAY_MS = 86_400_000

/** Returns an error for each invalid field. */
export function segmentFaults(segments: readonly Segment[], now: number): FieldError[] {
  const faults = segments.flatMap(({ start, end }, index) => {
    const previous = segments[index - 1]
    const fault = (field: string, message: string) => ({ path: `segments.${index}.${field}`, message })
    return [
      ...(end <= start ? [fault('end', 'must be after start')] : []),
      ...(end > now ? [fault('end', 'must not be in the future')] : []),
      ...(previous && start < previous.end
        ? [fault('start', 'must not be before the end of the previous segment')]
        : []),
    ]
  })
  const [first, last] = [segments[0], segments.at(-1)]
  const isTooLong = first && last && last.end - first.start > MAX_SPAN_DAYS * DAY_MS
  return isTooLong
    ? [...faults, { path: 'segments', message: `must not span more than ${MAX_SPAN_DAYS} days` }]
    : faults
}
