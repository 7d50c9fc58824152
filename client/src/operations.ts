// All operations by feature. Generated from the route table by "npm run openapi"; edit the route table instead.
import * as accounts from './operations/accounts.ts'
import * as calendar from './operations/calendar.ts'
import * as changes from './operations/changes.ts'
import * as friends from './operations/friends.ts'
import * as history from './operations/history.ts'
import * as holidays from './operations/holidays.ts'
import * as meetings from './operations/meetings.ts'
import * as quickAdd from './operations/quickAdd.ts'
import * as reports from './operations/reports.ts'
import * as schedules from './operations/schedules.ts'
import * as server from './operations/server.ts'
import * as tags from './operations/tags.ts'
import * as timers from './operations/timers.ts'
import * as todos from './operations/todos.ts'
import * as tokens from './operations/tokens.ts'
import * as users from './operations/users.ts'
import * as visibility from './operations/visibility.ts'

export const operations = {
  accounts,
  calendar,
  changes,
  friends,
  history,
  holidays,
  meetings,
  quickAdd,
  reports,
  schedules,
  server,
  tags,
  timers,
  todos,
  tokens,
  users,
  visibility,
}
