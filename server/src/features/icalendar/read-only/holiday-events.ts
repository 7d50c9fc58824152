// The holidays of a person's country as calendar objects, from last year to three years ahead.
import { createHash } from 'node:crypto'
import { HOLIDAYS_OF_SERVER, NO_HOLIDAYS } from '@daymark/contract/people/preferences'
import { DAY_MS } from '@daymark/recurrence/year'
import { listHolidays } from '../../holidays/holidays.ts'
import { newEvent } from '../mapping/event-writer.ts'
import type { EventModel } from '../mapping/model.ts'
import type { CalendarObject } from '../objects/read.ts'
import { property, writeCalendar } from '../text/content-line.ts'

export interface HolidayPlace {
  country: string
  region: string | null
  language: string | null
}

interface HolidayPreferences {
  holiday_country: string | null
  holiday_region: string | null
  language: string | null
}

/** Returns the place whose holidays the person sees, or null if the person has turned holidays off. */
export function placeOf(preferences: HolidayPreferences | undefined, home: string): HolidayPlace | null {
  const { holiday_country: chosen = null, holiday_region: region = null, language = null } = preferences ?? {}
  if (chosen === NO_HOLIDAYS) return null
  return chosen === null || chosen === HOLIDAYS_OF_SERVER
    ? { country: home, region: null, language }
    : { country: chosen, region, language }
}

const YEARS_BACK = 1
const YEARS_AHEAD = 3

export async function holidayEvents(
  { country, region, language }: HolidayPlace,
  now: number,
): Promise<CalendarObject[]> {
  const year = new Date(now).getUTCFullYear()
  const answer = await listHolidays({
    country,
    region: region ?? undefined,
    lang: language ?? undefined,
    from: `${year - YEARS_BACK}-01-01`,
    to: `${year + YEARS_AHEAD}-12-31`,
  })
  if ('unknown' in answer) return []
  const days = answer.holidays.filter(each => each.is_holiday)
  return days.map(({ date, name }) => {
    const hash = createHash('sha256').update(`${country} ${region} ${date} ${name}`).digest('hex')
    const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20, 32)}`
    const start = Date.parse(date)
    const event: EventModel = {
      ...{ title: name, description: null, state: 'PLANNED', tags: [], start, end: start + DAY_MS },
      ...{ all_day: true, timezone: '', rule: null, deleted: [], changed: [] },
    }
    const calendar = newEvent(event, { uid: id, created_at: start, updated_at: start, version: 0 })
    calendar.components[0]?.properties.push(property('TRANSP', 'TRANSPARENT'))
    const facts = { id, version: Number.parseInt(hash.slice(0, 11), 16), updated_at: start, uid: id, event }
    return { ...facts, name: `${id}.ics`, is_stored: false, text: writeCalendar(calendar) }
  })
}
