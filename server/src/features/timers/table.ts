import { type Cell, hours } from '../../platform/kernel/csv.ts'
import type { Reading } from './present.ts'
import { elapsedMs, momentsOf } from './timer.ts'
import type { TimerView } from './view.ts'

export const TIMER_HEADER = [
  'id',
  'title',
  'description',
  'status',
  'started_at',
  'ended_at',
  'elapsed_seconds',
  'elapsed_hours',
  'tags',
  'todo_id',
  'todo',
  'schedule_id',
  'schedule',
  'owner_id',
] as const

/** The linked data that the table contains. */
export const TABLE_INCLUDES = {
  include_schedule: true,
  include_todo: true,
  tag_include_mode: 'inherit_from_schedule',
} as const

export function timerCells({ timer, tags, todo, schedule }: TimerView, { at, zone }: Reading): Cell[] {
  const { ended_at } = momentsOf(timer)
  const elapsed = elapsedMs(timer.history, at)
  return [
    timer.id,
    timer.title,
    timer.description,
    timer.status,
    zone.format(timer.started_at),
    ended_at === null ? null : zone.format(ended_at),
    elapsed / 1000,
    hours(elapsed),
    tags.map(tag => tag.name).join('; '),
    timer.todo_id,
    todo?.title ?? null,
    timer.schedule_id,
    schedule?.title ?? null,
    timer.owner_id,
  ]
}
