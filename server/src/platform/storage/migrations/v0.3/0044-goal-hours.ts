// Adds tag goals in hours per week.
import type { Migration } from '../../schema/migration.ts'

export const goalHours: Migration = {
  name: '0044-goal-hours',
  statements: t => [`alter table tag_groups add column goal_hours ${t.text}`],
}
