// Dates in numbers: 11/19, 19.11.2026, 2026-11-19. The region decides whether the month or the day is first.
import { dayOf, nextDate, partsOf } from './calendar.ts'
import type { Day } from './chip.ts'

export type Order = 'month first' | 'day first'

const orders = new Map<string, Order>()

/** `region` is a country such as US. Without one, the language decides. */
export function orderOf(region: string | undefined, language: string): Order {
  const name = `${region ?? ''} ${language}`
  const known = orders.get(name)
  if (known) return known
  const locale = region === undefined ? language : new Intl.Locale('und', { region }).maximize().toString()
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short' })
    .formatToParts(0)
    .map(({ type }) => type)
  const order = parts.indexOf('month') < parts.indexOf('day') ? 'month first' : 'day first'
  orders.set(name, order)
  return order
}

export interface NumericDate {
  readonly day: Day
  readonly form: 'sure' | 'short'
}

/** Returns undefined for a date that does not exist. A date without a year is the next one. */
export function numericDate(
  text: string,
  { today, order }: { today: Day; order: Order },
): NumericDate | undefined {
  const [first = '', second = '', third] = text.replace(/\.$/, '').split(/[-/.]/)
  if (first.length === 4) {
    const day = dayOf(Number(first), Number(second), Number(third))
    return day === undefined ? undefined : { day, form: 'sure' }
  }
  const [month, date] =
    order === 'month first' ? [Number(first), Number(second)] : [Number(second), Number(first)]
  if (third === undefined) {
    // 3.5 and 1-2 are no dates; 3.5. is.
    if (!text.includes('/') && !text.endsWith('.')) return undefined
    const day = nextDate(today, month, date)
    return day === undefined ? undefined : { day, form: 'short' }
  }
  const day = dayOf(yearOf(third, today), month, date)
  return day === undefined ? undefined : { day, form: 'sure' }
}

function yearOf(text: string, today: Day): number {
  if (text.length === 4) return Number(text)
  const { year } = partsOf(today)
  const written = Number(`20${text}`)
  return written > year + FURTHEST ? written - 100 : written
}
/** In years: contracts and passports end within them, and "11/22/63" is 1963. */
const FURTHEST = 30
