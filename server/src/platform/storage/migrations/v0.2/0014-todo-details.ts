// Adds estimates, priorities, manual positions and completion times to todos.
import type { Migration } from '../../schema/migration.ts'

/** Sorts todos without a position last. List queries must use the same expression to benefit from the index. */
const MANUAL = "(coalesce(position, '\x7f'))"
const REST = 'status_rank, deadline_rank, newest_rank, id'

/** `completed_at` stays null for todos that are already DONE, because their completion time is unknown. */
export const todoDetails: Migration = {
  name: '0014-todo-details',
  statements: t => [
    `alter table todos add column estimate_minutes ${t.int}`,
    `alter table todos add column priority ${t.int} not null default 0`,
    `alter table todos add column position ${t.text}`,
    `alter table todos add column completed_at ${t.int}`,
    `create index todos_position on todos (owner_id, ${MANUAL}, ${REST})`,
    `create index todos_public_position on todos (${MANUAL}, ${REST}) where level = 'public'`,
  ],
}
