// Adds the time when a timer was last corrected.
import type { Migration } from '../../schema/migration.ts'

export const corrections: Migration = {
  name: '0016-corrections',
  statements: t => [`alter table timers add column corrected_at ${t.int}`],
}
