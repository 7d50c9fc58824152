import { sql } from 'kysely'
import { systemClock } from '../kernel/time/clock.ts'
import type { Tx } from './unit-of-work.ts'

/** Writes a row and reads it back. Throws if the database does not return what was written. */
export async function probe(tx: Tx): Promise<void> {
  const value = String(systemClock.now())
  const { rows } = await sql<{ value: string }>`
    insert into server_facts (name, value) values ('probed_at', ${value})
    on conflict (name) do update set value = excluded.value returning value`.execute(tx.sql)
  if (rows[0]?.value !== value) throw new Error('The database does not return what was written to it.')
}
