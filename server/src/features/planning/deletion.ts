// Deletes todos and schedules with their links in small steps, because a database cascade would delete all rows at
// once. The change log records every affected row.
import { clearLinks, clearSomeLinks, slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { forgetSharing } from '../visibility/access.ts'
import { scheduleStore } from './schedules/store.ts'
import { todoStore } from './todos/store.ts'
import { type Deletable, lightest } from './weight.ts'
import { weightsOf } from './weight-store.ts'

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

/** An item that weighs at most this much is deleted together with its dependents, however slow the steps are. */
const WHOLE = 100

/**
 * Deletes or unlinks some of what depends on an item with very many dependents, before the item itself is deleted.
 * Returns the number of rows, 0 if the item can be deleted at once.
 */
async function loosen(tx: Tx, type: Deletable, id: string, most: number): Promise<number> {
  if (type === 'timer') return 0
  const timers = await clearSomeLinks(tx, 'timers', type === 'todo' ? 'todo_id' : 'schedule_id', [id], most)
  if (timers > 0 || type === 'schedule') return timers
  const linked = await scheduleStore(tx).idsLinkedTo([id], most)
  const { some, weight } = lightest(linked, await weightsOf(tx, 'schedule', linked, most), most)
  const [first] = some
  if (first === undefined) return clearSomeLinks(tx, 'todos', 'parent_id', [id], most)
  const loosened = weight > most ? await loosen(tx, 'schedule', first, most) : 0
  if (loosened === 0) await deleteSchedules(tx, some)
  return loosened || weight
}

/**
 * Deletes the first of these items as far as they fit into one step. Returns how many are gone and how many rows were
 * written. None is gone if the first one has too many dependents for one step.
 */
export async function deleteFirst(
  tx: Tx,
  type: Deletable,
  ids: readonly string[],
  most: number,
  remove: (tx: Tx, ids: readonly string[]) => Promise<void>,
): Promise<{ gone: number; rows: number }> {
  const room = Math.max(most, WHOLE)
  const { some, weight } = lightest(ids, await weightsOf(tx, type, ids, room), most)
  const [first] = some
  if (first === undefined) return { gone: 0, rows: 0 }
  const loosened = weight > room ? await loosen(tx, type, first, most) : 0
  if (loosened > 0) return { gone: 0, rows: loosened }
  await remove(tx, some)
  return { gone: some.length, rows: weight }
}
