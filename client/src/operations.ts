// All operations by feature. Generated from the route table by "npm run openapi"; edit the route table instead.
import * as accountMail from './operations/accountMail.ts'
import * as accounts from './operations/accounts.ts'
import * as administration from './operations/administration.ts'
import * as apps from './operations/apps.ts'
import * as audit from './operations/audit.ts'
import * as calendar from './operations/calendar.ts'
import * as changes from './operations/changes.ts'
import * as deletion from './operations/deletion.ts'
import * as devicePasswords from './operations/devicePasswords.ts'
import * as feeds from './operations/feeds.ts'
import * as focus from './operations/focus.ts'
import * as friends from './operations/friends.ts'
import * as guests from './operations/guests.ts'
import * as history from './operations/history.ts'
import * as holidays from './operations/holidays.ts'
import * as imports from './operations/imports.ts'
import * as jobs from './operations/jobs.ts'
import * as meetings from './operations/meetings.ts'
import * as notifications from './operations/notifications.ts'
import * as openings from './operations/openings.ts'
import * as passkeys from './operations/passkeys.ts'
import * as personalData from './operations/personalData.ts'
import * as quickAdd from './operations/quickAdd.ts'
import * as reports from './operations/reports.ts'
import * as schedules from './operations/schedules.ts'
import * as search from './operations/search.ts'
import * as server from './operations/server.ts'
import * as sessions from './operations/sessions.ts'
import * as subscriptions from './operations/subscriptions.ts'
import * as tags from './operations/tags.ts'
import * as timers from './operations/timers.ts'
import * as todos from './operations/todos.ts'
import * as tokens from './operations/tokens.ts'
import * as totp from './operations/totp.ts'
import * as users from './operations/users.ts'
import * as visibility from './operations/visibility.ts'
import * as webhooks from './operations/webhooks.ts'

export const operations = {
  accountMail,
  accounts,
  administration,
  apps,
  audit,
  calendar,
  changes,
  deletion,
  devicePasswords,
  feeds,
  focus,
  friends,
  guests,
  history,
  holidays,
  imports,
  jobs,
  meetings,
  notifications,
  openings,
  passkeys,
  personalData,
  quickAdd,
  reports,
  schedules,
  search,
  server,
  sessions,
  subscriptions,
  tags,
  timers,
  todos,
  tokens,
  totp,
  users,
  visibility,
  webhooks,
}
