// Everything that a person owns, for deleting the person. Tables come before those that they reference, and the change
// log comes last, so that no statement deletes many rows of other tables by a foreign key.

export interface Part {
  readonly table: string
  /** The column with the id of the owning row. */
  readonly column: string
  /** The primary key. Not set if the rows stay and only lose their link to the owning row. */
  readonly key?: readonly string[]
}

export interface Belonging {
  readonly table: string
  readonly owner: string
  /** Follows the owner in an index. Rows are deleted in this order. */
  readonly order: readonly string[]
  /** Rows of other tables that belong to a row with this `id`, and that are deleted before it. */
  readonly parts?: readonly Part[]
}

const own = (table: string, order: readonly string[], parts: readonly Part[] = []): Belonging => ({
  ...{ table, owner: 'owner_id', order, parts },
})
const tagsOf = (table: string, column: string): Part => ({ table, column, key: [column, 'tag_id'] })
const listOf = (table: string, name: string): Part => ({
  ...{ table, column: 'visibility_id', key: ['visibility_id', name] },
})

export const BELONGINGS: readonly Belonging[] = [
  own(
    'visibility',
    ['resource_type', 'resource_id', 'id'],
    [
      listOf('visibility_users', 'user_id'),
      listOf('visibility_emails', 'email'),
      listOf('visibility_domains', 'domain'),
    ],
  ),
  own('search_texts', ['created_at', 'kind', 'id']),
  own('calendar_objects', ['name']),
  own('notifications', ['id']),
  own('forgotten_timers', ['timer_id']),
  own('jobs', ['kind', 'key']),
  own('timers', ['id'], [tagsOf('timer_tags', 'timer_id')]),
  own('focus_runs', ['id']),
  own(
    'meetings',
    ['id'],
    [
      { table: 'meeting_participants', column: 'meeting_id', key: ['id'] },
      { table: 'meeting_guests', column: 'meeting_id', key: ['id'] },
      { table: 'meeting_links', column: 'meeting_id', key: ['meeting_id'] },
    ],
  ),
  own(
    'schedules',
    ['id'],
    [
      {
        ...{ table: 'schedule_exception_tags', column: 'series_id' },
        key: ['series_id', 'original_start', 'tag_id'],
      },
      { table: 'schedule_exceptions', column: 'series_id', key: ['series_id', 'original_start'] },
      tagsOf('schedule_tags', 'schedule_id'),
    ],
  ),
  own('todos', ['id'], [tagsOf('todo_tags', 'todo_id'), { table: 'todos', column: 'parent_id' }]),
  own('tags', ['id']),
  own('tag_groups', ['id']),
  own(
    'subscriptions',
    ['id'],
    [{ table: 'subscription_events', column: 'subscription_id', key: ['subscription_id', 'id'] }],
  ),
  own('webhook_deliveries', ['kind', 'resource_id', 'id']),
  own('staged_parts', ['staged_id', 'nr']),
  own('staged_requests', ['created_at', 'id']),
  own('outcomes', ['channel', 'key']),
  own('guest_shares', ['poll_id']),
  own('audit_entries', ['at', 'id']),
  { table: 'account_sessions', owner: 'user_id', order: ['id'] },
  { table: 'oauth_records', owner: 'account_id', order: ['kind', 'id'] },
  own('mentions', ['place', 'ref', 'name']),
  own('changes', ['seq']),
]

/** Rows that deleting the person itself deletes, because one person has only a few of them. */
export const FEW: readonly string[] = [
  ...['account_credentials', 'account_factors', 'account_links', 'account_passkeys', 'recovery_codes'],
  ...['unverified_accounts', 'connected_apps', 'personal_tokens', 'device_passwords', 'push_subscriptions'],
  ...[
    'calendar_properties',
    'preferences',
    'webhooks',
    'feeds',
    'change_totals',
    'outcome_totals',
    'last_heard',
  ],
]

export interface Relation {
  readonly table: string
  readonly key: readonly string[]
  /** Columns with the person's id, each of which begins an index. */
  readonly people?: readonly string[]
  /** A column with a verified address, which begins an index. */
  readonly address?: string
}

/** What connects a person with others. */
export const RELATIONS: readonly Relation[] = [
  { table: 'friends', key: ['user_id', 'friend_id'], people: ['user_id', 'friend_id'] },
  { table: 'friendships', key: ['id'], people: ['requester_id', 'addressee_id'] },
  { table: 'meeting_participants', key: ['id'], people: ['user_id'] },
  { table: 'email_requests', key: ['id'], people: ['requester_id'], address: 'email' },
  { table: 'invitations', key: ['id'], address: 'email' },
  { table: 'visibility_users', key: ['visibility_id', 'user_id'], people: ['user_id'] },
  { table: 'visibility_emails', key: ['visibility_id', 'email'], address: 'email' },
  { table: 'blocks', key: ['blocker_id', 'blocked_id'], people: ['blocker_id', 'blocked_id'] },
]
