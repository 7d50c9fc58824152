// Adds indexes for very large accounts: todos in manual order, and timers by type.
import type { Migration } from '../../schema/migration.ts'

const TIMERS = 'timers (owner_id, started_at desc, id)'

export const largeLists: Migration = {
  name: '0050-large-lists',
  statements: () => [
    `create index todos_group_position on todos
      (tag_group_id, (coalesce(position, '\x7f')), status_rank, deadline_rank, newest_rank, id)`,
    `create index timers_of_schedules on ${TIMERS} where schedule_id is not null`,
    `create index timers_of_todos on ${TIMERS} where todo_id is not null`,
    `create index timers_independent on ${TIMERS} where schedule_id is null and todo_id is null`,
  ],
}
