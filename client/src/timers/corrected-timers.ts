// Predicts how the corrections that wait in the outbox will change timers.
import type { PauseEvent, Timer, TimerSegment } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'

interface Segment {
  start: number
  end: number
}

type Ending = { action: 'pause' | 'stop' | 'cancel'; at?: number }

const ms = (text: unknown): number => parseInstant(String(text ?? '')) ?? 0
const text = (at: number): string => new Date(at).toISOString()

/** Derives segments from a history the same way as the server. */
export function segmentsOf(history: readonly PauseEvent[]): TimerSegment[] {
  const found: TimerSegment[] = []
  let start: string | undefined
  for (const { action, at } of history) {
    if (start !== undefined && ms(at) > ms(start)) found.push(joined(found, { start, end: at }))
    start = action === 'start' || action === 'resume' ? at : undefined
  }
  if (start !== undefined) found.push(joined(found, { start, end: null }))
  return found
}

/** If the last segment ends where `next` starts, removes it from `found` and returns both as one segment. */
function joined(found: TimerSegment[], next: TimerSegment): TimerSegment {
  const last = found.at(-1)
  if (last?.end == null || ms(last.end) !== ms(next.start)) return next
  found.pop()
  return { ...next, start: last.start }
}

/** Predicts a manually added record's fields, so that it can be shown before the server responds. */
export function recordFields(body: Readonly<Record<string, unknown>>): Partial<Timer> {
  const segments = closed(body['segments'] as TimerSegment[])
  const total = segments.reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    title: null,
    schedule_id: null,
    todo_id: null,
    status: 'COMPLETED',
    allocated_duration: total / 1000,
    ...measured(segments, { action: 'stop' }),
    corrected_at: null,
    schedule: null,
    todo: null,
    tags: [],
  }
}

export const SEGMENTS = 'PUT /v1/timers/{timer_id}/segments'
export const SPLIT = 'POST /v1/timers/{timer_id}/split'
export const TRIM = 'POST /v1/timers/{timer_id}/trim'

export const isCorrection = (operation: string): boolean => [SEGMENTS, SPLIT, TRIM].includes(operation)

const ENDINGS = { RUNNING: 'stop', PAUSED: 'pause', COMPLETED: 'stop', CANCELLED: 'cancel' } as const

/**
 * Returns the timers that a correction changes or creates. The list is empty for a correction that is clearly not
 * allowed, such as splitting a running timer or trimming one that has ended.
 */
export function correctedTimers(timer: Timer, operation: string, given: unknown, now: number): Timer[] {
  const body = given as { segments?: TimerSegment[]; at?: string; end?: string; id?: string }
  const correction = { corrected_at: text(now), updated_at: text(now) }
  const ending = { action: ENDINGS[timer.status], at: ms(timer.ended_at) }
  if (operation === TRIM)
    return canEndAt(timer, ms(body.end)) ? [{ ...trimmed(timer, ms(body.end)), ...correction }] : []
  if (timer.status === 'RUNNING') return []
  if (operation === SEGMENTS)
    return [{ ...timer, ...measured(closed(body.segments ?? []), { action: ending.action }), ...correction }]
  if (operation !== SPLIT) return []
  const [at, all] = [ms(body.at), closed(timer.segments)]
  const first = all.filter(each => each.start < at).map(each => ({ ...each, end: Math.min(each.end, at) }))
  const second = all.filter(each => each.end > at).map(each => ({ ...each, start: Math.max(each.start, at) }))
  if (first.length === 0 || second.length === 0) return []
  const status = timer.status === 'PAUSED' ? 'COMPLETED' : timer.status
  const kept = { ...timer, status, ...measured(first, { action: ENDINGS[status] }), ...correction }
  // Without a client-chosen id, the second timer appears only with the response.
  return body.id ? [kept, { ...timer, id: body.id, ...measured(second, ending), ...correction }] : [kept]
}

const canEndAt = ({ status, started_at }: Timer, end: number): boolean =>
  (status === 'RUNNING' || status === 'PAUSED') && end > ms(started_at)

function trimmed(timer: Timer, end: number): Timer {
  const events = timer.pause_history.filter(({ at }) => ms(at) < end)
  const running = events.at(-1)?.action === 'pause' ? [] : [{ action: 'pause' as const, at: text(end) }]
  const segments = closed(segmentsOf([...events, ...running]))
  return { ...timer, status: 'COMPLETED', ...measured(segments, { action: 'stop', at: end }) }
}

const closed = (segments: readonly TimerSegment[]): Segment[] => {
  const found: TimerSegment[] = []
  for (const segment of segments) if (segment.end !== null) found.push(joined(found, segment))
  return found.map(({ start, end }) => ({ start: ms(start), end: ms(end) }))
}

function measured(segments: readonly Segment[], { action, at = 0 }: Ending) {
  let total = 0
  const events = segments.flatMap(({ start, end }, index): PauseEvent[] => {
    total += end - start
    const opened = index === 0 ? 'start' : 'resume'
    return [
      { action: opened, at: text(start) },
      { action: 'pause', at: text(end), elapsed: Math.floor(total / 1000) },
    ]
  })
  const elapsed = Math.floor(total / 1000)
  const last = segments.at(-1)?.end ?? at
  const isLater = at > last
  const closing: PauseEvent[] = [{ action, at: text(Math.max(at, last)), elapsed }]
  const pause_history =
    action === 'pause' ? events : [...(isLater ? events : events.slice(0, -1)), ...closing]
  return {
    elapsed_time: elapsed,
    elapsed_seconds: elapsed,
    is_running: false,
    started_at: text(segments[0]?.start ?? last),
    segment_started_at: null,
    paused_at: pause_history.findLast(event => event.action === 'pause')?.at ?? null,
    ended_at: action === 'pause' ? null : text(Math.max(at, last)),
    pause_history,
    segments: segmentsOf(pause_history),
  }
}
