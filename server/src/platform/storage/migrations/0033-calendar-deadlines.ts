// Adds the preference for showing todo deadlines in calendar apps.
import type { Migration } from '../schema/migration.ts'

export const calendarDeadlines: Migration = {
  name: '0033-calendar-deadlines',
  statements: t => [`alter table preferences add column deadlines_in_calendar_apps ${t.text}`],
}
