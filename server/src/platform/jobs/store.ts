// `claimed_until` has two meanings: the end of a claimed job's lease, or the time of a failed job's next attempt.
import { sql } from 'kysely'
import { slicesOf } from '../storage/statements/in-steps.ts'
import { statement } from '../storage/statements/statement.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { ClaimedJob, NewJob } from './job.ts'

const put = statement(
  (
    _db,
    kind: string,
    key: string,
    owner: string | null,
    runAt: number,
    payload: string,
    now: number,
  ) => sql<never>`
    insert into jobs (kind, key, owner_id, run_at, payload, created_at)
    values (${kind}, ${key}, ${owner}, ${runAt}, ${payload}, ${now})
    on conflict (kind, key) do update set
      owner_id = excluded.owner_id, run_at = excluded.run_at, payload = excluded.payload,
      created_at = excluded.created_at, claimed_until = null, claim = null, attempts = 0, last_error = null`,
)
const putIfAbsent = statement(
  (
    _db,
    kind: string,
    key: string,
    owner: string | null,
    runAt: number,
    payload: string,
    now: number,
  ) => sql<never>`
    insert into jobs (kind, key, owner_id, run_at, payload, created_at)
    values (${kind}, ${key}, ${owner}, ${runAt}, ${payload}, ${now}) on conflict (kind, key) do nothing`,
)
/** Does not change a running job, and never makes a job due later. */
const putSooner = statement(
  (_db, kind: string, key: string, owner: string | null, runAt: number, payload: string) => sql<never>`
    insert into jobs (kind, key, owner_id, run_at, payload, created_at)
    values (${kind}, ${key}, ${owner}, ${runAt}, ${payload}, ${runAt})
    on conflict (kind, key) do update set claimed_until = null,
      run_at = case when jobs.run_at < excluded.run_at then jobs.run_at else excluded.run_at end
    where jobs.claim is null and coalesce(jobs.claimed_until, jobs.run_at) > excluded.run_at`,
)
const remove = statement(
  (_db, kind: string, key: string) => sql<never>`delete from jobs where kind = ${kind} and key = ${key}`,
)
const findRunAt = statement(
  (_db, kind: string, key: string) =>
    sql<{ run_at: number }>`select run_at from jobs where kind = ${kind} and key = ${key}`,
)
const claimDue = statement(
  (db, kind: string, now: number, most: number, until: number, claim: string) => sql<
    Omit<ClaimedJob, 'payload'> & { payload: string }
  >`
    with due as materialized (
      select kind, key from jobs where kind = ${kind} and coalesce(claimed_until, run_at) <= ${now}
      order by coalesce(claimed_until, run_at) limit ${most} ${db.dialect.skipLocked})
    update jobs set claimed_until = ${until}, claim = ${claim}, attempts = jobs.attempts + 1
    from due where jobs.kind = due.kind and jobs.key = due.key
    returning jobs.kind, jobs.key, jobs.owner_id, jobs.run_at, jobs.attempts, jobs.payload, jobs.claim`,
)
const finishClaimed = statement(
  (_db, kind: string, key: string, claim: string) => sql<{ key: string }>`
    delete from jobs where kind = ${kind} and key = ${key} and claim = ${claim} returning key`,
)

export interface KindFigures {
  kind: string
  /** The number of jobs that are due but not running. */
  due: number
  /** The due time of the oldest due job. */
  oldest: number | null
}

export interface LateKind {
  kind: string
  oldest: number
  /** Whom the late jobs concern. If both are the same, all are of one person. */
  first: string
  last: string
}

export const jobStore = (db: Db) => ({
  async put({ kind, key, owner_id = null, run_at, payload = null }: NewJob, now: number): Promise<void> {
    await put(db, kind, key, owner_id, run_at, JSON.stringify(payload), now)
  },

  async putIfAbsent(
    { kind, key, owner_id = null, run_at, payload = null }: NewJob,
    now: number,
  ): Promise<void> {
    await putIfAbsent(db, kind, key, owner_id, run_at, JSON.stringify(payload), now)
  },

  async putSooner({ kind, key, owner_id = null, run_at, payload = null }: NewJob): Promise<void> {
    await putSooner(db, kind, key, owner_id, run_at, JSON.stringify(payload))
  },

  async remove(kind: string, key: string): Promise<void> {
    await remove(db, kind, key)
  },

  async removeAll(kind: string, keys: readonly string[]): Promise<void> {
    for (const some of slicesOf(keys))
      await sql`delete from jobs where kind = ${kind} and key in (${sql.join(some)})`.execute(db.sql)
  },

  async runAt(kind: string, key: string): Promise<number | undefined> {
    return (await findRunAt(db, kind, key))[0]?.run_at
  },

  /** Changes a waiting job's due time. Returns false if the job does not exist, is running, or waits for a retry. */
  async move(kind: string, key: string, runAt: number): Promise<boolean> {
    const { rows } = await sql<{ key: string }>`
      update jobs set run_at = ${runAt} where kind = ${kind} and key = ${key} and claim is null
        and claimed_until is null returning key`.execute(db.sql)
    return rows.length > 0
  },

  /**
   * Changes the due time of a person's waiting jobs and returns their number. Skips jobs that are running or wait for a
   * retry.
   */
  async moveOf(ownerId: string, kinds: readonly string[], runAt: number): Promise<number> {
    const { rows } = await sql<{ key: string }>`
      update jobs set run_at = ${runAt} where owner_id = ${ownerId} and kind in (${sql.join([...kinds])})
        and claim is null and claimed_until is null returning key`.execute(db.sql)
    return rows.length
  },

  /** `claim` is null if the job is not running. */
  async find(kind: string, key: string): Promise<{ payload: unknown; claim: string | null } | undefined> {
    const { rows } = await sql<{ payload: string; claim: string | null }>`
      select payload, claim from jobs where kind = ${kind} and key = ${key}`.execute(db.sql)
    return rows[0] && { ...rows[0], payload: JSON.parse(rows[0].payload) }
  },

  async setPayload(kind: string, key: string, payload: unknown): Promise<void> {
    await sql`
      update jobs set payload = ${JSON.stringify(payload)}
      where kind = ${kind} and key = ${key}`.execute(db.sql)
  },

  /** Claims due jobs, oldest first. No other instance gets them until `until`. */
  async claim(
    kind: string,
    { now, most, until, claim }: { now: number; most: number; until: number; claim: string },
  ): Promise<ClaimedJob[]> {
    const rows = await claimDue(db, kind, now, most, until, claim)
    return rows.map(row => ({ ...row, payload: JSON.parse(row.payload) })).sort((a, b) => a.run_at - b.run_at)
  },

  /** Returns false if the claim is no longer valid. */
  async finish({ kind, key, claim }: ClaimedJob): Promise<boolean> {
    return (await finishClaimed(db, kind, key, claim)).length > 0
  },

  /** All jobs must be of the same kind. Returns the number of deleted jobs. */
  async finishAll(jobs: readonly ClaimedJob[]): Promise<number> {
    const [first] = jobs
    if (!first) return 0
    const { rows } = await sql<{ key: string }>`
      delete from jobs where kind = ${first.kind} and claim in (${sql.join([...new Set(jobs.map(({ claim }) => claim))])})
        and key in (${sql.join(jobs.map(({ key }) => key))}) returning key`.execute(db.sql)
    return rows.length
  },

  /** Keeps `run_at`, because handlers need the original due time. */
  async retry({ kind, key, claim }: ClaimedJob, nextAttempt: number, error: string): Promise<void> {
    await sql`
      update jobs set claimed_until = ${nextAttempt}, claim = null, last_error = ${error}
      where kind = ${kind} and key = ${key} and claim = ${claim}`.execute(db.sql)
  },

  /** Resets a claimed job to waiting, so that `move` finds it. */
  async postpone({ kind, key, claim }: ClaimedJob, until: number): Promise<void> {
    await sql`
      update jobs set run_at = ${until}, claimed_until = null, claim = null, attempts = attempts - 1
      where kind = ${kind} and key = ${key} and claim = ${claim}`.execute(db.sql)
  },

  /** Lets other instances run these jobs immediately. */
  async release(claims: readonly string[]): Promise<void> {
    await sql`
      update jobs set claimed_until = null, claim = null, attempts = attempts - 1
      where claim in (${sql.join([...claims])})`.execute(db.sql)
  },

  async renew(claims: readonly string[], until: number): Promise<void> {
    await sql`update jobs set claimed_until = ${until} where claim in (${sql.join([...claims])})`.execute(
      db.sql,
    )
  },

  /** Returns the next due time per kind. Kinds without jobs are absent. */
  async next(kinds: readonly string[]): Promise<Map<string, number>> {
    const parts = kinds.map(
      kind => sql`
        select ${sql.lit(kind)} as kind, (
          select coalesce(claimed_until, run_at) from jobs where kind = ${sql.lit(kind)}
          order by coalesce(claimed_until, run_at) limit 1) as due_at`,
    )
    const { rows } = await sql<{ kind: string; due_at: number | null }>`
      ${sql.join(parts, sql` union all `)}`.execute(db.sql)
    return new Map(rows.flatMap(({ kind, due_at }) => (due_at === null ? [] : [[kind, due_at] as const])))
  },

  /** Kinds with jobs that have been due since `before`. */
  async late(kinds: readonly string[], before: number): Promise<LateKind[]> {
    const parts = kinds.map(
      kind => sql`
        select ${sql.lit(kind)} as kind, min(coalesce(claimed_until, run_at)) as oldest,
          min(coalesce(owner_id, key)) as first, max(coalesce(owner_id, key)) as last
        from jobs where kind = ${sql.lit(kind)} and coalesce(claimed_until, run_at) <= ${before}`,
    )
    const { rows } = await sql<LateKind & { oldest: number | null }>`
      ${sql.join(parts, sql` union all `)}`.execute(db.sql)
    return rows.filter(({ oldest }) => oldest !== null)
  },

  async figures(kinds: readonly string[], now: number): Promise<KindFigures[]> {
    const parts = kinds.map(
      kind => sql`
        select ${sql.lit(kind)} as kind, count(*) as due, min(coalesce(claimed_until, run_at)) as oldest
        from jobs where kind = ${sql.lit(kind)} and coalesce(claimed_until, run_at) <= ${now}`,
    )
    const { rows } = await sql<KindFigures>`${sql.join(parts, sql` union all `)}`.execute(db.sql)
    return rows
  },
})
