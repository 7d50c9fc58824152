// Resources consist of rows in these tables. Frequent statements capture their own rows (`captured-rows.ts`). Triggers
// capture all other changes, including cascades.

import type { ChangeKind } from '@daymark/contract/changes'
import { ENTRY_TEXT_NAMES } from '@daymark/contract/planning/entry-texts'

export type { ChangeKind }

export interface TrackedTable {
  readonly name: string
  readonly key: readonly string[]
  /** Further columns that every change captures, such as the owner and the title. */
  readonly context: readonly string[]
  /** True for tables with long texts, where an update captures only the changed columns. */
  readonly wide?: true
  /**
   * True if the resource exists even without a row. Undoing its creation clears the values instead of deleting the row.
   */
  readonly permanent?: true
  /** Columns whose length counts toward the owner's quota. If this is not set, the table's rows do not count. */
  readonly counted?: readonly string[]
  /** Counted columns to which timer and focus commands append. A quota must not block these commands. */
  readonly appended?: readonly string[]
  /**
   * Columns that inserts leave at their default. Only for tables without an insert trigger, because `captured-rows.ts`
   * captures their new rows.
   */
  readonly insertDefaults?: Readonly<Record<string, string>>
  /** A column that is null in at most one row per owner. */
  readonly onlyOpen?: string
  /** At most one of these columns is set, so setting one clears the others. */
  readonly exclusive?: readonly string[]
}

interface Root {
  readonly table: string
  /** The column with the title, or null if the resource has none. */
  readonly title: string | null
  readonly id: 'uuid' | 'text'
}

/** Kinds with a main table that has one row per resource and columns for the owner and the version. */
export const ROOTS = {
  tag_group: { table: 'tag_groups', title: 'name', id: 'uuid' },
  tag: { table: 'tags', title: 'name', id: 'uuid' },
  todo: { table: 'todos', title: 'title', id: 'uuid' },
  schedule: { table: 'schedules', title: 'title', id: 'uuid' },
  timer: { table: 'timers', title: 'title', id: 'uuid' },
  meeting: { table: 'meetings', title: 'title', id: 'uuid' },
  preferences: { table: 'preferences', title: null, id: 'text' },
  notification: { table: 'notifications', title: null, id: 'uuid' },
  focus: { table: 'focus_runs', title: 'title', id: 'uuid' },
} as const satisfies Record<string, Root>
export type RootKind = keyof typeof ROOTS

export const isRootKind = (kind: string): kind is RootKind => kind in ROOTS

/** A column with versions, and the columns that identify the resource and the log's owner. */
interface VersionColumn {
  readonly table: string
  readonly column: string
  readonly id: string
  readonly owner: string
  readonly idType: 'uuid' | 'text'
  /** Set if only rows with this status are the resource. */
  readonly status?: 'pending'
}

const versionsIn = (
  table: string,
  owner: string,
  { id = 'id', column = 'version', idType = 'uuid', ...more }: Partial<VersionColumn> = {},
): VersionColumn => ({ table, column, id, owner, idType, ...more })

const VERSIONS: Readonly<Record<Exclude<ChangeKind, RootKind>, readonly VersionColumn[]>> = {
  friend: [versionsIn('friends', 'user_id', { id: 'friendship_id' })],
  friend_request: [
    versionsIn('friendships', 'requester_id', { column: 'requester_version', status: 'pending' }),
    versionsIn('friendships', 'addressee_id', { column: 'addressee_version', status: 'pending' }),
    versionsIn('email_requests', 'requester_id'),
  ],
  block: [versionsIn('blocks', 'blocker_id', { id: 'blocked_id', idType: 'text' })],
}

/**
 * Returns where the versions of a kind are stored: in rows that live as long as the resource, because log entries
 * expire. If a resource belongs to two people, each has a version from their own log.
 */
export const versionsOf = (kind: ChangeKind): readonly VersionColumn[] =>
  isRootKind(kind) ? [versionsIn(ROOTS[kind].table, 'owner_id', { idType: ROOTS[kind].id })] : VERSIONS[kind]

/** In insertion order: referenced tables come first. */
export const TRACKED_TABLES: readonly TrackedTable[] = [
  // Not a resource. Tracked because other people's lists show names, and because a deleted user is erased from all
  // logs.
  { name: 'users', key: ['id'], context: [] },
  {
    name: 'tag_groups',
    key: ['id'],
    context: ['owner_id', 'name'],
    wide: true,
    counted: ['name', 'description', 'goal_ratios', 'goal_hours'],
  },
  {
    name: 'tags',
    key: ['id'],
    context: ['owner_id', 'group_id', 'name'],
    wide: true,
    counted: ['name', 'description'],
  },
  {
    name: 'todos',
    key: ['id'],
    context: ['owner_id', 'title'],
    wide: true,
    counted: ['title', 'description', 'position', 'recurrence_rule', 'reminders'],
    insertDefaults: { level: 'private' },
    exclusive: ['deadline', 'deadline_date'],
  },
  { name: 'todo_tags', key: ['todo_id', 'tag_id'], context: [], counted: [], insertDefaults: {} },
  {
    name: 'schedules',
    key: ['id'],
    context: ['owner_id', 'source_todo_id', 'title', 'all_day'],
    wide: true,
    counted: ['title', ...ENTRY_TEXT_NAMES, 'recurrence_rule', 'reminders'],
    insertDefaults: { level: 'private' },
  },
  { name: 'schedule_tags', key: ['schedule_id', 'tag_id'], context: [], counted: [], insertDefaults: {} },
  {
    name: 'schedule_exceptions',
    key: ['series_id', 'original_start'],
    context: ['all_day'],
    wide: true,
    counted: ['title', ...ENTRY_TEXT_NAMES, 'reminders'],
  },
  {
    name: 'schedule_exception_tags',
    key: ['series_id', 'original_start', 'tag_id'],
    context: [],
    counted: [],
  },
  {
    name: 'timers',
    key: ['id'],
    context: ['owner_id', 'title'],
    wide: true,
    counted: ['title', 'description', 'history'],
    appended: ['history'],
    insertDefaults: { level: 'private' },
  },
  { name: 'timer_tags', key: ['timer_id', 'tag_id'], context: [], counted: [] },
  {
    name: 'meetings',
    key: ['id'],
    context: ['owner_id', 'title'],
    wide: true,
    counted: ['title', 'description'],
    insertDefaults: { level: 'private' },
  },
  {
    name: 'preferences',
    key: ['id'],
    context: ['owner_id'],
    wide: true,
    permanent: true,
    // Counts only these JSON columns, so that short values can be set even if a quota is exhausted.
    counted: ['working_hours', 'default_reminders', 'notifications', 'week_templates'],
  },
  { name: 'notifications', key: ['id'], context: ['owner_id'], wide: true },
  {
    name: 'focus_runs',
    key: ['id'],
    context: ['owner_id', 'title'],
    wide: true,
    counted: ['title', 'log', 'timer_ids'],
    appended: ['log', 'timer_ids'],
    onlyOpen: 'ended_at',
  },
  { name: 'meeting_participants', key: ['id'], context: ['meeting_id'], wide: true },
  { name: 'meeting_guests', key: ['id'], context: ['meeting_id'], wide: true },
  { name: 'visibility', key: ['id'], context: ['resource_type', 'resource_id', 'owner_id'], counted: [] },
  {
    name: 'visibility_users',
    key: ['visibility_id', 'user_id'],
    context: ['resource_type', 'resource_id'],
    counted: [],
  },
  {
    name: 'visibility_emails',
    key: ['visibility_id', 'email'],
    context: ['resource_type', 'resource_id'],
    counted: ['email'],
  },
  {
    name: 'visibility_domains',
    key: ['visibility_id', 'domain'],
    context: ['resource_type', 'resource_id'],
    counted: ['domain'],
  },
  { name: 'friendships', key: ['id'], context: ['requester_id', 'addressee_id'] },
  { name: 'friends', key: ['user_id', 'friend_id'], context: ['friendship_id'] },
  { name: 'email_requests', key: ['id'], context: ['requester_id', 'email'] },
  { name: 'blocks', key: ['blocker_id', 'blocked_id'], context: [] },
]

/** Not captured, because the change log itself or a trigger writes them. */
export const UNTRACKED_COLUMNS: readonly string[] = [
  'version',
  'requester_version',
  'addressee_version',
  'tag_ids',
]

/** Not stored in the log, because the sender of a request to an email address must not learn whether it is closed. */
export const CONCEALED_COLUMNS: ReadonlySet<string> = new Set(['closed'])

/** Set with every write, derived from other columns or needed only for indexes, so the history does not show them. */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set([
  'updated_at',
  'version',
  'level',
  'status_rank',
  'deadline_rank',
  'newest_rank',
  'range_start',
  'range_end',
  'range_class',
])

/** True for derived columns, except the level in the visibility settings. An item's level is a copy of that level. */
export const isDerived = (table: string, column: string): boolean =>
  DERIVED_COLUMNS.has(column) && !(table === 'visibility' && column === 'level')

/** Log entries of these kinds have no content. They do not appear in the history and cannot be undone. */
export const KINDS_WITHOUT_HISTORY: ReadonlySet<string> = new Set(['notification'])
