// The API walkthrough: requests to every operation in a working order, for the recorded examples and the Postman
// collection. Unrelated to the animated demo in e2e/tour.
import { administering, securing } from './chapters/accounts/security.ts'
import { addresses, leaving, operating, signingIn } from './chapters/accounts/sign-in.ts'
import { bulk } from './chapters/bulk.ts'
import { calendars } from './chapters/calendars.ts'
import { ending, exporting, programs } from './chapters/ending.ts'
import { focus } from './chapters/focus.ts'
import { log } from './chapters/log.ts'
import { meetings } from './chapters/meetings.ts'
import { notifications } from './chapters/notifications.ts'
import { friends, sharing } from './chapters/people.ts'
import { quickAdd } from './chapters/quick-add.ts'
import { reports } from './chapters/reports.ts'
import { search } from './chapters/search.ts'
import { schedules, tags, todos } from './chapters/things.ts'
import { timers } from './chapters/timers.ts'
import { webhooks } from './chapters/webhooks.ts'
import type { Chapter } from './step.ts'

export const tour: readonly Chapter[] = [
  signingIn,
  tags,
  todos,
  schedules,
  friends,
  timers,
  focus,
  reports,
  sharing,
  meetings,
  notifications,
  log,
  bulk,
  quickAdd,
  search,
  programs,
  webhooks,
  calendars,
  exporting,
  addresses,
  ending,
  administering,
  securing,
  leaving,
  operating,
]
