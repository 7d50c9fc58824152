// Whether a notification that waited, for a snooze or in quiet hours, still says something that the person needs.
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { meetingStore } from '../meetings/store.ts'
import { exceptionStore } from '../planning/schedules/exceptions/exception-store.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { isOpen } from '../planning/todos/repeating/repetition.ts'
import { todoStore } from '../planning/todos/store.ts'
import { timerStore } from '../timers/store.ts'
import type { Notification } from './notification.ts'

/** False if the item or its occurrence was completed or deleted, the meeting was deleted, or the timer no longer runs. */
export async function isCurrent(
  db: Db,
  { resource_kind, resource_id, instance_start }: Notification,
): Promise<boolean> {
  if (resource_id === null) return true
  if (resource_kind === 'todo') {
    const todo = await todoStore(db).find(resource_id)
    return todo !== undefined && isOpen(todo.status)
  }
  if (resource_kind === 'timer') return (await timerStore(db).find(resource_id))?.status === 'RUNNING'
  if (resource_kind === 'meeting') return (await meetingStore(db).find(resource_id)) !== undefined
  if (resource_kind !== 'schedule') return true
  const schedule = await scheduleStore(db).find(resource_id)
  if (schedule === undefined || schedule.state === 'COMPLETED') return false
  if (instance_start === null) return true
  const changed = await exceptionStore(db).find(resource_id, instance_start)
  return !changed?.deleted && changed?.state !== 'COMPLETED'
}
