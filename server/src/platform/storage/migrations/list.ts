// A released migration never changes. Add new migrations at the end.
import type { Migration } from '../schema/migration.ts'
import { timerBytes } from './0021-timer-bytes.ts'
import { mergedBatches } from './0022-merged-batches.ts'
import { fewerTriggers } from './0023-fewer-triggers.ts'
import { jobs } from './0024-jobs.ts'
import { devicePasswords } from './0025-device-passwords.ts'
import { searchTexts } from './0026-search-texts.ts'
import { notifications } from './0027-notifications.ts'
import { calendarObjects } from './0028-calendar-objects.ts'
import { webhooks } from './0029-webhooks.ts'
import { searchLetters } from './0030-search-letters.ts'
import { feeds } from './0031-feeds.ts'
import { focusRuns } from './0032-focus-runs.ts'
import { calendarDeadlines } from './0033-calendar-deadlines.ts'
import { usersAndTags } from './v0.1/0001-users-and-tags.ts'
import { people } from './v0.1/0002-people.ts'
import { todos } from './v0.1/0003-todos.ts'
import { schedules } from './v0.1/0004-schedules.ts'
import { timers } from './v0.1/0005-timers.ts'
import { meetings } from './v0.1/0006-meetings.ts'
import { accounts } from './v0.1/0007-accounts.ts'
import { publicOfFriends } from './v0.2/0008-public-of-friends.ts'
import { versions } from './v0.2/0009-versions.ts'
import { changes } from './v0.2/0010-changes.ts'
import { sessionKinds } from './v0.2/0011-session-kinds.ts'
import { captureWhatChanged } from './v0.2/0012-capture-what-changed.ts'
import { totals } from './v0.2/0013-totals.ts'
import { todoDetails } from './v0.2/0014-todo-details.ts'
import { preferences } from './v0.2/0015-preferences.ts'
import { corrections } from './v0.2/0016-corrections.ts'
import { repeatingTodos } from './v0.2/0017-repeating-todos.ts'
import { allDay } from './v0.2/0018-all-day.ts'
import { longTimers } from './v0.2/0019-long-timers.ts'
import { deadlineDates } from './v0.2/0020-deadline-dates.ts'
import { forgottenTimers } from './v0.3/0034-forgotten-timers.ts'
import { connectedApps } from './v0.3/0035-connected-apps.ts'
import { subscriptions } from './v0.3/0036-subscriptions.ts'
import { auditEntries } from './v0.3/0037-audit-entries.ts'
import { secondFactors } from './v0.3/0038-second-factors.ts'
import { accountLinks } from './v0.3/0039-account-links.ts'
import { passkeys } from './v0.3/0040-passkeys.ts'
import { administrators } from './v0.3/0041-administrators.ts'
import { tagsOfTimers } from './v0.3/0042-tags-of-timers.ts'
import { accountDeletions } from './v0.3/0043-account-deletions.ts'
import { goalHours } from './v0.3/0044-goal-hours.ts'
import { weekTemplates } from './v0.3/0045-week-templates.ts'
import { autovacuum } from './v0.3/0046-autovacuum.ts'
import { pollGuests } from './v0.3/0047-poll-guests.ts'
import { entryLocations } from './v0.4/0048-entry-locations.ts'
import { searchNewestFirst } from './v0.4/0049-search-newest-first.ts'
import { largeLists } from './v0.4/0050-large-lists.ts'
import { versionsOfPeople } from './v0.4/0051-versions-of-people.ts'
import { sharedItemsInOrder } from './v0.4/0052-shared-items-in-order.ts'
import { countedPlans } from './v0.4/0053-counted-plans.ts'
import { outcomePositions } from './v0.5/0054-outcome-positions.ts'
import { snapshots } from './v0.5/0055-snapshots.ts'
import { stagedRequests } from './v0.5/0056-staged-requests.ts'
import { outcomeShares } from './v0.5/0060-outcome-shares.ts'
import { unverifiedAccounts } from './v0.5/0063-unverified-accounts.ts'
import { capturedRows } from './v0.5/0067-captured-rows.ts'
import { serverFacts } from './v0.5/0068-server-facts.ts'
import { outboundAddresses } from './v0.5/0070-outbound-addresses.ts'
import { lastOfKinds } from './v0.5/0079-last-of-kinds.ts'
import { mentions } from './v0.5/0085-mentions.ts'
import { stagedParts } from './v0.5/0086-staged-parts.ts'
import { historyShares } from './v0.5/0088-history-shares.ts'
import { auditActors } from './v0.5/0089-audit-actors.ts'

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
  preferences,
  corrections,
  repeatingTodos,
  allDay,
  longTimers,
  deadlineDates,
  timerBytes,
  mergedBatches,
  fewerTriggers,
  jobs,
  devicePasswords,
  searchTexts,
  notifications,
  calendarObjects,
  webhooks,
  searchLetters,
  feeds,
  focusRuns,
  calendarDeadlines,
  forgottenTimers,
  connectedApps,
  subscriptions,
  auditEntries,
  secondFactors,
  accountLinks,
  passkeys,
  administrators,
  tagsOfTimers,
  accountDeletions,
  goalHours,
  weekTemplates,
  autovacuum,
  pollGuests,
  entryLocations,
  searchNewestFirst,
  largeLists,
  versionsOfPeople,
  sharedItemsInOrder,
  countedPlans,
  outcomePositions,
  snapshots,
  unverifiedAccounts,
  outcomeShares,
  capturedRows,
  serverFacts,
  outboundAddresses,
  stagedRequests,
  lastOfKinds,
  mentions,
  stagedParts,
  historyShares,
  auditActors,
]
