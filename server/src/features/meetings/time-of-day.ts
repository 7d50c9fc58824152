// Times of day as seconds since midnight. Expects text that the contract has validated: `HH:MM` or `HH:MM:SS`.
const MINUTE = 60
const HOUR = 3600

/**
 * Converts a time of day to seconds. `24:00` is midnight at the end of a day, `00:00` at the start. If `00:00` also
 * meant the end of a day, a typo could make a meeting last all night.
 */
export function secondsOfDay(text: string): number {
  const seconds = text.length > 5 ? twoDigits(text, 6) : 0
  return twoDigits(text, 0) * HOUR + twoDigits(text, 3) * MINUTE + seconds
}

/** Formats seconds as `HH:MM:SS`, the form in which times are stored and returned. */
export function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE)
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}:${padded(seconds % MINUTE)}`
}

// Reads character codes, which is ten times as fast as `split`. One availability grid needs a hundred thousand calls.
const ZERO = 48
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

const padded = (number: number): string => (number < 10 ? `0${number}` : String(number))
