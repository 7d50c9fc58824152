// Caches formatters, because creating one takes longer than formatting hundreds of dates.

const known = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options)
  known.set(key, format)
  return format
}
