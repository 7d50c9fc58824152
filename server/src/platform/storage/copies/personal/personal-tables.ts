// Every database table is in `PERSONAL_TABLES` or in `NOT_EXPORTED`.

export interface PersonalTable {
  /** Selects a person's rows. `$` is replaced with the person's id. */
  where: string
  /** The primary key. Rows are sorted by it unless `order` or `parent` is set. */
  key: readonly [string, ...string[]]
  /**
   * Sort columns for tables with up to a million rows per person, where sorting each page by the key would take too
   * long. They must identify a row and follow the owner in an index.
   */
  order?: readonly [string, ...string[]]
  /**
   * The parent table that `column` references. Rows follow their parents' order. `where` must select exactly the rows
   * of the person's parents.
   */
  parent?: { table: string; column: string }
  /** Columns to leave out, because they contain secrets or data that the person must not see. */
  secret?: readonly string[]
  /** Set if a table without an id can have large rows. */
  isWide?: true
  /** Set for the change log, which is exported only on request because it can be larger than everything else. */
  isHistory?: true
  /**
   * Set for content that any account on any server can import. It contains no user ids. The rows of other tables
   * describe the account on this server and are exported on request into the folder `account`.
   */
  isContent?: true
  /** Columns to leave out of content, because they identify the owner or an import sets them again. */
  without?: readonly string[]
  /** The table's name, if its rows are split into two files. */
  table?: string
}

const own = { where: 'owner_id = $', key: ['id'] } as const
const content = { ...own, isContent: true, without: ['owner_id', 'version'] } as const
const shared = { ...content, without: [...content.without, 'level'] } as const
const part = { isContent: true } as const
const RANKS = ['status_rank', 'deadline_rank', 'newest_rank'] as const
const RANGE = ['range_start', 'range_end', 'range_class']
const inOwn = (column: string, table: string) => `${column} in (select id from ${table} where owner_id = $)`
const inVisibility = inOwn('visibility_id', 'visibility')
const partOf = (column: string, table: string) =>
  ({ isContent: true, where: inOwn(column, table), parent: { table, column } }) as const

/** In archive order. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  users: { where: 'id = $', key: ['id'] },
  accounts: { where: 'id = $', key: ['id'] },
  account_sessions: { where: 'user_id = $', key: ['id'], secret: ['token'] },
  personal_tokens: { ...own, secret: ['hash'] },
  device_passwords: { ...own, secret: ['hash'] },
  connected_apps: { ...own, secret: ['grant_id'] },
  account_passkeys: { ...own, secret: ['credential_id', 'public_key'] },
  // Administrators and hosts of the operator are not the person's data.
  audit_entries: { ...own, without: ['actor_id', 'command'] },
  preferences: { ...content, without: ['id', ...content.without] },
  tag_groups: content,
  tags: content,
  todos: { ...shared, without: [...shared.without, ...RANKS], order: [...RANKS, 'id'] },
  todo_tags: { ...partOf('todo_id', 'todos'), key: ['todo_id', 'tag_id'] },
  schedules: {
    ...shared,
    without: [...shared.without, ...RANGE],
    order: ['range_class', 'range_start', 'id'],
  },
  schedule_tags: { ...partOf('schedule_id', 'schedules'), key: ['schedule_id', 'tag_id'] },
  schedule_exceptions: {
    ...partOf('series_id', 'schedules'),
    key: ['series_id', 'original_start'],
    without: ['all_day'],
  },
  schedule_exception_tags: {
    ...partOf('series_id', 'schedules'),
    key: ['series_id', 'original_start', 'tag_id'],
  },
  timers: { ...shared, without: [...shared.without, 'tag_ids'], order: ['started_at', 'id'] },
  timer_tags: { ...partOf('timer_id', 'timers'), key: ['timer_id', 'tag_id'] },
  focus_runs: content,
  meetings: shared,
  // The person's answers to their own polls.
  meeting_participants: {
    ...part,
    where: `user_id = $ and ${inOwn('meeting_id', 'meetings')}`,
    key: ['id'],
    without: ['user_id'],
  },
  // The person's answers to polls of others, and the answers of others to the person's polls.
  other_participants: {
    table: 'meeting_participants',
    where: `(user_id = $ or ${inOwn('meeting_id', 'meetings')})
      and not (user_id = $ and ${inOwn('meeting_id', 'meetings')})`,
    key: ['id'],
  },
  meeting_guests: { where: inOwn('meeting_id', 'meetings'), key: ['id'], secret: ['token_hash'] },
  meeting_links: {
    where: inOwn('meeting_id', 'meetings'),
    key: ['meeting_id', 'created_at'],
    secret: ['nonce', 'hash'],
  },
  friendships: {
    where: 'requester_id = $ or addressee_id = $',
    key: ['id'],
    // One of the two versions is a position in the other person's log.
    secret: ['requester_version', 'addressee_version'],
  },
  email_requests: { where: 'requester_id = $', key: ['id'], secret: ['closed'] },
  blocks: { where: 'blocker_id = $', key: ['id'] },
  visibility: { ...content, without: ['owner_id'] },
  visibility_users: { where: inVisibility, key: ['visibility_id', 'user_id'] },
  visibility_emails: {
    ...part,
    where: inVisibility,
    key: ['visibility_id', 'email'],
    without: ['resource_type', 'resource_id'],
  },
  visibility_domains: {
    ...part,
    where: inVisibility,
    key: ['visibility_id', 'domain'],
    without: ['resource_type', 'resource_id'],
  },
  notifications: own,
  push_subscriptions: { ...own, secret: ['endpoint', 'p256dh', 'auth'] },
  webhooks: { ...own, secret: ['secret', 'old_secret'] },
  subscriptions: own,
  feeds: { ...own, secret: ['hash'] },
  // Leaves out texts of deleted items, which are needed only for undo.
  calendar_objects: {
    ...part,
    where: `owner_id = $ and (${inOwn('resource_id', 'todos')} or ${inOwn('resource_id', 'schedules')})`,
    key: ['kind', 'resource_id'],
    without: ['owner_id', 'bytes'],
    isWide: true,
  },
  calendar_properties: { where: 'owner_id = $', key: ['owner_id', 'collection', 'property'] },
  changes: { where: 'owner_id = $', key: ['owner_id', 'seq'], isHistory: true, isWide: true },
}

/** Maps tables that are not exported to the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  account_credentials: 'contains only the hash of the password',
  account_deletions: 'a pending deletion of the account, which no other server should carry out',
  account_factors: 'contains only the secret of the authenticator app',
  account_links: 'short-lived links in emails',
  account_verifications: 'not used',
  admins: 'belongs to the operator',
  change_totals: 'computed from the other tables',
  disabled_users: 'belongs to the operator',
  forgotten_timers: 'which timers the server has asked about; the notifications are exported',
  friends: 'computed from friendships',
  guest_shares: 'computed from the other tables',
  invitations: 'belongs to the operator',
  jobs: 'pending work of the server, made from the other tables',
  last_heard: 'when a device was last active, kept only for running timers',
  mentions: 'computed from the other tables',
  migrations: 'belongs to the database',
  oauth_records: 'secrets and short-lived state of the OpenID provider',
  outcomes: 'short-lived copies of responses',
  outcome_totals: 'computed from the other tables',
  recovery_codes: 'contains only hashes',
  search_texts: 'computed from the other tables',
  staged_parts: 'files that are being imported; what the imports write is exported',
  staged_requests: 'the progress of long requests; what they changed is in the history',
  subscription_events: 'copies of other calendars, read again from their addresses',
  server_facts: 'belongs to the server',
  server_secrets: 'belongs to the server',
  used_challenges: 'names nobody',
  webhook_deliveries: 'a log of the last deliveries, made from the history',
  sign_in_attempts: 'names nobody',
  signing_keys: 'belongs to the server',
  unverified_accounts: 'belongs to the address, which another server verifies itself',
}
