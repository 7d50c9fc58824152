// Ends a Kysely query that inserts rows which need no entry in the change log: `.modifyEnd(unlogged)`.
import { sql } from 'kysely'
import { CAPTURED } from '../../src/platform/storage/statements/captured-rows.ts'

export const unlogged = sql.raw(CAPTURED)
