import type { Actor } from '../../../../platform/kernel/actor.ts'
import { newId } from '../../../../platform/kernel/ids.ts'
import type { Tx } from '../../../../platform/storage/unit-of-work.ts'
import { preferenceStore } from '../../../preferences/store.ts'
import { settingsFrom, share, sharingsOf } from '../../../visibility/access.ts'
import { recordTodo, scheduleNew } from '../record.ts'
import { todoStore } from '../store.ts'
import type { Todo, TodoStatus } from '../todo.ts'
import { followingDue, isRepeating, nextRound } from './repetition.ts'

/**
 * Creates the next round, unless the todo does not repeat any further, or a later round already exists because the todo
 * was closed before. `status` is the status before the todo was closed.
 */
export async function startNextRound(
  tx: Tx,
  actor: Actor,
  closed: Todo,
  status: TodoStatus,
  now: number,
): Promise<void> {
  const store = todoStore(tx)
  if (!isRepeating(closed) || (await store.hasLaterRound(closed))) return
  const zone = (await preferenceStore(tx).timezone(actor.id)) ?? closed.timezone
  const next = nextRound(closed, { now, zone })
  if (!next) return
  const below = await store.openBelow(closed.id)
  const ids = new Map([closed, ...below].map(todo => [todo.id, newId()]))
  const copies = [
    { from: closed.id, todo: { ...closed, ...next, status, round: closed.round + 1 } },
    ...below.map(todo => ({
      from: todo.id,
      todo: {
        ...todo,
        parent_id: ids.get(todo.parent_id ?? '') ?? null,
        ...followingDue(todo, closed, next, zone),
        // The copy of a repeating subtodo starts its own series.
        series_id: todo.recurrence_rule === null ? null : (ids.get(todo.id) ?? null),
        round: 1,
      },
    })),
  ]
  const tags = await store.tagIdsOf([...ids.keys()])
  const sharings = await sharingsOf(tx, 'todo', actor.id, [...ids.keys()])
  for (const { from, todo } of copies) {
    const id = ids.get(from) ?? newId()
    const copy = { ...todo, id, completed_at: null, version: 0, created_at: now, updated_at: now }
    const tagIds = tags.get(from) ?? []
    await recordTodo(tx, copy, tagIds)
    await scheduleNew(tx, copy, tagIds)
    const sharing = sharings.get(from)
    if (sharing) await share(tx, actor, 'todo', id, settingsFrom(sharing), now)
  }
}
