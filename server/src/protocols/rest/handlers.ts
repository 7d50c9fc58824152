// Creates the resource handlers once: REST mounts all of them, and MCP calls some of them without HTTP.
import { routes } from '@daymark/contract/routes'
import type { FastifyInstance } from 'fastify'
import { bulkHandlers } from '../../features/bulk/routes.ts'
import { changeHandlers, historyHandlers } from '../../features/history/routes.ts'
import type { HistoryService } from '../../features/history/service.ts'
import { holidayHandlers } from '../../features/holidays/routes.ts'
import type { HolidayService } from '../../features/holidays/service.ts'
import { guestFileHandlers, meetingFileHandlers } from '../../features/icalendar/meetings/routes.ts'
import type { MeetingFileService } from '../../features/icalendar/meetings/service.ts'
import { guestHandlers, pollLinkHandlers } from '../../features/meetings/guests/routes.ts'
import type { GuestService } from '../../features/meetings/guests/service.ts'
import { meetingHandlers } from '../../features/meetings/routes.ts'
import { pollReminderHandlers } from '../../features/notifications/polls/routes.ts'
import { friendHandlers } from '../../features/people/friends/routes.ts'
import { userHandlers } from '../../features/people/users/routes.ts'
import { scheduleHandlers } from '../../features/planning/schedules/routes.ts'
import { groupHandlers, todoHandlers } from '../../features/planning/todos/routes.ts'
import { preferenceHandlers } from '../../features/preferences/routes.ts'
import { quickAddHandlers } from '../../features/quick-add/routes.ts'
import { reportHandlers } from '../../features/reports/routes.ts'
import type { ReportService } from '../../features/reports/service.ts'
import { searchHandlers } from '../../features/search/routes.ts'
import type { SearchService } from '../../features/search/service.ts'
import { readSubscribed } from '../../features/subscriptions/store.ts'
import { tagHandlers } from '../../features/tags/routes.ts'
import { timerHandlers } from '../../features/timers/routes.ts'
import { usageHandlers } from '../../features/usage/routes.ts'
import type { UsageService } from '../../features/usage/service.ts'
import { visibilityHandlers } from '../../features/visibility/routes.ts'
import { selectedLists } from '../../features/visibility/service.ts'
import { mount } from './requests/mount.ts'

export interface ResourceServices {
  most_at_once?: number | undefined
  guests: GuestService
  history: HistoryService
  holidays: HolidayService
  meetingFiles: MeetingFileService
  reports: ReportService
  search: SearchService
  usage: UsageService
}

export type ResourceHandlers = ReturnType<typeof resourceHandlers>

export function resourceHandlers(services: ResourceServices) {
  const { history } = services
  const bulk = bulkHandlers(services)
  return {
    changes: changeHandlers(history),
    friends: friendHandlers(selectedLists),
    guests: { ...guestHandlers(services.guests), ...guestFileHandlers(services.meetingFiles) },
    history: historyHandlers(history),
    holidays: holidayHandlers(services.holidays),
    meetings: {
      ...meetingHandlers,
      ...pollLinkHandlers,
      ...meetingFileHandlers(services.meetingFiles),
      ...pollReminderHandlers,
    },
    quickAdd: quickAddHandlers,
    reports: reportHandlers(services.reports),
    schedules: { ...scheduleHandlers(readSubscribed), ...bulk.schedules },
    search: searchHandlers(services.search),
    tags: { ...tagHandlers, ...groupHandlers(services) },
    timers: { ...timerHandlers, ...bulk.timers },
    todos: { ...todoHandlers, ...bulk.todos },
    users: {
      ...userHandlers,
      ...preferenceHandlers,
      ...usageHandlers(services.usage),
    },
    visibility: visibilityHandlers,
  }
}

export function mountResources(app: FastifyInstance, handlers: ResourceHandlers): void {
  for (const name of Object.keys(handlers) as (keyof ResourceHandlers)[])
    mount(app, routes[name] as never, handlers[name] as never)
}
