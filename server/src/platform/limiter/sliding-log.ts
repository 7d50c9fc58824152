// The exact sliding log: a request is allowed iff fewer than `max` were allowed in the last window.
import type { Decision, Rule } from './port.ts'

/** The times of the allowed requests, oldest first, in a ring buffer that grows as needed. */
export interface SlidingLog {
  times: number[]
  head: number
  count: number
}

export const emptyLog = (): SlidingLog => ({ times: [], head: 0, count: 0 })

export function takeFrom(log: SlidingLog, rule: Rule, now: number): Decision {
  if (log.count > 0) {
    pullBack(log, now)
    // An entry exactly one window old has left, or a client that waits `reset_s` would be refused again.
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
 * After the clock stepped back, entries are in the future. They happened just now at the latest: counting them as now
 * is never too generous and is forgotten within one window, however wrong the clock was.
 */
function pullBack(log: SlidingLog, now: number): void {
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

/** Doubles: most clients make few requests, so a log starts with one slot and rarely reaches `max`. */
function grow(log: SlidingLog, max: number): void {
  const { times, head } = log
  const unrolled = head === 0 ? times : [...times.slice(head), ...times.slice(0, head)]
  const free = Math.min(max, Math.max(1, times.length * 2)) - times.length
  // Infinity instead of 0 keeps the engine's flat array of doubles; a 0 would turn it into an array of objects.
  log.times = unrolled.concat(Array.from({ length: free }, () => Number.POSITIVE_INFINITY))
  log.head = 0
}
