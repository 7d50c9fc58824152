import type { WorkingHours } from '@daymark/contract/people/preferences'
import { WEEKDAYS } from '../../session/region/working-hours.ts'

interface BusinessHours {
  /** 0 is Sunday. */
  daysOfWeek: number[]
  startTime: string
  endTime: string
}

/** Returns false if no working hours are set, which makes FullCalendar shade nothing. */
export function businessHours(hours: WorkingHours | undefined): BusinessHours[] | false {
  if (!hours) return false
  return WEEKDAYS.flatMap((day, at) =>
    (hours[day] ?? []).map(({ start, end }) => ({
      daysOfWeek: [(at + 1) % 7],
      startTime: start,
      endTime: end,
    })),
  )
}
