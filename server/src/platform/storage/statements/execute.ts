import type { QueryResult } from 'kysely'

/** Runs one statement. Returns the rows of a read or of `returning`, otherwise the number of changed rows. */
export type Execute = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>
