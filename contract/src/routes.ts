// The route table: every REST operation, by feature.

import { accountRoutes } from './accounts/accounts.ts'
import { serverRoutes } from './accounts/server-info.ts'
import { tokenRoutes } from './accounts/tokens.ts'
import { changeRoutes } from './changes.ts'
import { historyRoutes } from './history.ts'
import { meetingRoutes } from './meetings/meetings.ts'
import { friendRoutes } from './people/friends.ts'
import { userRoutes } from './people/users.ts'
import { visibilityRoutes } from './people/visibility.ts'
import { calendarRoutes } from './planning/calendar.ts'
import { holidayRoutes } from './planning/holidays.ts'
import { quickAddRoutes } from './planning/quick-add.ts'
import { scheduleRoutes } from './planning/schedules.ts'
import { tagRoutes } from './planning/tags.ts'
import { todoRoutes } from './planning/todos.ts'
import { reportRoutes } from './reports/reports.ts'
import { timerRoutes } from './timers/timers.ts'

export const routes = {
  calendar: calendarRoutes,
  changes: changeRoutes,
  friends: friendRoutes,
  history: historyRoutes,
  holidays: holidayRoutes,
  meetings: meetingRoutes,
  quickAdd: quickAddRoutes,
  reports: reportRoutes,
  schedules: scheduleRoutes,
  tags: tagRoutes,
  timers: timerRoutes,
  todos: todoRoutes,
  tokens: tokenRoutes,
  users: userRoutes,
  visibility: visibilityRoutes,
}
export type Routes = typeof routes

/** Routes outside `/v1`: server information, and embedded accounts (absent if an external issuer is configured). */
export const signInRoutes = { accounts: accountRoutes, server: serverRoutes }
export type SignInRoutes = typeof signInRoutes
