// Stores a person's todo list, without HTTP: trees, estimates, a manual order, and timers with pauses on each todo.

import { todoStore } from '../../../server/src/features/planning/todos/store.ts'
import { newTodo, type Todo } from '../../../server/src/features/planning/todos/todo.ts'
import { timerStore } from '../../../server/src/features/timers/store.ts'
import type { History, Timer } from '../../../server/src/features/timers/timer.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'
import type { Storage } from '../../../server/src/platform/storage/unit-of-work.ts'

const BATCH = 1_000
const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 15, 10)
/** Every tenth todo is the parent of the next nine. */
const TREE = 10

export const TIMERS_PER_TODO = 5
export const PAUSES = 4

export async function seedDay(
  storage: Storage,
  { owner_id, group, count }: { owner_id: string; group: string; count: number },
): Promise<void> {
  let parent = ''
  const todos = Array.from({ length: count }, (_, at) => {
    const id = newId()
    if (at % TREE === 0) parent = id
    return newTodo({
      id,
      owner_id,
      title: `Todo ${at}`,
      tag_group_id: group,
      parent_id: parent === id ? null : parent,
      estimate_minutes: (at % 8) * 15 || null,
      position: `a${String((at * 7919) % count).padStart(7, '0')}`,
      created_at: NOW + at,
    })
  })
  for (let at = 0; at < count; at += BATCH) {
    await storage.write([owner_id], async tx => {
      for (const todo of todos.slice(at, at + BATCH)) {
        await todoStore(tx).insert(todo)
        for (let n = 0; n < TIMERS_PER_TODO; n++) await timerStore(tx).insert(timerOf(todo, n))
      }
    })
  }
}

function timerOf({ id, owner_id, created_at }: Todo, n: number): Timer {
  const started_at = created_at - n * 24 * HOUR
  const at = (part: number) => started_at + (part * HOUR) / 2
  const history: History = [
    { action: 'start', at: started_at },
    ...Array.from({ length: PAUSES }, (_, pause) => [
      { action: 'pause' as const, at: at(2 * pause + 1) },
      { action: 'resume' as const, at: at(2 * pause + 2) },
    ]).flat(),
    { action: 'stop', at: at(2 * PAUSES + 1) },
  ]
  return {
    id: newId(),
    owner_id,
    schedule_id: null,
    todo_id: id,
    title: null,
    description: null,
    allocated_duration: 1_800,
    status: 'COMPLETED',
    started_at,
    history,
    corrected_at: null,
    version: 0,
    created_at: started_at,
    updated_at: started_at,
  }
}
