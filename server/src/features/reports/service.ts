// Reports: reads the entries of a period once and adds them up. Nothing of other people is ever read.
import type { BucketUnit, Grouping } from '@daymark/contract/reports/time'
import type { Window } from '@daymark/recurrence/occurrence'
import type { Actor } from '../../platform/kernel/actor.ts'
import { inTurns } from '../../platform/kernel/concurrency/in-turns.ts'
import { Semaphore } from '../../platform/kernel/concurrency/semaphore.ts'
import { notFound } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { preferenceStore } from '../preferences/store.ts'
import { type EntryFilter, matches, rowKeys } from './counting/entry.ts'
import { type AskedPeriod, periodBefore, periodOf } from './counting/period.ts'
import { slicesOf } from './counting/slices.ts'
import { Counter, type Tally } from './counting/tally.ts'
import { type SideTimes, sharesOf } from './figures/goals.ts'
import type { GroupGoal, TimeFigures } from './figures/report.ts'
import { readEntries } from './reading/entries.ts'
import { type GroupLabel, labelStore, type TagLabel } from './reading/label-store.ts'
import { labelsOf } from './reading/labels.ts'
import { hasRunningTimer } from './reading/timer-store.ts'

export interface TimeRequest extends AskedPeriod {
  zone: Zone
  bucket: BucketUnit
  group_by: Grouping
  week_start: number | undefined
  tag_ids: readonly string[]
  group_ids: readonly string[]
  todo_id: string | undefined
  include_children: boolean
  compare: boolean
}

export interface GoalRequest extends AskedPeriod {
  zone: Zone
  compare: boolean
}

/** The figures of the period, and of the one before if asked for. */
export interface Report<T> {
  current: T
  previous: T | undefined
  is_running: boolean
}

export type ReportService = ReturnType<typeof reportService>

/** Bounds the memory of all reports together. */
const atOnce = new Semaphore(3)

export function reportService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** Runs the same reading for the period and the one before. */
  const compared = <T>(
    actor: Actor,
    asked: AskedPeriod & { zone: Zone; compare: boolean },
    read: (db: Db, window: Window, now: number) => Promise<T>,
  ): Promise<Report<T>> => {
    const window = periodOf(asked, asked.zone)
    const before = asked.compare ? periodBefore(asked, asked.zone) : undefined
    return atOnce.run(1, () =>
      uow.read(async db => {
        const now = clock.now()
        const is_running = await hasRunningTimer(db, actor.id)
        const current = await read(db, window, now)
        return { current, previous: before && (await read(db, before, now)), is_running }
      }),
    )
  }

  return {
    time: (actor: Actor, request: TimeRequest): Promise<Report<TimeFigures>> =>
      compared(actor, request, (db, window, now) => timeFigures(db, actor.id, request, window, now)),

    goals: (actor: Actor, request: GoalRequest): Promise<Report<{ window: Window; groups: GroupGoal[] }>> =>
      compared(actor, request, async (db, window, now) => ({
        window,
        groups: await groupGoals(db, actor.id, window, now),
      })),
  }
}

async function timeFigures(
  db: Db,
  ownerId: string,
  request: TimeRequest,
  window: Window,
  now: number,
): Promise<TimeFigures> {
  const store = labelStore(db, ownerId)
  const tags = await store.tags()
  const todo_ids = request.todo_id === undefined ? undefined : await treeOf(store, request)
  const week_start = request.bucket === 'week' ? await weekStart(db, ownerId, request) : 0
  const slices = slicesOf(window, { ...request, week_start })
  const tally = await count(db, ownerId, slices, now, request.group_by, tags, { ...request, todo_ids })
  return { window, slices, tally, labels: await labelsOf(store, request.group_by, tally, tags) }
}

async function treeOf(store: ReturnType<typeof labelStore>, request: TimeRequest): Promise<Set<string>> {
  const ids = await store.todoTree(request.todo_id ?? '', request.include_children)
  if (ids.length === 0) throw notFound('Todo not found.')
  return new Set(ids)
}

async function weekStart(db: Db, ownerId: string, request: TimeRequest): Promise<number> {
  return request.week_start ?? (await preferenceStore(db).find(ownerId))?.week_start ?? 0
}

async function count(
  db: Db,
  ownerId: string,
  slices: ReturnType<typeof slicesOf>,
  now: number,
  group_by: Grouping,
  tags: readonly TagLabel[],
  filter: EntryFilter,
): Promise<Tally> {
  const groups = new Map(tags.map(tag => [tag.id, tag.group_id]))
  const counter = new Counter(slices)
  await readEntries(db, ownerId, slices.window, now, entry => {
    if (matches(entry, filter, groups)) counter.add(entry, rowKeys(entry, group_by, groups))
  })
  return inTurns(counter.finish())
}

const EVERYTHING: EntryFilter = { tag_ids: [], group_ids: [], todo_ids: undefined }

async function groupGoals(db: Db, ownerId: string, window: Window, now: number): Promise<GroupGoal[]> {
  const store = labelStore(db, ownerId)
  const [tags, groups] = [await store.tags(), await store.groups()]
  const slices = slicesOf(window, { bucket: 'none', group_by: 'tag', week_start: 0, zone: { name: 'UTC' } })
  const { rows } = await count(db, ownerId, slices, now, 'tag', tags, EVERYTHING)
  const times = new Map<string, SideTimes>()
  for (const [id, row] of rows) times.set(id, { actual: row.actual.sum_ms, planned: row.planned.sum_ms })
  return groups.filter(hasGoals).map(group => {
    const own = tags.filter(tag => tag.group_id === group.id)
    const shares = sharesOf(
      own.map(tag => tag.id),
      group.goal_ratios,
      times,
    )
    return { group, tags: own, shares }
  })
}

const hasGoals = (group: GroupLabel): group is GroupLabel & { goal_ratios: Record<string, number> } =>
  group.goal_ratios !== null && Object.keys(group.goal_ratios).length > 0
