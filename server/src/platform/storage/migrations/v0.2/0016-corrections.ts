// Adds the time of each timer's last correction.
import type { Migration } from '../../schema/migration.ts'

export const corrections: Migration = {
  name: '0016-corrections',
  statements: t => [`alter table timers add column corrected_at ${t.int}`],
}
