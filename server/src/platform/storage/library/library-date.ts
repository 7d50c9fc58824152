// Converts the dates of the account tables, which are text on SQLite and timestamps on PostgreSQL.
import type { ColumnType } from 'kysely'
import type { Dialect } from '../dialect.ts'

export type LibraryDate = ColumnType<string | Date>

export const toLibraryDate = (dialect: Dialect, ms: number): string | Date =>
  dialect.name === 'sqlite' ? new Date(ms).toISOString() : new Date(ms)

export const fromLibraryDate = (value: string | Date): number => new Date(value).getTime()
