// Column types that the two databases give back differently.
import type { ColumnType } from 'kysely'

/** Read with `Boolean(...)`: SQLite gives 0 or 1, PostgreSQL true or false. */
export type Bool = ColumnType<boolean | 0 | 1, boolean, boolean>
