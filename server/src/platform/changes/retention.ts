// Deletes expired change log entries and outcomes in small steps, so that no request has to wait.
import { sql } from 'kysely'
import type { Db, UnitOfWork } from '../storage/unit-of-work.ts'
import { type Mention, mentionStore } from './mentions.ts'
import { deleteOutcomes, OUTCOME_MS } from './outcome-store.ts'
import { subtractHistory } from './shares.ts'

export interface Pruned {
  changes: number
  outcomes: number
}

const DAY_MS = 86_400_000
const STEP = 200
/** True for entries `c` that all active webhooks of the owner have read, or if the owner is disabled. */
const IS_READ = sql`not exists (
  select 1 from webhooks w where w.owner_id = c.owner_id and w.active = ${true} and w.seq < c.seq
    and not exists (select 1 from disabled_users u where u.user_id = w.owner_id))`

export async function prune(uow: UnitOfWork, now: number, keepDays: number): Promise<Pruned> {
  const before = now - keepDays * DAY_MS
  let changes = 0
  for await (const owner of ownersOfOldEntries(uow, before)) {
    changes += await inSteps(uow, db => deleteOldest(db, owner, before))
  }
  const outcomes = await inSteps(uow, db => deleteOutcomes(db, expired(now - OUTCOME_MS)))
  await sweepMentions(uow)
  return { changes, outcomes }
}

async function inSteps(uow: UnitOfWork, step: (db: Db) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await uow.write(['change log retention'], step)
    if (count === 0) return total
    total += count
  }
}

/** Forgets where people were named, once these places are gone. */
async function sweepMentions(uow: UnitOfWork): Promise<void> {
  for (let after: Mention | undefined, isFirst = true; isFirst || after; isFirst = false)
    after = await uow.write(['change log retention'], db => mentionStore(db).sweep(after))
}

/** Looks only at the first entry of each owner, because an index on the time would slow down every write. */
async function* ownersOfOldEntries(uow: UnitOfWork, before: number): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await uow.read(db =>
      sql<{ owner_id: string; oldest: number | null }>`
        select t.owner_id, (select c.committed_at from changes c where c.owner_id = t.owner_id
          order by c.seq limit 1) as oldest
        from change_totals t where t.owner_id > ${after} order by t.owner_id limit ${STEP}`.execute(db.sql),
    )
    for (const { owner_id, oldest } of rows) if (oldest !== null && oldest < before) yield owner_id
    if (rows.length < STEP) return
    after = rows.at(-1)?.owner_id ?? after
  }
}

/**
 * Deletes only from the beginning of the log, so that the rest has no gaps. Remembers the last batch, because it cannot
 * be undone once a part of it is gone. Keeps entries that an active webhook has not read, unless its owner is disabled.
 */
async function deleteOldest(db: Db, ownerId: string, before: number): Promise<number> {
  const { rows } = await sql<{ seq: number; committed_at: number; batch_id: string }>`
    select seq, committed_at, batch_id from changes c where owner_id = ${ownerId} and ${IS_READ}
    order by seq limit ${STEP}`.execute(db.sql)
  const kept = rows.findIndex(({ committed_at }) => committed_at >= before)
  const last = (kept < 0 ? rows : rows.slice(0, kept)).at(-1)
  if (last === undefined) return 0
  const oldest = sql`owner_id = ${ownerId} and seq <= ${last.seq}`
  await subtractHistory(db, oldest)
  await sql`update change_totals set pruned_batch = ${last.batch_id} where owner_id = ${ownerId}`.execute(
    db.sql,
  )
  return deleteSome(db, sql`delete from changes where ${oldest}`)
}

const expired = (before: number) => sql`(owner_id, channel, key) in (
  select owner_id, channel, key from outcomes where at < ${before} order by at, owner_id, channel, key limit ${STEP})`

async function deleteSome(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const result = await statement.execute(db.sql)
  return Number(result.numAffectedRows ?? 0)
}
