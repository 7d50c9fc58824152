import type { Schedule } from '@daymark/contract/planning/schedule'
import { startOfDay } from '../../session/region/zone-time.ts'

type Times = Pick<Schedule, 'start_time' | 'end_time'> & Partial<Pick<Schedule, 'start_date' | 'end_date'>>

/**
 * Returns the start and end of an entry. Ignores the times of all-day entries, because they may be midnights in another
 * device's time zone.
 */
export const entrySpan = ({ start_date, end_date, ...entry }: Times, zone: string) => ({
  start: start_date ? startOfDay(start_date, zone) : Date.parse(entry.start_time),
  end: end_date ? startOfDay(end_date, zone) : Date.parse(entry.end_time),
})
