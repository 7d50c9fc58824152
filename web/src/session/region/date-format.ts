// Date formatters, created once: creating one takes longer than formatting hundreds of dates.

const known = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options)
  known.set(key, format)
  return format
}

const QUARTER_MS = 900_000
const SHIFTS_MS = [-4, -2, 2, 4].map(quarters => quarters * QUARTER_MS)
const repeated = new Map<string, boolean>()

/** True if clocks show the time of this instant twice, because they are set back by an hour or half an hour. */
export function isRepeated(ms: number, zone: string): boolean {
  // Clock changes are at whole quarters of an hour.
  const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS
  const key = `${zone} ${quarter}`
  const known = repeated.get(key)
  if (known !== undefined) return known
  const format = dateFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  const text = format.format(quarter)
  const isTwice = SHIFTS_MS.some(shift => format.format(quarter + shift) === text)
  repeated.set(key, isTwice)
  return isTwice
}
