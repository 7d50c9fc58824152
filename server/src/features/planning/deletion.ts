// Deletes todos and schedules with everything that belongs to them.
// Timers and meetings lose their links by the foreign keys; the change log sees that as it sees every other change.
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { forgetSharing } from '../visibility/access.ts'
import { scheduleStore } from './schedules/store.ts'
import { todoStore } from './todos/store.ts'

/** Exceptions, tags and sharing go along. */
export async function deleteSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await forgetSharing(tx, 'schedule', ids)
  await scheduleStore(tx).remove(ids)
}

/** Any number of todos: their schedules go along, their children become roots. */
export async function deleteTodos(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await deleteSchedules(tx, await scheduleStore(tx).idsLinkedTo(ids))
  await forgetSharing(tx, 'todo', ids)
  await todoStore(tx).remove(ids)
}
