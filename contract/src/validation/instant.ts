// Parses ISO 8601 datetimes. Without an offset they are UTC. Fractions are truncated to milliseconds.
const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

const FIRST = Date.UTC(1900, 0, 1)
const END = Date.UTC(2201, 0, 1)

/**
 * Returns epoch milliseconds at midnight UTC, or undefined if the date does not exist or is outside the supported
 * years.
 */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text)
  const ms = match ? midnight(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
  return ms !== undefined && isSupported(ms) ? ms : undefined
}

/** Returns epoch milliseconds, or undefined if the text is not a datetime in the years 1900 to 2200 in UTC. */
export function parseInstant(text: string): number | undefined {
  const ms = parseWritten(text)
  return ms !== undefined && isSupported(ms) ? ms : undefined
}

const isSupported = (ms: number): boolean => ms >= FIRST && ms < END

/**
 * Like `parseInstant`, but also accepts a datetime if only its written date is in the years 1900 to 2200. For
 * example, 1900-01-01T00:00+09:00 is still in 1899 in UTC.
 */
export function parseWritten(text: string): number | undefined {
  const m = SHAPE.exec(text)
  if (!m) return undefined
  const day = midnight(Number(m[1]), Number(m[2]), Number(m[3]))
  const hour = Number(m[4])
  const minute = Number(m[5])
  const second = Number(m[6] ?? 0)
  if (day === undefined || hour > 23 || minute > 59 || second > 59) return undefined
  const offset = offsetMinutes(m[9], m[10], m[11])
  if (offset === undefined) return undefined
  const fraction = Number((m[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const ms = day + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction
  return isSupported(day) || isSupported(ms) ? ms : undefined
}

function midnight(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  // Date.UTC turns February 30 into a day in March and the year 26 into 1926, so a date that changed is invalid.
  const isSame =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSame ? ms : undefined
}

function offsetMinutes(sign: string | undefined, hours = '0', minutes = '0'): number | undefined {
  if (sign === undefined) return 0
  const h = Number(hours)
  const min = Number(minutes)
  if (h > 23 || min > 59) return undefined
  return (sign === '-' ? -1 : 1) * (h * 60 + min)
}
