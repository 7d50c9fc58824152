const MINUTE_S = 60
const HOUR_S = 3600

/** Round intervals in seconds. A decimal scale would have ticks such as 50 minutes. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE_S),
  ...[1, 2, 3, 4, 6, 8, 12, 24, 40, 60, 80, 100, 200, 400].map(hours => hours * HOUR_S),
]
const MOST_STEPS = 5

export interface Axis {
  /** At least as large as every value. */
  max: number
  ticks: number[]
}

export function axisOf(most: number): Axis {
  const fitting = STEPS.find(each => most <= each * MOST_STEPS)
  // If no interval fits, uses a multiple of 100 hours.
  const step = fitting ?? Math.ceil(most / (MOST_STEPS * 100 * HOUR_S)) * 100 * HOUR_S
  const count = Math.max(1, Math.ceil(most / step))
  return { max: count * step, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) }
}
