// Computes South Korea's holidays from the law. The library has wrong dates (Seollal, Chuseok 2033), an incomplete list
// of substitute days, and no elections, temporary holidays, Labor Day or repealed holidays.
import { DECREED, FIXED_DAYS, type FixedDay, type KoreanNames, LUNAR_DAYS } from './korea-days.ts'
import { lunarDate } from './lunar.ts'

export interface KoreanDay {
  date: string
  name: KoreanNames
  type: 'public' | 'bank' | 'observance'
  /** True for a substitute, which makes up for a holiday on a weekend or on another holiday. */
  substitute: boolean
}

type Claim = KoreanDay & { weekend: readonly number[] }

const SATURDAY = 6
const SUNDAY = 7

/** Returns the public holidays, bank holidays and observances of a year (1989 or later), ordered by date. */
export function koreanDays(year: number): KoreanDay[] {
  const claims = [...lunarClaims(year), ...fixedClaims(year)]
  const decreed = DECREED.filter(day => day.date.startsWith(`${year}-`))
  const days: KoreanDay[] = [
    ...claims.map(({ weekend: _, ...day }) => day),
    ...decreed.map(({ date, name }): KoreanDay => ({ date, name, type: 'public', substitute: false })),
  ]
  days.push(...substitutes(claims, days))
  return days.sort((a, b) => a.date.localeCompare(b.date))
}

function lunarClaims(year: number): Claim[] {
  return LUNAR_DAYS.flatMap(({ month, day, length, name, weekend }) => {
    const first = Temporal.PlainDate.from(lunarDate('korean', year, month, day))
    return Array.from({ length }, (_, offset) => ({
      date: first.add({ days: offset }).toString(),
      name,
      type: 'public' as const,
      substitute: false,
      weekend: weekendOf(weekend, year),
    }))
  })
}

function fixedClaims(year: number): Claim[] {
  return FIXED_DAYS.flatMap((row: FixedDay) => {
    const era = row.eras.find(({ from, to }) => year >= from && year <= (to ?? year))
    if (era === undefined) return []
    const name = era.name ?? row.name
    const weekend = era.type === 'public' ? weekendOf(row.weekend, year) : []
    return [{ date: `${year}-${row.day}`, name, type: era.type, substitute: false, weekend }]
  })
}

function weekendOf(
  rule: { since: number; days: readonly number[] } | undefined,
  year: number,
): readonly number[] {
  return rule !== undefined && year >= rule.since ? rule.days : []
}

/**
 * By law, some holidays have a substitute if they fall on a weekend or, on a weekday, coincide with another
 * holiday. The substitute is the next day that is neither a holiday nor on a weekend. Two holidays on one day get
 * one substitute (as on 6 May 2025), which is named after the lunar holiday. Lunar holidays are therefore first
 * in the list.
 */
function substitutes(claims: readonly Claim[], days: readonly KoreanDay[]): KoreanDay[] {
  const holidays = days.filter(day => day.type === 'public').map(day => day.date)
  const taken = new Set(holidays)
  const made = new Map<string, KoreanDay>()
  for (const claim of claims.toSorted((a, b) => a.date.localeCompare(b.date))) {
    if (claim.weekend.length === 0 || made.has(claim.date)) continue
    const day = Temporal.PlainDate.from(claim.date)
    const shared = day.dayOfWeek < SATURDAY && holidays.filter(date => date === claim.date).length > 1
    if (!shared && !claim.weekend.includes(day.dayOfWeek)) continue
    const date = nextFreeDay(day, taken)
    taken.add(date)
    made.set(claim.date, { date, name: claim.name, type: 'public', substitute: true })
  }
  return [...made.values()]
}

function nextFreeDay(after: Temporal.PlainDate, taken: ReadonlySet<string>): string {
  let day = after.add({ days: 1 })
  while (day.dayOfWeek === SATURDAY || day.dayOfWeek === SUNDAY || taken.has(day.toString())) {
    day = day.add({ days: 1 })
  }
  return day.toString()
}
