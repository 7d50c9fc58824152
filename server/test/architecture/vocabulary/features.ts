// Add each new file here: under `rules` if it only computes, otherwise under `parts`.
import type { Vocabulary } from './folder.ts'

export const FEATURES: Vocabulary = {
  'features/focus': {
    rules: { 'focus-run': 'types of focus runs and their current timer' },
    parts: {
      follow: 'keeps runs consistent with commands on their timers',
      open: 'wires up focus runs and their jobs',
      'phase-jobs': 'ends phases on time and notifies',
      'phase-timers': 'the timers of work phases',
    },
  },
  'features/notifications': {
    rules: { notification: 'types of notifications, switches, lateness and quiet hours' },
    parts: {
      'meeting-events': 'notifies people about meetings',
      open: 'wires up reminders, notifications and channels',
      'poll-store': 'SQL of people who have to answer a poll',
      settle: 'marks notifications as read that need no answer anymore',
      current: 'whether a notification that waited is still needed',
      snooze: 'sends snoozed notifications again',
    },
  },
  'features/notifications/channels': {
    rules: {
      message: 'texts of push messages and emails in both languages',
      'mail-text': 'emails as text and HTML',
    },
    parts: {
      'channel-test': 'sends a test and says what went wrong',
      dispatch: 'stores a notification and the jobs that send it',
      'mail-delivery': 'sends emails, single or as a digest',
      'push-delivery': 'sends to devices',
      'push-service': 'the devices that receive push messages',
      'push-store': 'SQL of these devices',
      unsubscribe: 'signs unsubscribe links',
    },
  },
  'features/notifications/polls': {
    parts: { unanswered: 'people who have not answered a poll' },
  },
  'features/notifications/forgotten': {
    rules: { forgotten: 'which running timers were forgotten' },
    parts: {
      'forgotten-store': 'SQL of running timers and signs of devices',
      look: 'checks for forgotten timers once a minute',
      presence: 'records when devices were last active',
    },
  },
  'features/notifications/reminders': {
    rules: { firing: 'when reminders are due' },
    parts: {
      fire: 'sends the due reminders of an item',
      'item-store': 'SQL of items with reminders',
      plan: 'plans the next reminder of changed items',
    },
  },
  'features/account-mail': {
    rules: {
      'account-mail': 'types and texts of emails about accounts',
      'device-name': 'names a browser by its header',
      'mail-words': 'texts in both languages',
      'change-words': 'texts of emails about changes of an account',
    },
    parts: {
      deliver: 'the job that sends them',
      'enqueue-mail': 'stores them as jobs',
    },
  },
  'features/accounts/invitations': {
    parts: {
      'invitation-store': 'SQL of invitations',
      invitations: 'opens invitations and makes their links',
    },
  },
  'features/accounts/links': {
    rules: { 'link-token': 'derives and reads tokens of links' },
    parts: { 'link-store': 'SQL of links in emails' },
  },
  'features/accounts': {
    rules: { account: 'types of accounts and their sessions' },
    parts: {
      admin: 'operations on accounts for the command line',
      attempts: 'throttles and records the check of a sign-in',
      confirmation: 'asks for the password again before sensitive actions',
      entry: 'sign-up, sign-in, sign-out, refresh',
      library: 'configures better-auth for our tables',
    },
  },
  'features/accounts/keys': {
    rules: { 'signing-key': 'when a key signs and how long it is published' },
    parts: {
      issue: 'signs access tokens',
      'key-store': 'SQL of signing keys',
      'private-keys': 'the keys with which the OpenID provider signs ID tokens',
      seal: 'encrypts stored secrets',
      secret: 'creates and reads the secret of the server',
    },
  },
  'features/accounts/factors': {
    parts: {
      'recovery-code': 'creates recovery codes and their hashes',
      totp: 'secrets and codes of authenticator apps',
    },
  },
  'features/accounts/passkeys': {
    rules: {
      passkey: 'the type of passkeys',
      'relying-party': 'the address that passkeys belong to',
    },
    parts: {
      challenge: 'challenges that prove themselves',
      verify: 'makes and checks WebAuthn messages',
    },
  },
  'features/accounts/passwords': {
    rules: { password: 'which passwords are acceptable' },
    parts: {
      'common-passwords': 'reads the list of common passwords from its file',
      'hash-queue': 'limits concurrent password hashes',
      'password-hash': 'argon2id, and scrypt for old hashes',
      passwords: 'hashes and verifies through the queue',
    },
  },
  'features/accounts/sessions': {
    rules: {
      cookies: 'names and attributes of the cookies',
      'refresh-token': 'derives and reads refresh tokens',
    },
    parts: {
      'check-password': 'checks a password for pages with sessions of their own',
      'external-tokens': 'revokes all tokens of a person who signs in at an external provider',
      'open-session': 'checks a password and opens a session in one transaction',
      'session-store': 'SQL of sessions',
      sessions: 'lists and ends sessions',
    },
  },
  'features/accounts/throttle': {
    rules: { attempt: 'how long to wait after failed attempts' },
    parts: {
      'attempt-store': 'SQL of failed attempts',
      'device-cookie': 'recognizes a browser that has signed in before',
      'login-throttle': 'slows down guessing per address and source',
    },
  },
  'features/audit': {
    rules: { 'audit-entry': 'types of the entries and where a request comes from' },
    parts: { record: 'writes an entry in the transaction of another feature' },
  },
  'features/bulk': {
    rules: { change: 'the PATCH body that a change means for one item' },
  },
  'features/calendar': {
    rules: { days: 'sorts entries into days' },
    parts: { batch: 'joins the loads of one GraphQL request' },
  },
  'features/device-passwords': {
    parts: { 'device-password': 'creates random device passwords and their hashes' },
  },
  'features/export': { parts: { 'calendar-file': 'the iCalendar file of the archive' } },
  'features/feeds': {
    rules: { feed: 'the days of a feed and the tag of its content' },
    parts: { open: 'feeds and imports' },
  },
  'features/feeds/content': {
    rules: {
      'feed-event': 'an event in full, or as busy time',
      'feed-zones': 'the time zones that a feed needs',
    },
    parts: {
      'feed-items': 'schedules, todos, timers and meetings of a feed',
      'feed-text': 'a feed as one iCalendar text',
      'item-store': 'SQL of the items of a feed',
    },
  },
  'features/history': {
    rules: { summary: 'the sentence for an entry', undoable: 'which entries can be undone' },
    parts: {
      'audience-store': 'SQL of the people who may read an entry',
      delivered: 'entries as one reader gets them',
      erased: 'what a restored item returns without',
      log: 'reads the change log for a reader',
      readers: 'the current state of each kind of resource, for entries',
      resources: 'the kinds of resources that the log knows',
    },
  },
  'features/holidays': {
    rules: {
      holiday: 'a holiday, made from a day of the library',
      period: 'the days that a request asks about',
    },
    parts: {
      corrections: 'replaces days where the library is wrong',
      holidays: 'the holidays of a place between two dates',
      library: 'loads date-holidays on first use',
      year: 'one year of one place, cached',
    },
  },
  'features/holidays/lunar': {
    rules: {
      korea: 'Korean holidays by rule',
      'korea-days': 'Korean holidays by decree',
      lunar: 'dates of lunar calendars',
      'new-moon': 'instants of new moons',
    },
  },
  'features/holidays/place': {
    rules: { countries: 'country codes', region: 'regions of a country' },
    parts: { language: 'picks a language that the library has' },
  },
  'features/icalendar/files': {
    rules: {
      'file-components': 'the components of a calendar file, with line numbers',
      'file-item': 'what an object of a file means',
      'file-objects': 'the components of a file as calendar objects',
    },
    parts: {
      'read-in-thread': 'reads an uploaded file in another thread',
      'parse-file': 'starts the thread that parses a file',
      'parse-thread': 'the thread that parses a file',
    },
  },
  'features/icalendar/imports': {
    parts: {
      'existing-store': 'SQL of the items that a file describes',
      'import-tags': 'tags and the todo group of an import',
      'import-writer': 'plans and writes the entries of a file',
    },
  },
  'features/moving': {
    parts: { open: 'loads the imports on first use' },
  },
  'features/moving/imports': {
    parts: {
      'timer-store': 'SQL of timers that an earlier import wrote',
      'timer-writer': 'writes measured times as timers',
    },
  },
  'features/moving/sources': {
    rules: {
      'csv-text': 'reads CSV',
      dates: 'dates and times of other programs',
      'rule-words': 'recurrence in words',
      'source-item': 'the neutral form of todos and measured times',
      google: 'Google Takeout',
      'super-productivity': 'Super Productivity',
      table: 'tables of unknown programs',
      ticktick: 'TickTick',
      todoist: 'Todoist',
      toggl: 'Toggl Track',
      vikunja: 'Vikunja',
    },
    parts: {
      'parse-source': 'starts the thread that reads an export',
      'read-source': 'recognizes and reads an export',
      'source-thread': 'the thread that reads an export',
    },
  },
  'features/moving/files': {
    parts: { unzip: 'the files of an uploaded ZIP archive' },
  },
  'features/moving/archive': {
    rules: {
      'archive-unit': 'types of items, rows and problems of an archive',
      content: 'the kinds of content, and items as units of rows',
      plan: 'what an import changes',
      slots: 'answers to meeting polls',
    },
    parts: {
      'archive-thread': 'the thread that reads an archive',
      'archive-writer': 'writes the items of an archive',
      'base-schemas': 'the parsed text of a calendar object',
      'content-store': 'SQL of what a person has already',
      'parse-archive': 'starts the thread that reads an archive',
      'read-archive': 'an archive as items',
      references: 'references between the items of an archive',
      'row-rules': 'rules for the rows of an archive',
      'row-schemas': 'the columns of each file of an archive',
    },
  },
  'features/icalendar/mapping': {
    rules: {
      alarm: 'alarms as reminders, and back',
      'component-text': 'properties that events and tasks share',
      'event-reader': 'a VEVENT as a schedule with its exceptions',
      'event-rules': 'the rule of a VEVENT, and the dates of further rules and of EXRULE',
      'event-dates': 'the times, RDATE, EXDATE and RECURRENCE-ID of a VEVENT',
      'event-writer': 'a schedule with its exceptions as a VEVENT',
      model: 'the parts of a calendar object that Daymark models',
      'object-text': 'the frame of a calendar object',
      task: 'a VTODO as a todo, and back',
    },
  },
  'features/icalendar/meetings': {
    parts: { 'meeting-event': 'the confirmed time of a meeting as a calendar' },
  },
  'features/icalendar/objects': {
    rules: {
      collection: 'types of collections and objects, and preconditions',
      'item-model': 'schedules and todos as calendar objects',
      sent: 'checks the text that a client sends',
      written: 'types that the writers of events and tasks share',
    },
    parts: {
      collections: 'the collections of a person',
      follow: 'texts follow changes of their items',
      move: 'moves a task to another list, or renames an object',
      names: 'keeps names and UIDs of objects apart',
      read: 'objects with their texts',
      'property-store': 'SQL for properties of collections that clients store',
      'write-event': 'stores an event as a schedule',
      'write-task': 'stores a task as a todo',
    },
  },
  'features/icalendar/read-only': {
    parts: {
      'holiday-events': 'holidays as calendar objects',
      'shared-events': 'schedules of others as calendar objects',
      'shared-store': 'SQL for schedules that others share',
      source: 'collections that can only be read',
      'subscription-events': 'events of subscriptions as calendar objects',
    },
  },
  'features/icalendar/text': {
    rules: {
      'content-line': 'lines, parameters, components and folding of iCalendar',
      'file-text': 'the text of a file in any usual encoding',
      value: 'texts, dates, times and durations of iCalendar',
      vtimezone: 'clock changes of a zone as a VTIMEZONE',
      'zone-id': 'the IANA zone of a TZID',
    },
  },
  'features/meetings': {
    rules: {
      grid: 'who is free in which cell',
      meeting: 'a poll and its limits',
      participant: 'a participant and the answers',
      slot: 'a period in which somebody is free',
      'time-of-day': 'clock times of a poll',
    },
    parts: {
      access: 'reads meetings with the access that an action needs',
      confirmation: 'creates the schedule of a confirmed meeting',
      'own-entry': 'the calendar entry that a person makes from a confirmed meeting',
      'participant-store': 'SQL of participants',
      restored: 'the rules of a poll, checked after an undo',
    },
  },
  'features/meetings/guests': {
    rules: { guest: 'links of polls, and guests without an account' },
    parts: { 'guest-store': 'SQL of links and guests' },
  },
  'features/oauth': {
    rules: { 'connected-app': 'types of connected apps, hashes of their tokens, and audiences' },
  },
  'features/oauth/provider': {
    parts: {
      adapter: 'stores the models of oidc-provider',
      'client-document': 'fetches client metadata documents for oidc-provider',
      clients: 'clients that need no registration',
      configuration: 'configures oidc-provider',
      'record-store': 'SQL of these models',
      'web-client': 'the web app as a client of the provider',
    },
  },
  'features/people/friends': {
    rules: { friend: 'who may ask, accept and block whom' },
    parts: { 'request-store': 'SQL of friend requests' },
  },
  'features/people/users': {
    parts: {
      removal: 'deletes a person, also after an interruption',
      admin: 'operations on people for the command line',
      'admin-store': 'SQL of these commands',
      'deletion-store': 'SQL of accounts that will be deleted',
      'role-store': 'SQL of administrators',
      user: 'a person and the random friend code',
    },
  },
  'features/planning': {
    rules: { reminders: 'reminders as they are stored' },
    parts: {
      deletion: 'deletes items together with what belongs to them',
      restored: 'the rules of todos and schedules, checked after an undo',
    },
  },
  'features/planning/schedules': {
    rules: {
      change: 'applies a request to a schedule or refuses it',
      schedule: 'a schedule and its limits',
    },
    parts: {
      edit: 'changes and deletes series and occurrences in a transaction',
      whole: 'writes a schedule with all its exceptions at once',
      linked: 'schedules that belong to todos',
      'view-store': 'columns and select list of schedules',
    },
  },
  'features/planning/schedules/all-day': {
    rules: {
      dates: 'dates of all-day schedules in a time zone',
      rule: 'which rules something on whole dates may have',
      times: 'reads the dates or instants of a request',
    },
  },
  'features/planning/schedules/exceptions': {
    rules: {
      exception: 'changed and deleted occurrences of a series',
      instance: 'an occurrence with its exception applied',
      'own-texts': 'texts of an occurrence that differ from its series',
      'occurrence-id': 'stable ids of occurrences',
    },
    parts: { 'exception-store': 'SQL of exceptions' },
  },
  'features/planning/schedules/range': {
    rules: {
      'fair-range': 'a whole range, cut fairly when it is too large',
      range: 'one page of a range, in order',
      window: 'how long a range may be',
    },
    parts: {
      'range-store': 'SQL of the candidates of a range',
      ranges: 'recomputes the stored span of a schedule',
      subscribed: 'entries of subscriptions in a range',
    },
  },
  'features/planning/todos': {
    rules: {
      deadline: 'the schedule that a deadline implies',
      due: 'a deadline at a time or on a date',
      todo: 'a todo and its limits',
      totals: 'sums of time over trees of todos',
      tree: 'parents, depth and cycles',
      view: 'a todo as it is read',
    },
    parts: {
      'list-store': 'SQL of lists',
      patch: 'changes a todo in a transaction, with all that depends on it',
      record: 'creates and changes todos in a transaction, also for schedules',
      'totals-store': 'SQL of the time measured on todos',
      'view-store': 'columns and select list of todos',
    },
  },
  'features/planning/todos/repeating': {
    rules: { repetition: 'the next round of a repeating todo' },
    parts: { rounds: 'creates the next round of a repeating todo' },
  },
  'features/preferences': {
    rules: { preferences: 'the preferences of a person, and what a request changes in them' },
    parts: { 'default-reminders': 'reminders of items that name none' },
  },
  'features/quick-add': {
    parts: { 'known-store': 'SQL of the names that a line may mention' },
  },
  'features/search': {
    rules: {
      filter: 'which kinds of items the filters leave',
      hit: 'results, their order and excerpts',
    },
    parts: {
      'item-store': 'SQL for the data that results show',
      'step-store': 'SQL for the bounds of steps',
      steps: 'reads very many texts in steps',
    },
  },
  'features/reports': {
    parts: {
      'accuracy-report': 'measured time against plans and estimates',
      'activity-report': 'days of a year and streaks',
      'goal-report': 'shares of tags in their groups',
      tables: 'reports as CSV tables',
      'time-report': 'rows and buckets of a period',
    },
  },
  'features/reports/counting': {
    rules: {
      'bucket-sums': 'sums per bucket, in little memory',
      buckets: 'where a period is cut into hours, days and so on',
      cover: 'time that counts once where it overlaps',
      entry: 'what counts, with its tags, filters and rows',
      period: 'the period of a report and the one before',
      planned: 'planned time of series',
      slices: 'the bucket and the row of each moment',
      spans: 'measured time in a period',
      tally: 'adds up entries in rows and buckets',
    },
  },
  'features/reports/figures': {
    rules: {
      accuracy: 'ratios, their median, distribution and the worst',
      goals: 'shares of tags against their goals',
      'linked-time': 'which occurrence a timer belongs to',
      report: 'types of the figures',
      streaks: 'active days in a row',
    },
  },
  'features/reports/reading': {
    rules: {
      'tag-lists': 'the tags of the timers of a page, shared by timers with the same tags',
      'timer-page': 'the columns of timers that are read at once',
    },
    parts: {
      count: 'counts the entries of a period',
      entries: 'reads the entries of a period',
      'history-store': 'SQL of long histories, in steps',
      'inherited-tags': 'tags that come from todos and schedules',
      'label-store': 'SQL of names, colors and inherited tags',
      labels: 'titles of the rows, in order',
      'sample-store': 'SQL of a few timers of each day',
      'schedule-store': 'SQL of schedules in a period',
      'timer-store': 'SQL of timers in a period',
    },
  },
  'features/subscriptions': {
    rules: { subscription: 'a subscription, and its events as schedules' },
    parts: {
      open: 'the routes and the job of subscriptions',
      refresh: 'reads a calendar and stores its events',
    },
  },
  'features/tags': {
    rules: { tag: 'tags, groups and goals' },
    parts: {
      restored: 'the rules of goals, checked after an undo',
      'tags-of-store': 'SQL of the tags of any item',
    },
  },
  'features/timers': {
    rules: {
      change: 'the action that a log entry records',
      history: 'the pauses of a timer as compact text',
      table: 'a timer as a line of CSV',
      timer: 'the table of status x action',
    },
    parts: {
      view: 'adds linked items, tags and sharing to timers',
      'logged-timers': 'timers as they were at a log entry',
      state: 'the timers of a person at a log position',
    },
  },
  'features/timers/activity': {
    parts: { activity: 'notices to friends', 'activity-store': 'SQL of who gets a notice' },
  },
  'features/timers/control': {
    parts: {
      control: 'start, pause, resume, stop, cancel, exactly once',
      'link-store': 'SQL of the items that a timer can be linked to',
      links: 'checks the links of a timer',
      'new-timer': 'stores a new timer with its links, tags and sharing',
    },
  },
  'features/timers/corrections': {
    rules: {
      correction: 'a timer with other segments, split, or ended earlier',
      segments: 'measured time as segments, from a history and back',
      splits: 'the timers that a transaction has split',
    },
    parts: { corrections: 'records past time and corrects measured time' },
  },
  'features/tokens': {
    parts: {
      'recent-sign-in': 'requires a fresh sign-in before a token is created',
      'revoke-all': 'revokes all tokens of a person',
      token: 'creates random tokens and their hashes',
    },
  },
  'features/visibility': {
    rules: { policy: 'who sees what' },
    parts: { access: 'loads the level of an item for a viewer', scope: 'the policy in SQL' },
  },
  'features/webhooks': {
    rules: {
      template: 'bodies in the forms that services accept',
      webhook: 'which changes are sent, and when attempts are repeated',
    },
    parts: {
      'delivery-store': 'SQL of deliveries',
      open: 'the routes, the sender and the retention of webhooks',
      record: 'stores outcomes and disables failing webhooks',
      scan: 'queues deliveries from the change log',
      sender: 'sends the deliveries of one webhook as a job',
      wake: 'wakes senders after commits',
    },
  },
  'features/webhooks/sending': {
    parts: {
      attempt: 'sends one signed request',
      'host-slots': 'limits the requests on their way to one host',
      signature: 'secrets and signatures of Standard Webhooks',
    },
  },
}
