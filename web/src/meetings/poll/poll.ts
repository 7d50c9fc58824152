import type { Meeting } from '@daymark/contract/meetings/meeting'
import { addDays } from '../../session/region/zone-time.ts'
import { cellStarts, daysOf, type Frame, secondsOf, timeOf } from '../grid/grid.ts'

export type Poll = Frame & Pick<Meeting, 'title' | 'timezone'> & { description: string }

export type PollFault = 'range' | 'tooLong' | 'noDays' | 'hours' | 'noCells'

export const MOST_DAYS = 62
const HALF_HOUR = 1800

/** The defaults: weekdays in the next two weeks, from 9:00 to 18:00. */
export const newPoll = (today: string, timezone: string): Poll => ({
  title: '',
  description: '',
  start_date: addDays(today, 1),
  end_date: addDays(today, 14),
  available_days: [0, 1, 2, 3, 4],
  start_time: '09:00:00',
  end_time: '18:00:00',
  time_slot_minutes: 30,
  timezone,
})

export function pollFault(poll: Frame): PollFault | undefined {
  if (!(poll.start_date <= poll.end_date)) return 'range'
  if (addDays(poll.start_date, MOST_DAYS) <= poll.end_date) return 'tooLong'
  if (daysOf(poll).length === 0) return 'noDays'
  if (secondsOf(poll.end_time) <= secondsOf(poll.start_time)) return 'hours'
  return cellStarts(poll).length === 0 ? 'noCells' : undefined
}

/** Returns every half hour from `from` to `to`, plus the selected time if it is not one of them. */
export function timeChoices(chosen: string, from: number, to: number): string[] {
  const times = Array.from({ length: (to - from) / HALF_HOUR + 1 }, (_, step) =>
    timeOf(from + step * HALF_HOUR),
  )
  return [...new Set([...times, chosen])].sort()
}
export const startChoices = (chosen: string): string[] => timeChoices(chosen, 0, 86_400 - HALF_HOUR)
export const endChoices = (chosen: string): string[] => timeChoices(chosen, HALF_HOUR, 86_400)

export const minuteChoices = (chosen: number): number[] =>
  [...new Set([15, 30, 60, 120, chosen])].sort((a, b) => a - b)

/** Returns all days of a week, where 0 is Monday. `first` is 0 for Sunday. */
export const weekdaysFrom = (first: number): number[] =>
  Array.from({ length: 7 }, (_, at) => (first + 6 + at) % 7)
