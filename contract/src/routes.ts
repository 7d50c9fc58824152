// The route table: every REST operation of the service, by feature.
import { holidayRoutes } from './holidays.ts'
import { tagRoutes } from './tags.ts'
import { userRoutes } from './users.ts'

export const routes = {
  holidays: holidayRoutes,
  tags: tagRoutes,
  users: userRoutes,
}
export type Routes = typeof routes
