// Deletes expired change log entries and outcomes in small steps, so that no request has to wait.
import { sql } from 'kysely'
import type { Db, UnitOfWork } from '../storage/unit-of-work.ts'
import { OUTCOME_MS } from './outcome-store.ts'
import { subtractHistory } from './totals-store.ts'

export interface Pruned {
  changes: number
  outcomes: number
}

const DAY_MS = 86_400_000
const STEP = 200

export async function prune(uow: UnitOfWork, now: number, keepDays: number): Promise<Pruned> {
  const before = now - keepDays * DAY_MS
  let changes = 0
  await inSteps(uow, async db => {
    // The order makes all statements of a step select the same batches.
    const old = sql`select id from change_batches where at < ${before} order by at, id limit ${STEP}`
    await subtractHistory(db, sql`batch_id in (${old})`)
    changes += await deleteSome(db, sql`delete from changes where batch_id in (${old})`)
    return deleteSome(db, sql`delete from change_batches where id in (${old})`)
  })
  const outcomes = await inSteps(uow, db =>
    deleteSome(
      db,
      sql`delete from outcomes where (owner_id, channel, key) in (
      select owner_id, channel, key from outcomes where at < ${now - OUTCOME_MS} limit ${STEP})`,
    ),
  )
  return { changes, outcomes }
}

const HOUR_MS = 3_600_000
const FIRST_MS = 60_000

/** Runs every hour, and once soon after startup, because some servers are restarted before an hour has passed. */
export function pruneHourly(work: () => Promise<unknown>): () => void {
  const first = setTimeout(work, FIRST_MS).unref()
  const later = setInterval(work, HOUR_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(later)
  }
}

async function inSteps(uow: UnitOfWork, step: (db: Db) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await uow.write(['change log retention'], step)
    total += count
    if (count < STEP) return total
  }
}

async function deleteSome(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const result = await statement.execute(db.sql)
  return Number(result.numAffectedRows ?? 0)
}
