// Deletes todos and schedules with their links in small steps, because a database cascade would delete all rows at
// once. The change log records every affected row.
import { clearLinks, slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { forgetSharing } from '../visibility/access.ts'
import { scheduleStore } from './schedules/store.ts'
import { todoStore } from './todos/store.ts'

/** Also deletes exceptions, tag links and sharing settings, and unlinks timers and meetings. */
export async function deleteSchedules(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) {
    await clearLinks(tx, 'timers', 'schedule_id', some)
    await clearLinks(tx, 'meetings', 'confirmed_schedule_id', some)
    await forgetSharing(tx, 'schedule', some)
    await scheduleStore(tx).remove(some)
  }
}

/**
 * Also deletes the schedules, tag links and sharing settings of these todos, moves their children to the root level,
 * and unlinks timers.
 */
export async function deleteTodos(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) {
    await deleteSchedules(tx, await scheduleStore(tx).idsLinkedTo(some))
    await clearLinks(tx, 'timers', 'todo_id', some)
    await clearLinks(tx, 'todos', 'parent_id', some)
    await forgetSharing(tx, 'todo', some)
    await todoStore(tx).remove(some)
  }
}
