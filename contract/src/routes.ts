// The route table: every REST operation of the service, by feature.

import { friendRoutes } from './friends.ts'
import { holidayRoutes } from './holidays.ts'
import { meetingRoutes } from './meetings.ts'
import { scheduleRoutes } from './schedules.ts'
import { tagRoutes } from './tags.ts'
import { todoRoutes } from './todos.ts'
import { userRoutes } from './users.ts'
import { visibilityRoutes } from './visibility.ts'

export const routes = {
  friends: friendRoutes,
  holidays: holidayRoutes,
  meetings: meetingRoutes,
  schedules: scheduleRoutes,
  tags: tagRoutes,
  todos: todoRoutes,
  users: userRoutes,
  visibility: visibilityRoutes,
}
export type Routes = typeof routes
