import { availableParallelism } from 'node:os'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, calendarLimits, quotasOf } from './config/config.ts'
import { calendarService } from './features/calendar/service.ts'
import { exportService } from './features/export/service.ts'
import { followChanges } from './features/focus/follow.ts'
import { resourceReaders } from './features/history/readers.ts'
import { historyService } from './features/history/service.ts'
import { holidayService } from './features/holidays/service.ts'
import { meetingFileService } from './features/icalendar/meetings/service.ts'
import { followItems } from './features/icalendar/objects/follow.ts'
import { calendarObjectService } from './features/icalendar/objects/service.ts'
import { guestService } from './features/meetings/guests/service.ts'
import { requireSoundMeetings } from './features/meetings/restored.ts'
import { userService } from './features/people/users/service.ts'
import { requireSoundPlan } from './features/planning/restored.ts'
import { recomputeRanges } from './features/planning/schedules/range/ranges.ts'
import { reportService } from './features/reports/service.ts'
import { searchService } from './features/search/service.ts'
import { readSubscribed, subscribedCalendars } from './features/subscriptions/store.ts'
import { requireTagsOfGoals } from './features/tags/restored.ts'
import { timerDetail } from './features/timers/change.ts'
import { eraseDeliveries } from './features/webhooks/open.ts'
import { recordedStorage } from './platform/changes/recording/recorded-storage.ts'
import { type BeforeCommit, changeRecorder } from './platform/changes/recording/recorder.ts'
import { HeavyWork } from './platform/kernel/concurrency/heavy-work.ts'
import type { Clock } from './platform/kernel/time/clock.ts'
import type { Storage } from './platform/storage/unit-of-work.ts'

export interface ServiceParts {
  config: Config
  storage: Storage
  clock: Clock
  /** Records writes in the change log. Benchmarks replace it to measure its cost. */
  record?: BeforeCommit | undefined
  /** How many items a request may touch in one transaction. Tests lower it, so that short lists are staged, too. */
  most_at_once?: number | undefined
}

/** Returns the services, and the storage that records changes. All other code must write through this storage. */
export function createServices(parts: ServiceParts) {
  const { config, clock, most_at_once } = parts
  const recorder = changeRecorder({
    clock,
    details: { timer: timerDetail },
    quotas: quotasOf(config),
    async follow(tx, rows, cause, now) {
      await followItems(tx, rows, cause)
      return followChanges(tx, rows, now)
    },
  })
  const storage = recordedStorage(parts.storage, parts.record ?? recorder, clock)
  const cores = Math.floor(availableParallelism() / config.WORKERS)
  const heavy = new HeavyWork({ at_once: Math.max(1, cores) })
  const users = userService({ uow: storage, clock })
  const holidays = holidayService({ clock, homeCountry: config.HOLIDAY_COUNTRY })
  const guests = guestService({ uow: storage, clock })
  const meetingFiles = meetingFileService({ uow: storage })
  const calendars = calendarService({ uow: storage, subscribed: readSubscribed })
  const exports = exportService({ uow: storage, clock, heavy, version: manifest.version })
  const reports = reportService({ uow: storage, clock })
  const search = searchService({ uow: storage, heavy })
  const calendarObjects = calendarObjectService({
    ...{ storage, clock, most_at_once, homeCountry: config.HOLIDAY_COUNTRY, subscribed: subscribedCalendars },
    ...calendarLimits(config),
  })
  const history = historyService({
    uow: storage,
    clock,
    readers: resourceReaders,
    async afterUndo(tx, rows, now) {
      await requireSoundPlan(tx, rows)
      await requireSoundMeetings(tx, rows)
      await requireTagsOfGoals(tx, rows)
      await recomputeRanges(tx, rows, now)
    },
    afterErase: eraseDeliveries,
    most_at_once,
  })

  return {
    storage,
    heavy,
    users,
    holidays,
    meetingFiles,
    guests,
    calendars,
    exports,
    reports,
    search,
    calendarObjects,
    history,
  }
}
