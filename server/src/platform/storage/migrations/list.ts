// All migrations in order. A released migration is never changed; add a new one at the end instead.
import type { Migration } from '../schema/migration.ts'
import { usersAndTags } from './0001-users-and-tags.ts'
import { people } from './0002-people.ts'
import { todos } from './0003-todos.ts'
import { schedules } from './0004-schedules.ts'
import { timers } from './0005-timers.ts'
import { meetings } from './0006-meetings.ts'
import { accounts } from './0007-accounts.ts'
import { publicOfFriends } from './0008-public-of-friends.ts'
import { versions } from './0009-versions.ts'
import { changes } from './0010-changes.ts'
import { sessionKinds } from './0011-session-kinds.ts'
import { captureWhatChanged } from './0012-capture-what-changed.ts'
import { totals } from './0013-totals.ts'
import { todoDetails } from './0014-todo-details.ts'

export const migrations: readonly Migration[] = [
  usersAndTags,
  people,
  todos,
  schedules,
  timers,
  meetings,
  accounts,
  publicOfFriends,
  versions,
  changes,
  sessionKinds,
  captureWhatChanged,
  totals,
  todoDetails,
]
