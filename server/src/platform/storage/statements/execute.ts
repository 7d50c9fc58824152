// The function that runs SQL on a connection; everything above is built on this one signature.
import type { QueryResult } from 'kysely'

/** Runs one statement. Gives the rows of reads and of `returning`, else the number of changed rows. */
export type Execute = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>
