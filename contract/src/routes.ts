// The route table: every REST operation of the service, by feature.

import { accountRoutes } from './accounts.ts'
import { calendarRoutes } from './calendar.ts'
import { changeRoutes } from './changes.ts'
import { friendRoutes } from './friends.ts'
import { historyRoutes } from './history.ts'
import { holidayRoutes } from './holidays.ts'
import { meetingRoutes } from './meetings.ts'
import { scheduleRoutes } from './schedules.ts'
import { serverRoutes } from './server-info.ts'
import { tagRoutes } from './tags.ts'
import { timerRoutes } from './timers.ts'
import { todoRoutes } from './todos.ts'
import { tokenRoutes } from './tokens.ts'
import { userRoutes } from './users.ts'
import { visibilityRoutes } from './visibility.ts'

export const routes = {
  calendar: calendarRoutes,
  changes: changeRoutes,
  friends: friendRoutes,
  history: historyRoutes,
  holidays: holidayRoutes,
  meetings: meetingRoutes,
  schedules: scheduleRoutes,
  tags: tagRoutes,
  timers: timerRoutes,
  todos: todoRoutes,
  tokens: tokenRoutes,
  users: userRoutes,
  visibility: visibilityRoutes,
}
export type Routes = typeof routes

/** What lies beside `/v1`: how to sign in, and the embedded accounts (absent when an external issuer is set). */
export const signInRoutes = { accounts: accountRoutes, server: serverRoutes }
export type SignInRoutes = typeof signInRoutes
