// Marks a Kysely insert that needs no change log entry: `.modifyEnd(unlogged)`.
import { sql } from 'kysely'
import { CAPTURED } from '../../src/platform/storage/statements/captured-rows.ts'

export const unlogged = sql.raw(CAPTURED)
