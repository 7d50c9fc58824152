// The only module that loads `date-holidays`. Also adds types that the library lacks.
import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { loadOnce } from '../../platform/kernel/concurrency/load-once.ts'

export type Library = typeof Holidays

/** Loads the library only when holidays are requested, because loading takes 0.15 s and 25 MB. */
export const loadLibrary: () => Promise<Library> = loadOnce(
  async () => (await import('date-holidays')).default,
)

export function rulesOf(calendar: Holidays): HolidaysTypes.HolidayRule[] {
  return calendar.getRules() as unknown as HolidaysTypes.HolidayRule[]
}

/** Returns the names of a rule by language, or an empty object if the rule has one name for all languages. */
export function namesOf(rule: HolidaysTypes.HolidayRule | undefined): Readonly<Record<string, string>> {
  return typeof rule?.name === 'object' ? rule.name : {}
}
