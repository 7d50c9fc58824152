// Column types that several tables share.
import type { ColumnType, Generated } from 'kysely'

/** Read it with `Boolean(...)`: SQLite gives 0 or 1, PostgreSQL true or false. */
export type Bool = ColumnType<boolean | 0 | 1, boolean, boolean>

/** The visibility level, kept in sync with the visibility setting so that lists find it by an index. */
export type Level = Generated<'private' | 'friends' | 'selected' | 'allowed_emails' | 'public'>

/** The number of the last change in its owner's log; 0 if it has not changed since the log exists. */
export type Version = Generated<number>
