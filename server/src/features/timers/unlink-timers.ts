// Clears the links of timers to todos and schedules that are about to be deleted.
import type { Unlink } from '../planning/deletion.ts'
import { recordChange } from './record.ts'
import { timerStore } from './store.ts'

/** A timer that loses both links changes once. */
export const unlinkTimers: Unlink = async (tx, doomed, now) => {
  const store = timerStore(tx)
  const timers = await store.linkedTo(doomed)
  const todos = new Set<string | null>(doomed.todo_ids)
  const schedules = new Set<string | null>(doomed.schedule_ids)
  for (const timer of timers) {
    const changes = {
      todo_id: todos.has(timer.todo_id) ? null : timer.todo_id,
      schedule_id: schedules.has(timer.schedule_id) ? null : timer.schedule_id,
      updated_at: now,
    }
    await store.update(timer.id, changes)
    await recordChange(tx, { ...timer, ...changes }, 'sync', now)
  }
  return timers.map(({ id }) => ({ kind: 'timer', id, action: 'updated' }))
}
