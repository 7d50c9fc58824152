// Times of day as seconds since midnight. The texts have passed the contract: `HH:MM` or `HH:MM:SS`.
const MINUTE = 60
const HOUR = 3600

/**
 * `24:00` is the midnight that ends a day, for a meeting that lasts till then. `00:00` is always the one that
 * begins it: as an end it comes before every start, and guessing would turn a slip into a night.
 */
export function secondsOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * HOUR + minutes * MINUTE + seconds
}

/** The form that is kept and returned: `HH:MM:SS`. */
export function timeText(seconds: number): string {
  return [seconds / HOUR, (seconds % HOUR) / MINUTE, seconds % MINUTE]
    .map(part => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
