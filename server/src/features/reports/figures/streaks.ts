// Computes streaks, which are consecutive days with a minimum of measured time. Pure.

export interface DayRun {
  days: number
  /** Index of the run's last day. Below 0 or beyond the list, the day is in another year. */
  end: number
}

/** Numbers of consecutive active days just before and just after a list of days. */
export interface Neighbors {
  before: number
  after: number
}

const NONE: DayRun = { days: 0, end: -1 }

export const trailingRun = (isActive: readonly boolean[]): number =>
  isActive.length - 1 - isActive.lastIndexOf(false)

export function leadingRun(isActive: readonly boolean[]): number {
  const gap = isActive.indexOf(false)
  return gap < 0 ? isActive.length : gap
}

/** Returns the longest run with a day in the list, including its days before and after the list. */
export function longestRun(isActive: readonly boolean[], { before, after }: Neighbors): DayRun {
  let longest = NONE
  let days = before
  for (const [at, active] of isActive.entries()) {
    days = active ? days + 1 : 0
    const more = active && at === isActive.length - 1 ? after : 0
    if (active && days + more > longest.days) longest = { days: days + more, end: at + more }
  }
  return longest
}

/**
 * Returns the run that ends today or yesterday, because today may not be over. `today` is an index. If it is beyond the
 * list, the run must include the list's last day.
 */
export function currentRun(
  isActive: readonly boolean[],
  { before, after }: Neighbors,
  today: number,
): DayRun {
  const { length } = isActive
  if (today < 0) return NONE
  if (today >= length) {
    const run = trailingRun(isActive)
    const end = length - 1 + after
    return run === 0 || end < today - 1 ? NONE : { days: run + after + (run === length ? before : 0), end }
  }
  const end = isActive[today] ? today : today - 1
  const days = trailingRun(isActive.slice(0, end + 1))
  return { days: days === end + 1 ? days + before : days, end }
}
