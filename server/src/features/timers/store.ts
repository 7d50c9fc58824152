import type { PublicFrom, Scope } from '@daymark/contract/words'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import { columns } from '../../platform/storage/columns.ts'
import { insertion, statement } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Tag } from '../tags/tag.ts'
import { tagReader, tagsOf } from '../tags/tags-of-store.ts'
import type { Viewer } from '../visibility/policy.ts'
import { levelOf, pageOver, readableBy, scopeBranches } from '../visibility/scope.ts'
import { readHistory, writeHistory } from './history.ts'
import { ACTIVE, type Timer, type TimerStatus } from './timer.ts'

export interface TaggedTimer extends Timer {
  tags: Tag[]
  /** Null if the timer is private. */
  visibility_level: string | null
}

export interface TimerFilter {
  /** `readable` checks access row by row. Use it only with a selective filter, such as `todo_id`. */
  scope: Scope | 'readable'
  public_from?: PublicFrom | undefined
  status?: readonly TimerStatus[] | undefined
  type?: 'independent' | 'schedule' | 'todo' | undefined
  /** Lower bound of `started_at`, inclusive. */
  from?: number | undefined
  /** Upper bound of `started_at`, inclusive. */
  to?: number | undefined
  schedule_id?: string | undefined
  todo_id?: string | undefined
}

type StartKey = [startedAt: number, id: string]
type Stored = Omit<Timer, 'history'> & { history: string }
type Row = Stored & { tags: string; visibility_level: string | null }

const timerColumns = columns<Timer>({
  id: 'fixed',
  owner_id: 'fixed',
  schedule_id: 'saved',
  todo_id: 'saved',
  title: 'saved',
  description: 'saved',
  allocated_duration: 'saved',
  status: 'saved',
  started_at: 'saved',
  history: 'saved',
  corrected_at: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const timerView = ({ dialect }: Db): RawBuilder<unknown> => sql`
  ${timerColumns.of('timers')}, ${tagsOf(dialect, 'timer_tags', sql`l.timer_id = timers.id`)} as tags,
  ${levelOf('timers')} as visibility_level`

// Built once, because these statements run for nearly every message.
const insertTimer = insertion<Stored>('timers', timerColumns.all)
const findTimer = statement(
  (db, id: string) => sql<Row>`select ${timerView(db)} from timers where timers.id = ${id}`,
)
/** Reads one person's timers without a filter, which is the most frequent list. */
const ownFirst = statement(
  (db, ownerId: string, limit: number) => sql<Row>`
    select ${timerView(db)} from timers where timers.owner_id = ${ownerId}
    order by timers.started_at desc, timers.id limit ${limit} + 0`,
)
const replaceTimer = statement(
  (_db, id: string, status: string, history: string, newStatus: string, newHistory: string, now: number) =>
    sql<{ id: string }>`
      update timers set status = ${newStatus}, history = ${newHistory}, updated_at = ${now}
      where id = ${id} and status = ${status} and history = ${history} returning id`,
)

export const timerStore = (db: Db) => {
  const kysely = db.sql

  const where = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql<Row>`select ${timerView(db)} from timers where ${condition} order by ${order}`.execute(kysely)

  const toTimers = (rows: Row[]): TaggedTimer[] => {
    const readTags = tagReader()
    return rows.map(row => ({ ...row, history: readHistory(row.history), tags: readTags(row.tags) }))
  }

  /** Most recently started first. */
  const first = async (viewer: Viewer, filter: TimerFilter, limit: number, after?: StartKey) => {
    const conditions = conditionsOf(filter, after)
    if (filter.scope === 'mine' && conditions.length === 0)
      return toTimers(await ownFirst(db, viewer.id, limit))
    const matching = sql.join([sql`true`, ...conditions], sql` and `)
    const within =
      filter.scope === 'readable'
        ? sql<boolean>`${readableBy('timer', viewer, 'timers')} and ${matching}`
        : filter.scope === 'mine'
          ? sql<boolean>`timers.owner_id = ${viewer.id} and ${matching}`
          : foundIn(
              scopeBranches('timer', { ...filter, scope: filter.scope }, viewer, 'timers'),
              matching,
              limit,
            )
    const { rows } = await where(within, sql`${orderOf(filter)} limit ${limit} + 0`)
    return toTimers(rows)
  }

  return {
    async insert(timer: Timer): Promise<void> {
      await insertTimer(db, { ...timer, history: writeHistory(timer.history) })
    },

    async find(id: string): Promise<TaggedTimer | undefined> {
      return toTimers(await findTimer(db, id))[0]
    },

    async findMany(ids: readonly string[]): Promise<TaggedTimer[]> {
      const { rows } = await where(db.dialect.idIn('timers.id', ids), sql`timers.id`)
      return toTimers(rows)
    },

    async list(viewer: Viewer, filter: TimerFilter, page: PageRequest): Promise<Page<TaggedTimer>> {
      const after = decodeCursor<StartKey>(page, ['number', 'uuid'])
      const timers = await first(viewer, filter, pageSize(page) + 1, after)
      return toPage(timers, page, timer => [timer.started_at, timer.id])
    },

    /** Lists running and paused timers, most recently started first. */
    active: (viewer: Viewer, filter: Omit<TimerFilter, 'status'>, most: number): Promise<TaggedTimer[]> =>
      first(viewer, { ...filter, status: ACTIVE }, most),

    /** Returns false if the status or the history has changed since `before` was read. */
    async replace(before: Timer, after: Timer): Promise<boolean> {
      const [old, fresh] = [writeHistory(before.history), writeHistory(after.history)]
      const rows = await replaceTimer(
        db,
        before.id,
        before.status,
        old,
        after.status,
        fresh,
        after.updated_at,
      )
      return rows.length === 1
    },

    async update(
      id: string,
      changes: Partial<Omit<Timer, 'id' | 'history' | 'status' | 'version'>>,
    ): Promise<void> {
      await kysely.updateTable('timers').set(changes).where('id', '=', id).execute()
    },

    async correct({ id, status, started_at, history, corrected_at, updated_at }: Timer): Promise<void> {
      const changes = { status, started_at, history: writeHistory(history), corrected_at, updated_at }
      await kysely.updateTable('timers').set(changes).where('id', '=', id).execute()
    },

    /** Foreign keys delete the links to tags. */
    async remove(ids: readonly string[]): Promise<void> {
      await kysely.deleteFrom('timers').where(db.dialect.idIn('timers.id', ids)).execute()
    },

    async setTags(id: string, tagIds: readonly string[]): Promise<void> {
      await kysely.deleteFrom('timer_tags').where('timer_id', '=', id).execute()
      if (tagIds.length === 0) return
      await kysely
        .insertInto('timer_tags')
        .values(tagIds.map(tag_id => ({ timer_id: id, tag_id })))
        .execute()
    },
  }
}

function conditionsOf(filter: TimerFilter, after: StartKey | undefined): RawBuilder<boolean>[] {
  const { status, type, from, schedule_id, todo_id } = filter
  // Uses a single upper bound. With several bounds, SQLite would use only one and read all previous pages again.
  const to = after ? Math.min(after[0], filter.to ?? after[0]) : filter.to
  const independent = sql<boolean>`timers.schedule_id is null and timers.todo_id is null`
  return [
    ...(status?.length ? [sql<boolean>`timers.status in (${sql.join(status)})`] : []),
    ...(type === 'independent' ? [independent] : []),
    ...(type === 'schedule' ? [sql<boolean>`timers.schedule_id is not null`] : []),
    ...(type === 'todo' ? [sql<boolean>`timers.todo_id is not null`] : []),
    ...(from === undefined ? [] : [sql<boolean>`timers.started_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`timers.started_at <= ${to}`]),
    ...(after ? [sql<boolean>`(timers.started_at < ${after[0]} or timers.id > ${after[1]})`] : []),
    ...(schedule_id === undefined ? [] : [sql<boolean>`timers.schedule_id = ${schedule_id}`]),
    ...(todo_id === undefined ? [] : [sql<boolean>`timers.todo_id = ${todo_id}`]),
  ]
}

/**
 * Few timers are active, so `+` makes SQLite find them by status and then sort them. Otherwise, SQLite would read all
 * timers in this order until it has found enough.
 */
const orderOf = ({ status }: TimerFilter): RawBuilder<unknown> =>
  status?.length && status.every(each => ACTIVE.some(active => active === each))
    ? sql`+timers.started_at desc, timers.id`
    : sql`timers.started_at desc, timers.id`

/** Finds the ids of the page using only indexes, then reads their rows. */
function foundIn(
  branches: RawBuilder<boolean>[],
  matching: RawBuilder<unknown>,
  limit: number,
): RawBuilder<boolean> {
  const page = pageOver(
    branches,
    where => sql`select timers.id, started_at from timers where ${where} and ${matching}`,
    sql`started_at desc, id`,
    limit,
  )
  return sql<boolean>`timers.id in (select id from (${page}) found)`
}
