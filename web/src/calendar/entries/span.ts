// The start and end of an entry in the user's time zone. Dates of all-day entries are the same in every zone.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { startOfDay } from '../../session/region/zone-time.ts'

type Times = Pick<Schedule, 'start_time' | 'end_time'> & Partial<Pick<Schedule, 'start_date' | 'end_date'>>

/** Prefers the dates of all-day entries, because their times may be in the time zone of another device. */
export const entrySpan = ({ start_date, end_date, ...entry }: Times, zone: string) => ({
  start: start_date ? startOfDay(start_date, zone) : Date.parse(entry.start_time),
  end: end_date ? startOfDay(end_date, zone) : Date.parse(entry.end_time),
})
