// The file names of server/src/features. Add each new file: under `rules` if it only computes, otherwise under `parts`.
import type { Vocabulary } from './folder.ts'

export const FEATURES: Vocabulary = {
  'features/accounts': {
    rules: { account: 'types of accounts and their sessions' },
    parts: {
      admin: 'operations on accounts for the command line',
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
      secret: 'creates and reads the secret of the server',
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
  'features/calendar': {
    rules: { days: 'sorts entries into days' },
    parts: { batch: 'joins the loads of one GraphQL request' },
  },
  'features/history': {
    rules: { summary: 'the sentence for an entry', undoable: 'which entries can be undone' },
    parts: {
      'audience-store': 'SQL of the people who may read an entry',
      delivered: 'entries as one reader gets them',
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
  'features/meetings': {
    rules: {
      grid: 'who is free in which cell',
      meeting: 'a poll and its limits',
      participant: 'a participant and the answers',
      slot: 'a period in which somebody is free',
      'time-of-day': 'clock times of a poll',
    },
    parts: {
      confirmation: 'creates the schedule of a confirmed meeting',
      'participant-store': 'SQL of participants',
    },
  },
  'features/people/friends': {
    rules: { friend: 'who may ask, accept and block whom' },
    parts: { 'request-store': 'SQL of friend requests' },
  },
  'features/people/users': {
    parts: {
      admin: 'operations on people for the command line',
      'admin-store': 'SQL of these commands',
      user: 'a person and the random friend code',
    },
  },
  'features/planning': { parts: { deletion: 'deletes items together with what belongs to them' } },
  'features/planning/schedules': {
    rules: {
      change: 'applies a request to a schedule or refuses it',
      schedule: 'a schedule and its limits',
    },
    parts: {
      edit: 'changes and deletes series and occurrences in a transaction',
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
  },
  'features/quick-add': {
    parts: { 'known-store': 'SQL of the names that a line may mention' },
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
    rules: { 'tag-lists': 'the tags of the timers of a page, shared by timers with the same tags' },
    parts: {
      count: 'counts the entries of a period',
      entries: 'reads the entries of a period',
      'inherited-tags': 'tags that come from todos and schedules',
      'label-store': 'SQL of names, colors and inherited tags',
      labels: 'titles of the rows, in order',
      'schedule-store': 'SQL of schedules in a period',
      'timer-store': 'SQL of timers in a period',
    },
  },
  'features/tags': {
    rules: { tag: 'tags, groups and goals' },
    parts: { 'tags-of-store': 'SQL of the tags of any item' },
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
}
