import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { pageOf, type RangeRequest, viewOf } from '../../planning/schedules/range/range.ts'
import { rangeStore } from '../../planning/schedules/range/range-store.ts'
import { readHistory } from '../../timers/history.ts'
import type { RunningTimer } from './forgotten.ts'

export interface Suspect extends RunningTimer {
  readonly id: string
  readonly owner_id: string
  readonly title: string | null
  readonly schedule_id: string | null
  readonly heard_at: number | undefined
  /** Rules that have fired, comma-separated. */
  readonly fired: string
}

type Row = Omit<Suspect, 'history' | 'heard_at'> & { history: string; heard_at: number | null }

const ENTRIES = 50

export const forgottenStore = (db: Db) => {
  async function read(rest: RawBuilder<unknown>): Promise<Suspect[]> {
    const { rows } = await sql<Row>`
      select t.id, t.owner_id, t.title, t.schedule_id, t.history, t.started_at, t.allocated_duration,
        h.at as heard_at, coalesce(f.rules, '') as fired
      from timers t left join last_heard h on h.owner_id = t.owner_id
        left join forgotten_timers f on f.timer_id = t.id
      where t.status = 'RUNNING' and ${rest}`.execute(db.sql)
    return rows.map(row => ({
      ...row,
      history: readHistory(row.history),
      heard_at: row.heard_at ?? undefined,
    }))
  }

  return {
    /** Returns a page of running timers, ordered by id. `after` is the last id of the previous page. */
    async running(startedBefore: number, after: string | undefined, most: number): Promise<Suspect[]> {
      const rest = after === undefined ? sql`` : sql`and t.id > ${after}`
      return read(sql`t.started_at < ${startedBefore} ${rest} order by t.id limit ${most}`)
    },

    /** Undefined if the timer is no longer running. */
    async find(id: string): Promise<Suspect | undefined> {
      return (await read(sql`t.id = ${id}`))[0]
    },

    /**
     * Returns the start of the owner's first planned calendar entry that begins in the period, if any. Ignores all-day
     * and completed entries, and the timer's own schedule.
     */
    async firstEntry(
      { owner_id, schedule_id }: Pick<Suspect, 'owner_id' | 'schedule_id'>,
      from: number,
      to: number,
    ): Promise<number | undefined> {
      if (from >= to) return undefined
      const request: RangeRequest = {
        scope: 'mine',
        window: { from, to },
        zone: { name: 'UTC' },
        tag_ids: [],
        group_ids: [],
      }
      const viewer = { id: owner_id, email: null }
      const candidates = await rangeStore(db).candidates(viewer, [request], {
        after: undefined,
        most: ENTRIES,
      })
      const { items } = pageOf(candidates, owner_id, request, ENTRIES)
      return items
        .values()
        .map(viewOf)
        .find(
          entry =>
            !entry.all_day &&
            entry.state !== 'COMPLETED' &&
            entry.start_time > from &&
            // An entry that does not repeat has no parent, and most timers have no schedule.
            (schedule_id === null || ![entry.id, entry.parent_id].includes(schedule_id)),
        )?.start_time
    },

    async fired(timerId: string, ownerId: string, rules: string): Promise<void> {
      await sql`
      insert into forgotten_timers (timer_id, owner_id, rules) values (${timerId}, ${ownerId}, ${rules})
      on conflict (timer_id) do update set rules = excluded.rules`.execute(db.sql)
    },

    /** Copies the fired rules to the second half of a split timer, so that they do not fire again. */
    async copyFired(firstId: string, secondId: string): Promise<void> {
      await sql`
      insert into forgotten_timers (timer_id, owner_id, rules)
      select t.id, f.owner_id, f.rules from forgotten_timers f, timers t
      where f.timer_id = ${firstId} and t.id = ${secondId}
      on conflict (timer_id) do nothing`.execute(db.sql)
    },

    /** Returns those timers for which a rule has fired. */
    async asked(timerIds: readonly string[]): Promise<{ timer_id: string; owner_id: string }[]> {
      const { rows } = await sql<{ timer_id: string; owner_id: string }>`
      select timer_id, owner_id from forgotten_timers where ${db.dialect.idIn('timer_id', timerIds)}`.execute(
        db.sql,
      )
      return rows
    },

    /** Skips people without a running timer. */
    async saveActivity(people: readonly (readonly [id: string, at: number])[]): Promise<void> {
      const pairs = JSON.stringify(people)
      const list =
        db.dialect.name === 'sqlite'
          ? sql`json_each(${pairs})`
          : sql`jsonb_array_elements(${pairs}::jsonb) as value`
      await sql`
      with heard (owner_id, at) as (select value ->> 0, cast(value ->> 1 as bigint) from ${list})
      insert into last_heard (owner_id, at)
      select owner_id, at from heard where exists (
        select 1 from timers t where t.owner_id = heard.owner_id and t.status = 'RUNNING')
      on conflict (owner_id) do update set at = excluded.at where last_heard.at < excluded.at`.execute(db.sql)
    },
  }
}
