// PostgreSQL 15 has no "explain (generic_plan)", so this explains a prepared statement.
import { sql } from 'kysely'
import type { Db } from '../../src/platform/storage/unit-of-work.ts'

let explained = 0

/** Needs a transaction, because `set local` applies only within one. */
export async function genericPlan(db: Db, text: string): Promise<string[]> {
  const run = (statement: string) => sql.raw(statement).execute(db.sql)
  // Uses a new name each time. Otherwise the storage would see a repeated text and send it as a prepared statement.
  const name = `explained_${++explained}`
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = count === 0 ? '' : `(${Array(count).fill('null').join()})`
  await run('set local plan_cache_mode = force_generic_plan')
  await run(`prepare ${name} as ${text}`)
  const { rows } = await run(`explain execute ${name}${values}`)
  await run(`deallocate ${name}`)
  return rows.map(row => Object.values(row as object).join(' '))
}
