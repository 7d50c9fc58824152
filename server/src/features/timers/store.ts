// SQL of timers and their tags. The feed and the commands have files of their own.
import type { Scope } from '@daymark/contract/words'
import { sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../kernel/page.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import { carriedTags, tagReader } from '../tags/carried-store.ts'
import type { Tag } from '../tags/tag.ts'
import type { Viewer } from '../visibility/policy.ts'
import { inScope, levelOf, readableBy } from '../visibility/scope.ts'
import { readHistory, writeHistory } from './history.ts'
import { ACTIVE, type Timer, type TimerStatus } from './timer.ts'

export interface TaggedTimer extends Timer {
  tags: Tag[]
  /** How it is shared; null while it is private. */
  visibility_level: string | null
}

export interface TimerFilter {
  /** `readable`: all that the viewer may see, for the few timers that another part of the filter finds. */
  scope: Scope | 'readable'
  status?: readonly TimerStatus[] | undefined
  type?: 'independent' | 'schedule' | 'todo' | undefined
  /** Borders of `started_at`, both included. */
  from?: number | undefined
  to?: number | undefined
  schedule_id?: string | undefined
  todo_id?: string | undefined
}

type StartKey = [startedAt: number, id: string]
type Row = Omit<Timer, 'history'> & { history: string; tags: string; visibility_level: string | null }

const COLUMNS = [
  'timers.id',
  'timers.owner_id',
  'timers.schedule_id',
  'timers.todo_id',
  'timers.title',
  'timers.description',
  'timers.allocated_duration',
  'timers.status',
  'timers.started_at',
  'timers.history',
  'timers.created_at',
  'timers.updated_at',
] as const

export const timerStore = (db: Db) => {
  const kysely = db.sql
  const tags = carriedTags(db.dialect, 'timer_tags', sql`l.timer_id = timers.id`).as('tags')

  const tagged = () =>
    kysely
      .selectFrom('timers')
      .select(COLUMNS)
      .select([tags, levelOf('timer', 'timers').as('visibility_level')])

  const toTimers = (rows: Row[]): TaggedTimer[] => {
    const readTags = tagReader()
    return rows.map(row => ({ ...row, history: readHistory(row.history), tags: readTags(row.tags) }))
  }

  const filtered = (viewer: Viewer, filter: TimerFilter) => {
    const within =
      filter.scope === 'readable'
        ? readableBy('timer', viewer, 'timers')
        : inScope('timer', filter.scope, viewer, 'timers')
    let query = tagged().where(within)
    if (filter.status?.length) query = query.where('timers.status', 'in', filter.status)
    if (filter.type === 'independent') {
      query = query.where('timers.schedule_id', 'is', null).where('timers.todo_id', 'is', null)
    }
    if (filter.type === 'schedule') query = query.where('timers.schedule_id', 'is not', null)
    if (filter.type === 'todo') query = query.where('timers.todo_id', 'is not', null)
    if (filter.from !== undefined) query = query.where('timers.started_at', '>=', filter.from)
    if (filter.to !== undefined) query = query.where('timers.started_at', '<=', filter.to)
    if (filter.schedule_id !== undefined) query = query.where('timers.schedule_id', '=', filter.schedule_id)
    if (filter.todo_id !== undefined) query = query.where('timers.todo_id', '=', filter.todo_id)
    return query.orderBy('timers.started_at', 'desc').orderBy('timers.id')
  }

  return {
    async insert(timer: Timer): Promise<void> {
      const { history, ...rest } = timer
      await kysely
        .insertInto('timers')
        .values({ ...rest, history: writeHistory(history) })
        .execute()
    },

    async find(id: string): Promise<TaggedTimer | undefined> {
      return toTimers(await tagged().where('timers.id', '=', id).execute())[0]
    },

    async list(viewer: Viewer, filter: TimerFilter, page: PageRequest): Promise<Page<TaggedTimer>> {
      const after = decodeCursor<StartKey>(page, ['number', 'uuid'])
      const rows = await filtered(viewer, filter)
        .$if(after !== undefined, query =>
          query.where(
            sql<boolean>`(timers.started_at < ${after?.[0]} or (timers.started_at = ${after?.[0]} and timers.id > ${after?.[1]}))`,
          ),
        )
        .limit(pageSize(page) + 1)
        .execute()
      return toPage(toTimers(rows), page, timer => [timer.started_at, timer.id])
    },

    /** Running or paused, the last started first. */
    async active(viewer: Viewer, filter: Omit<TimerFilter, 'status'>, most: number): Promise<TaggedTimer[]> {
      return toTimers(
        await filtered(viewer, { ...filter, status: ACTIVE })
          .limit(most)
          .execute(),
      )
    },

    /** Compare-and-set: false when the timer is no longer what `before` says. */
    async replace(before: Timer, after: Timer): Promise<boolean> {
      const result = await kysely
        .updateTable('timers')
        .set({
          status: after.status,
          history: writeHistory(after.history),
          updated_at: after.updated_at,
        })
        .where('id', '=', before.id)
        .where('status', '=', before.status)
        .where('history', '=', writeHistory(before.history))
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async update(id: string, changes: Partial<Omit<Timer, 'id' | 'history' | 'status'>>): Promise<void> {
      await kysely.updateTable('timers').set(changes).where('id', '=', id).execute()
    },

    /** Its tags go along. */
    async remove(id: string): Promise<void> {
      await kysely.deleteFrom('timers').where('id', '=', id).execute()
    },

    async setTags(id: string, tagIds: readonly string[]): Promise<void> {
      await kysely.deleteFrom('timer_tags').where('timer_id', '=', id).execute()
      if (tagIds.length === 0) return
      await kysely
        .insertInto('timer_tags')
        .values(tagIds.map(tag_id => ({ timer_id: id, tag_id })))
        .execute()
    },

    /** The timers that lose a link with these schedules or todos. */
    async linkedTo(column: 'schedule_id' | 'todo_id', ids: readonly string[]): Promise<TaggedTimer[]> {
      if (ids.length === 0) return []
      return toTimers(
        await tagged()
          .where(db.dialect.idIn(`timers.${column}`, ids))
          .orderBy('timers.id')
          .execute(),
      )
    },
  }
}

export type TimerStore = ReturnType<typeof timerStore>
