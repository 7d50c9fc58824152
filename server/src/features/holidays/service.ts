import type { holidayRoutes } from '@daymark/contract/planning/holidays'
import type { DecodedQuery } from '@daymark/contract/route'
import { invalid } from '../../platform/kernel/errors.ts'
import { decodeCursor, type Page, toPage } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Holiday } from './holiday.ts'
import { listHolidays } from './holidays.ts'
import { periodOf } from './period.ts'

export type HolidayService = ReturnType<typeof holidayService>

type ListQuery = DecodedQuery<(typeof holidayRoutes)['list']>

/** The cursor of a page. Date and name together are unique, because a day has at most one holiday with a given name. */
type HolidayKey = [date: string, name: string]
const keyOf = ({ date, name }: Holiday): HolidayKey => [date, name]

export function holidayService({ clock, homeCountry }: { clock: Clock; homeCountry: string }) {
  return {
    async list(query: ListQuery, zone: Zone): Promise<Page<Holiday>> {
      const after = decodeCursor<HolidayKey>(query, ['string', 'string'])
      const { country = homeCountry, region, lang } = query
      const period = periodOf(query, zone, zone.format(clock.now()))
      const answer = await listHolidays({ country, region, lang, ...period })
      if ('unknown' in answer) throw invalid(answer.unknown, UNKNOWN[answer.unknown])
      return toPage(following(answer.holidays, after), query, keyOf)
    },
  }
}

const UNKNOWN = {
  country: 'must be the ISO 3166 code of a country whose holidays are known',
  region: 'must be a region of the country whose holidays are known',
}

function following(holidays: Holiday[], after: HolidayKey | undefined): Holiday[] {
  if (after === undefined) return holidays
  const [date, name] = after
  const place = holidays.findIndex(holiday => holiday.date === date && holiday.name === name)
  if (place < 0) throw invalid('cursor', 'must be a cursor that this list has returned')
  return holidays.slice(place + 1)
}
