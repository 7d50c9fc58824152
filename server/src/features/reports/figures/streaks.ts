// Computes streaks, which are consecutive days with a minimum of measured time. Pure.

export interface DayRun {
  days: number
  /** The index of the last day of the streak. -1 is the day before the list. */
  end: number
}

const NONE: DayRun = { days: 0, end: -1 }

/** Counts the consecutive active days at the end of the list. */
export function trailingRun(isActive: readonly boolean[]): number {
  const gap = isActive.lastIndexOf(false)
  return isActive.length - 1 - gap
}

/** `before` is the number of consecutive active days before the list. */
export function longestRun(isActive: readonly boolean[], before: number): DayRun {
  let longest = NONE
  let days = before
  for (const [end, active] of isActive.entries()) {
    days = active ? days + 1 : 0
    if (active && days > longest.days) longest = { days, end }
  }
  return longest
}

/** Returns the streak that ends today, or yesterday if today is not active yet. */
export function currentRun(isActive: readonly boolean[], before: number, today: number): DayRun {
  const end = isActive[today] ? today : today - 1
  const days = trailingRun(isActive.slice(0, end + 1))
  const reachesBack = days === end + 1
  return { days: reachesBack ? days + before : days, end }
}
