// Adds todos that are due by the end of a date instead of at a time.
import type { Migration } from '../../schema/migration.ts'

/** `deadline_date` is midnight UTC on that date, like the dates of all-day schedules. */
export const deadlineDates: Migration = {
  name: '0020-deadline-dates',
  statements: t => [
    `alter table todos add column deadline_date ${t.int} check (deadline is null or deadline_date is null)`,
  ],
}
