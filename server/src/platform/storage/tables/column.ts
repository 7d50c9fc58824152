import type { ColumnType, Generated } from 'kysely'

/** Convert values with `Boolean(...)`, because SQLite returns 0 or 1 and PostgreSQL true or false. */
export type Bool = ColumnType<boolean | 0 | 1, boolean, boolean>

/** A copy of the level in the sharing settings, so that lists can filter by it with an index. */
export type Level = Generated<'private' | 'friends' | 'selected' | 'allowed_emails' | 'public'>

/**
 * The sequence number of the resource's last change in the owner's log. 0 if the resource has not changed since the log
 * was introduced.
 */
export type Version = Generated<number>
