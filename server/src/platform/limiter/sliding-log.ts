// Allows a request if fewer than `max` requests were allowed during the last window.
import type { Decision, Rule } from './port.ts'

/** A growing ring buffer with the times of allowed requests, oldest first. */
export interface SlidingLog {
  times: number[]
  head: number
  count: number
}

export const emptyLog = (): SlidingLog => ({ times: [], head: 0, count: 0 })

export function takeFrom(log: SlidingLog, rule: Rule, now: number): Decision {
  if (log.count > 0) {
    clampToNow(log, now)
    // Drops times that are exactly one window old. Otherwise a client that waited `reset_s` would be refused again.
    dropUntil(log, now - rule.window_ms)
  }
  const allowed = log.count < rule.max
  if (allowed) append(log, now, rule.max)
  const oldest = log.times[log.head] ?? now
  return {
    allowed,
    limit: rule.max,
    remaining: Math.max(0, rule.max - log.count),
    reset_s: Math.ceil((oldest + rule.window_ms - now) / 1000),
  }
}

/**
 * If the clock is set back, logged times are in the future. They count as now, so that no request is allowed too early
 * and all of them expire within one window.
 */
function clampToNow(log: SlidingLog, now: number): void {
  for (let i = log.count - 1; i >= 0; i--) {
    const slot = (log.head + i) % log.times.length
    if ((log.times[slot] ?? now) <= now) return
    log.times[slot] = now
  }
}

function dropUntil(log: SlidingLog, limit: number): void {
  while (log.count > 0 && (log.times[log.head] ?? limit) <= limit) {
    log.head = log.head + 1 === log.times.length ? 0 : log.head + 1
    log.count--
  }
}

function append(log: SlidingLog, now: number, max: number): void {
  if (log.count === log.times.length) grow(log, max)
  const slot = log.head + log.count
  log.times[slot < log.times.length ? slot : slot - log.times.length] = now
  log.count++
}

/** Doubles the size, up to `max`. A log starts with one slot, because most clients make few requests. */
function grow(log: SlidingLog, max: number): void {
  const { times, head } = log
  const unrolled = head === 0 ? times : [...times.slice(head), ...times.slice(0, head)]
  const free = Math.min(max, Math.max(1, times.length * 2)) - times.length
  // Fills the free slots with numbers, so that V8 keeps a packed array of doubles.
  log.times = unrolled.concat(Array.from({ length: free }, () => Number.POSITIVE_INFINITY))
  log.head = 0
}
