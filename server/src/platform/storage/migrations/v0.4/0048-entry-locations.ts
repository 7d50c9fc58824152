// Adds locations to schedules. Single occurrences can override the location of their series.
import type { Migration } from '../../schema/migration.ts'

export const entryLocations: Migration = {
  name: '0048-entry-locations',
  statements: (t, dialect) => [
    `alter table schedules add column location ${t.text}`,
    `alter table schedule_exceptions add column location ${t.text}`,
    `alter table schedule_exceptions add column location_set ${t.bool} not null default ${dialect === 'sqlite' ? '0' : 'false'}`,
  ],
}
