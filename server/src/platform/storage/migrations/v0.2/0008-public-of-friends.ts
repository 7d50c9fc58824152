// Adds indexes that find the public items of a few owners without reading everyone else's.
import type { Migration } from '../../schema/migration.ts'

export const publicOfFriends: Migration = {
  name: '0008-public-of-friends',
  statements: () => [
    "create index todos_public_owner on todos (owner_id, status_rank, deadline_rank, newest_rank, id) where level = 'public'",
    "create index schedules_public_owner on schedules (owner_id, range_class, range_start, id) where level = 'public'",
    "create index timers_public_owner on timers (owner_id, started_at desc, id) where level = 'public'",
    "create index meetings_public_owner on meetings (owner_id, created_at, id) where level = 'public'",
  ],
}
