// Times of day as seconds since midnight. The texts have passed the contract: `HH:MM` or `HH:MM:SS`.
const MINUTE = 60
const HOUR = 3600

/**
 * `24:00` is the midnight that ends a day, for a meeting that lasts till then. `00:00` is always the one that
 * begins it: as an end it comes before every start, and guessing would turn a slip into a night.
 */
export function secondsOfDay(text: string): number {
  const seconds = text.length > 5 ? twoDigits(text, 6) : 0
  return twoDigits(text, 0) * HOUR + twoDigits(text, 3) * MINUTE + seconds
}

/** The form that is kept and returned: `HH:MM:SS`. */
export function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE)
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}:${padded(seconds % MINUTE)}`
}

// A result reads a hundred thousand of them: digits by their codes take a tenth of the time of `split`.
const ZERO = 48
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

const padded = (number: number): string => (number < 10 ? `0${number}` : String(number))
