// Adds goals in hours and week templates to each person's stored bytes.
import type { Migration } from '../../schema/migration.ts'

const added = (table: string, column: string): string => `
  update change_totals set bytes = change_totals.bytes + h.bytes
    from (select owner_id, sum(octet_length(${column})) as bytes from ${table}
      where ${column} is not null group by owner_id) as h
    where change_totals.owner_id = h.owner_id`

export const countedPlans: Migration = {
  name: '0053-counted-plans',
  statements: () => [added('tag_groups', 'goal_hours'), added('preferences', 'week_templates')],
}
