// Parses ISO 8601 datetimes: without an offset they are UTC, and fractions are truncated to milliseconds.
const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Epoch milliseconds of a date at midnight UTC, or undefined if there is no such date. */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text)
  return match ? midnight(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/** Epoch milliseconds, or undefined if the text is not a datetime of the years 1900 to 2200. */
export function parseInstant(text: string): number | undefined {
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
  return day + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction
}

function midnight(year: number, month: number, day: number): number | undefined {
  if (year < FIRST_YEAR || year > LAST_YEAR) return undefined
  const ms = Date.UTC(year, month - 1, day)
  const date = new Date(ms)
  // Date.UTC turns February 30 into a day in March, so a date that changed is invalid.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : undefined
}

function offsetMinutes(sign: string | undefined, hours = '0', minutes = '0'): number | undefined {
  if (sign === undefined) return 0
  const h = Number(hours)
  const min = Number(minutes)
  if (h > 23 || min > 59) return undefined
  return (sign === '-' ? -1 : 1) * (h * 60 + min)
}
