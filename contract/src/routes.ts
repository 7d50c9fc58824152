// The route table: every REST operation, by feature.

import { accountMailRoutes } from './accounts/account-mail.ts'
import { accountRoutes } from './accounts/accounts.ts'
import { administrationRoutes } from './accounts/administration.ts'
import { appRoutes } from './accounts/apps.ts'
import { deletionRoutes } from './accounts/deletion.ts'
import { devicePasswordRoutes } from './accounts/device-passwords.ts'
import { totpRoutes } from './accounts/factors.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { personalDataRoutes } from './accounts/personal-data.ts'
import { auditRoutes, openingRoutes, sessionRoutes } from './accounts/security.ts'
import { serverRoutes } from './accounts/server-info.ts'
import { tokenRoutes } from './accounts/tokens.ts'
import { feedRoutes } from './calendars/feeds.ts'
import { subscriptionRoutes } from './calendars/subscriptions.ts'
import { changeRoutes } from './changes.ts'
import { focusRoutes } from './focus/focus.ts'
import { historyRoutes } from './history.ts'
import { jobRoutes } from './jobs.ts'
import { guestRoutes } from './meetings/guests.ts'
import { meetingRoutes } from './meetings/meetings.ts'
import { importRoutes } from './moving/source-imports.ts'
import { notificationRoutes } from './notifications/notifications.ts'
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
import { searchRoutes } from './search/search.ts'
import { timerRoutes } from './timers/timers.ts'
import { webhookRoutes } from './webhooks.ts'

export const routes = {
  accountMail: accountMailRoutes,
  administration: administrationRoutes,
  apps: appRoutes,
  audit: auditRoutes,
  calendar: calendarRoutes,
  changes: changeRoutes,
  deletion: deletionRoutes,
  devicePasswords: devicePasswordRoutes,
  feeds: feedRoutes,
  focus: focusRoutes,
  friends: friendRoutes,
  guests: guestRoutes,
  history: historyRoutes,
  holidays: holidayRoutes,
  imports: importRoutes,
  jobs: jobRoutes,
  meetings: meetingRoutes,
  notifications: notificationRoutes,
  openings: openingRoutes,
  passkeys: passkeyRoutes,
  personalData: personalDataRoutes,
  quickAdd: quickAddRoutes,
  reports: reportRoutes,
  schedules: scheduleRoutes,
  search: searchRoutes,
  sessions: sessionRoutes,
  subscriptions: subscriptionRoutes,
  tags: tagRoutes,
  timers: timerRoutes,
  todos: todoRoutes,
  tokens: tokenRoutes,
  totp: totpRoutes,
  users: userRoutes,
  visibility: visibilityRoutes,
  webhooks: webhookRoutes,
}
export type Routes = typeof routes

/** Routes outside `/v1`: server information and health, and embedded accounts, which an external issuer replaces. */
export const signInRoutes = { accounts: accountRoutes, server: serverRoutes }
export type SignInRoutes = typeof signInRoutes
