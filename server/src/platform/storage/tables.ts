// Instants are epoch milliseconds, except in the account tables (`LibraryDate`).
import type { AccountTables } from './tables/accounts.ts'
import type { CalendarObjectTables } from './tables/calendar-objects.ts'
import type { ChangeTables } from './tables/changes.ts'
import type { JobTables, WebhookTables } from './tables/jobs.ts'
import type { MeetingTables } from './tables/meetings.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PreferenceTables } from './tables/preferences.ts'
import type { ScheduleTables } from './tables/schedules.ts'
import type { SearchTables } from './tables/search.ts'
import type { ServerFactTables } from './tables/server-facts.ts'
import type { StagedTables } from './tables/staged.ts'
import type { TagTables } from './tables/tags.ts'
import type { TimerTables } from './tables/timers.ts'
import type { TodoTables } from './tables/todos.ts'

interface MigrationsTable {
  position: number
  name: string
  checksum: string
}

export interface Tables
  extends PeopleTables,
    TagTables,
    TodoTables,
    ScheduleTables,
    TimerTables,
    MeetingTables,
    ChangeTables,
    PreferenceTables,
    JobTables,
    SearchTables,
    StagedTables,
    NotificationTables,
    CalendarObjectTables,
    WebhookTables,
    ServerFactTables,
    AccountTables {
  migrations: MigrationsTable
}
