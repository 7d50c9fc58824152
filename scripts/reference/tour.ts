// The tour: requests to every operation in a working order, for the recorded examples and the Postman collection.
import { leaving, operating, signingIn } from './chapters/accounts.ts'
import { ending, programs } from './chapters/ending.ts'
import { log } from './chapters/log.ts'
import { friends, meetings, sharing } from './chapters/people.ts'
import { quickAdd } from './chapters/quick-add.ts'
import { reports } from './chapters/reports.ts'
import { schedules, tags, todos } from './chapters/things.ts'
import { timers } from './chapters/timers.ts'
import type { Chapter } from './step.ts'

export const tour: readonly Chapter[] = [
  signingIn,
  tags,
  todos,
  schedules,
  friends,
  timers,
  reports,
  sharing,
  meetings,
  log,
  quickAdd,
  programs,
  ending,
  leaving,
  operating,
]
