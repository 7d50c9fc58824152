import type { holidayRoutes } from '@daymark/contract/planning/holidays'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { HolidayService } from './service.ts'

export const holidayHandlers = (holidays: HolidayService): Handlers<typeof holidayRoutes> => ({
  list: ({ query, zone }) => holidays.list(query, zone),
})
