// What todos do with their linked schedules, inside their own transactions.
import { newId } from '../../../platform/kernel/ids.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'
import type { Viewer } from '../../visibility/policy.ts'
import { exceptionStore } from './exception-store.ts'
import { isSeries, type Schedule, type ScheduleView, type TaggedSchedule, whole } from './schedule.ts'
import { scheduleStore } from './store.ts'

/** A schedule that a todo makes for itself. */
export type LinkedSchedule = Pick<
  Schedule,
  'owner_id' | 'title' | 'description' | 'start_time' | 'end_time' | 'created_at'
> & { source_todo_id: string; tag_ids: readonly string[] }

export async function insertLinked(tx: Tx, { tag_ids, ...given }: LinkedSchedule): Promise<string> {
  const id = newId()
  const store = scheduleStore(tx)
  await store.insert({
    ...given,
    id,
    timezone: 'UTC',
    recurrence_rule: null,
    recurrence_end: null,
    state: 'PLANNED',
    version: 0,
    updated_at: given.created_at,
  })
  await store.addTags([id], tag_ids)
  return id
}

/** Writes title, description or times of a linked schedule; a series loses the exceptions that no longer fit. */
export async function saveLinked(
  tx: Tx,
  schedule: Schedule,
  changes: Partial<Pick<Schedule, 'title' | 'description' | 'start_time' | 'end_time'>>,
  now: number,
): Promise<void> {
  const changed = { ...schedule, ...changes, updated_at: now }
  const moved = changed.start_time !== schedule.start_time
  if (moved && isSeries(changed)) await exceptionStore(tx).dropStranded(changed)
  await scheduleStore(tx).save(changed)
}

export const setLinkedTags = (
  tx: Tx,
  scheduleIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> => scheduleStore(tx).setTags(scheduleIds, tagIds)

/**
 * The schedules of these todos, earliest first: all of them for the owner of the todos (no viewer), else those
 * that the viewer may see. One statement, however many todos.
 */
export async function linkedSchedules(
  db: Db,
  todoIds: readonly string[],
  viewer?: Viewer,
): Promise<(ScheduleView & { source_todo_id: string })[]> {
  const found = await scheduleStore(db).linkedTo(todoIds, viewer)
  return found
    .filter(isLinked)
    .map(schedule => ({ ...whole(schedule), source_todo_id: schedule.source_todo_id }))
}

const isLinked = (schedule: TaggedSchedule): schedule is TaggedSchedule & { source_todo_id: string } =>
  schedule.source_todo_id !== null
