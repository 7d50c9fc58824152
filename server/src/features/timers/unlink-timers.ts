// Clears the links of timers whose schedule or todo is being deleted, and tells the owner's devices.
import type { Clock } from '../../platform/kernel/clock.ts'
import type { LetGo } from '../../platform/storage/removals.ts'
import { recordChange } from './record.ts'
import { timerStore } from './store.ts'

const COLUMNS: Record<string, 'schedule_id' | 'todo_id' | undefined> = {
  schedule: 'schedule_id',
  todo: 'todo_id',
}

export const timersLetGo =
  (clock: Clock): LetGo =>
  async (tx, type, ids) => {
    const column = COLUMNS[type]
    if (column === undefined || ids.length === 0) return
    const store = timerStore(tx)
    for (const timer of await store.linkedTo(column, ids)) {
      const freed = { [column]: null, updated_at: clock.now() }
      await store.update(timer.id, freed)
      await recordChange(tx, { ...timer, ...freed }, 'sync', freed.updated_at)
    }
  }
