// Deletes todos and schedules with everything that belongs to them, and the change log captures every affected row.
// The databases could clear links by themselves, but all at once; here it happens in steps.
import { clearLinks, slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { forgetSharing } from '../visibility/access.ts'
import { scheduleStore } from './schedules/store.ts'
import { todoStore } from './todos/store.ts'

/** Exceptions, tags and sharing are deleted too; timers and meetings are unlinked. */
export async function deleteSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) {
    await clearLinks(tx, 'timers', 'schedule_id', some)
    await clearLinks(tx, 'meetings', 'confirmed_schedule_id', some)
    await forgetSharing(tx, 'schedule', some)
    await scheduleStore(tx).remove(some)
  }
}

/** Any number of todos: their schedules are deleted too, their children become roots, timers are unlinked. */
export async function deleteTodos(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) {
    await deleteSchedules(tx, await scheduleStore(tx).idsLinkedTo(some))
    await clearLinks(tx, 'timers', 'todo_id', some)
    await clearLinks(tx, 'todos', 'parent_id', some)
    await forgetSharing(tx, 'todo', some)
    await todoStore(tx).remove(some)
  }
}
