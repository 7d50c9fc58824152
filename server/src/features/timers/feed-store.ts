// SQL of the feed: every change of a person's timers, numbered without gaps.
import { sql } from 'kysely'
import { statement } from '../../platform/storage/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { TimerChange, TimerSnapshot } from './change.ts'
import { readHistory, writeHistory } from './history.ts'
import type { History, Timer } from './timer.ts'

interface StoredSnapshot extends Omit<TimerSnapshot, 'timer'> {
  /** Snapshots from before versions have none. */
  timer: Omit<Timer, 'history' | 'version'> & { version?: number }
}

interface Row extends Omit<TimerChange, 'snapshot'> {
  snapshot: string | null
  history_length: number
  /** Of the timer as it is now, or as it was when it was deleted; only ever appended to. */
  whole_history: string | null
}

// These two run with every change: their text is made once.
const takeSeq = statement(
  (_db, ownerId: string) => sql<{ seq: number }>`
    insert into timer_seqs (owner_id, seq) values (${ownerId}, 1)
    on conflict (owner_id) do update set seq = timer_seqs.seq + 1 returning seq`,
)
const appendChange = statement(
  (
    _db,
    ownerId: string,
    seq: number,
    at: number,
    action: string,
    timerId: string,
    snapshot: string | null,
    historyLength: number,
    history: string | null,
  ) => sql<never>`
    insert into timer_feed (owner_id, seq, at, action, timer_id, snapshot, history_length, history)
    values (${ownerId}, ${seq}, ${at}, ${action}, ${timerId}, ${snapshot}, ${historyLength}, ${history})`,
)

export const feedStore = (db: Db) => {
  const changes = (where: ReturnType<typeof sql>, limit: number) => sql<Row>`
    select f.owner_id, f.seq, f.at, f.action, f.timer_id, f.snapshot, f.history_length,
      coalesce(t.history, (select d.history from timer_feed d
        where d.owner_id = f.owner_id and d.timer_id = f.timer_id and d.action = 'delete')) as whole_history
    from timer_feed f left join timers t on t.id = f.timer_id
    where ${where} order by f.seq limit ${limit}`

  return {
    /** Before the first change it is 0. */
    async currentSeq(ownerId: string): Promise<number> {
      const row = await db.sql
        .selectFrom('timer_seqs')
        .select('seq')
        .where('owner_id', '=', ownerId)
        .executeTakeFirst()
      return row?.seq ?? 0
    },

    async nextSeq(ownerId: string): Promise<number> {
      const [row] = await takeSeq(db, ownerId)
      if (!row) throw new Error('No seq was given.')
      return row.seq
    },

    /** `lastHistory`: with a deletion, what the changes before it can no longer read from the timer. */
    async append(change: TimerChange, lastHistory?: History): Promise<void> {
      const { owner_id, seq, at, action, timer_id, snapshot } = change
      await appendChange(
        db,
        owner_id,
        seq,
        at,
        action,
        timer_id,
        snapshot && JSON.stringify(withoutHistory(snapshot)),
        snapshot?.timer.history.length ?? 0,
        lastHistory ? writeHistory(lastHistory) : null,
      )
    },

    /** In order, the changes after `since` up to `upTo` that are not older than `notBefore`. */
    async between(
      ownerId: string,
      { since, upTo, notBefore, limit }: { since: number; upTo: number; notBefore: number; limit: number },
    ): Promise<TimerChange[]> {
      const { rows } = await changes(
        sql`f.owner_id = ${ownerId} and f.seq > ${since} and f.seq <= ${upTo} and f.at >= ${notBefore}`,
        limit,
      ).execute(db.sql)
      return toChanges(rows)
    },

    async find(ownerId: string, seq: number): Promise<TimerChange | undefined> {
      const { rows } = await changes(sql`f.owner_id = ${ownerId} and f.seq = ${seq}`, 1).execute(db.sql)
      return toChanges(rows)[0]
    },

    /** The number of changes that were forgotten. */
    async forget(before: number, most: number): Promise<number> {
      const result = await sql`delete from timer_feed where (owner_id, seq) in (
        select owner_id, seq from timer_feed where at < ${before} limit ${most})`.execute(db.sql)
      return Number(result.numAffectedRows ?? 0)
    },
  }
}

function withoutHistory({ timer, tags, sharing }: TimerSnapshot): StoredSnapshot {
  const { history: _apart, ...rest } = timer
  return { timer: rest, tags, sharing }
}

/** A feed of one timer repeats its history: it is parsed once. */
function toChanges(rows: Row[]): TimerChange[] {
  const parsed = new Map<string, History>()
  const historyOf = (text: string | null): History => {
    if (text === null) return []
    const history = parsed.get(text) ?? readHistory(text)
    parsed.set(text, history)
    return history
  }
  return rows.map(({ snapshot, history_length, whole_history, ...change }) => {
    if (snapshot === null) return { ...change, snapshot }
    const { timer, ...rest } = JSON.parse(snapshot) as StoredSnapshot
    const history = historyOf(whole_history).slice(0, history_length)
    return { ...change, snapshot: { ...rest, timer: { ...timer, version: timer.version ?? 0, history } } }
  })
}
