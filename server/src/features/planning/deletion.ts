// Deletes todos and schedules with everything that depends on them, and lists each item that was touched.
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { forgetSharing } from '../visibility/access.ts'
import { scheduleStore } from './schedules/store.ts'
import { todoStore } from './todos/store.ts'

/** One item that a deletion changed or deleted: an entry of the change log. */
export interface Touched {
  kind: 'todo' | 'schedule' | 'timer' | 'meeting'
  id: string
  action: 'updated' | 'deleted'
}

/** What is about to be deleted. */
export interface Doomed {
  todo_ids: readonly string[]
  schedule_ids: readonly string[]
}

/** Clears the links of another feature to these items, before they are deleted. */
export type Unlink = (tx: Tx, doomed: Doomed, now: number) => Promise<Touched[]>

export type PlanningDeletion = ReturnType<typeof planningDeletion>

/** `unlinkers`: one for each feature above this one that keeps links to todos or schedules. */
export function planningDeletion(unlinkers: readonly Unlink[]) {
  async function unlink(tx: Tx, doomed: Doomed, now: number): Promise<Touched[]> {
    const touched: Touched[] = []
    for (const each of unlinkers) touched.push(...(await each(tx, doomed, now)))
    return touched
  }

  return {
    /** Exceptions, tags and sharing go along. */
    async deleteSchedules(tx: Tx, ids: readonly string[], now: number): Promise<Touched[]> {
      if (ids.length === 0) return []
      const unlinked = await unlink(tx, { todo_ids: [], schedule_ids: ids }, now)
      await removeSchedules(tx, ids)
      return [...unlinked, ...entries('schedule', ids, 'deleted')]
    },

    /** Rule 4, for any number of todos: their schedules go along, their children become roots. */
    async deleteTodos(tx: Tx, ids: readonly string[], now: number): Promise<Touched[]> {
      if (ids.length === 0) return []
      const scheduleIds = await scheduleStore(tx).idsLinkedTo(ids)
      const unlinked = await unlink(tx, { todo_ids: ids, schedule_ids: scheduleIds }, now)
      await removeSchedules(tx, scheduleIds)
      const store = todoStore(tx)
      const orphans = await store.orphanChildren(ids)
      await forgetSharing(tx, 'todo', ids)
      await store.remove(ids)
      return [
        ...unlinked,
        ...entries('schedule', scheduleIds, 'deleted'),
        ...entries('todo', orphans, 'updated'),
        ...entries('todo', ids, 'deleted'),
      ]
    },
  }
}

async function removeSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
  await forgetSharing(tx, 'schedule', ids)
  await scheduleStore(tx).remove(ids)
}

const entries = (kind: Touched['kind'], ids: readonly string[], action: Touched['action']): Touched[] =>
  ids.map(id => ({ kind, id, action }))
