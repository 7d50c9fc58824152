// Todos and schedules share a file because each may contain the other.
import { textsOf } from '@daymark/contract/planning/entry-texts'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { SourceTodo } from '@daymark/contract/planning/todo'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { presentTags } from '../tags/present.ts'
import { withSharing } from '../visibility/access.ts'
import type { Sharing } from '../visibility/policy.ts'
import { readReminders } from './reminders.ts'
import { dateText, startOfDateText } from './schedules/all-day/dates.ts'
import type { ScheduleView } from './schedules/schedule.ts'
import type { TaggedTodo, TodoView } from './todos/todo.ts'

export interface ScheduleExtras {
  /** Only the owner sees the sharing settings. */
  settings?: Sharing | null | undefined
  /** The linked todo. Set only for viewers other than the owner. */
  sourceTodo?: TaggedTodo | null | undefined
}

export const presentSchedule = (
  schedule: ScheduleView,
  zone: Zone,
  viewerId: string,
  { settings, sourceTodo }: ScheduleExtras = {},
): Schedule => {
  const { all_day } = schedule
  const timeText = (time: number) => (all_day ? startOfDateText(time, zone) : zone.format(time))
  return withSharing(
    {
      id: schedule.id,
      title: schedule.title,
      ...textsOf(schedule),
      start_time: timeText(schedule.start_time),
      end_time: timeText(schedule.end_time),
      all_day,
      start_date: all_day ? dateText(schedule.start_time) : null,
      end_date: all_day ? dateText(schedule.end_time) : null,
      timezone: schedule.timezone,
      recurrence_rule: schedule.recurrence_rule,
      recurrence_end: schedule.recurrence_end === null ? null : timeText(schedule.recurrence_end),
      parent_id: schedule.parent_id,
      instance_start: schedule.instance_start === null ? null : timeText(schedule.instance_start),
      source_todo_id: schedule.source_todo_id,
      state: schedule.state,
      // Reminders are private, even if the item is shared.
      reminders: schedule.owner_id === viewerId ? readReminders(schedule.reminders) : [],
      created_at: zone.format(schedule.created_at),
      updated_at: zone.format(schedule.updated_at),
      tags: presentTags(schedule.tags, zone),
      source_todo: sourceTodo ? presentFields(sourceTodo, zone) : null,
      ...(schedule.subscription_id !== undefined && {
        subscription_id: schedule.subscription_id,
        is_free: schedule.is_free ?? false,
      }),
    },
    schedule,
    viewerId,
    settings,
  )
}

export function presentTodo(todo: TodoView, zone: Zone, viewerId: string): Todo {
  const shown: Todo = withSharing(
    {
      ...presentFields(todo, zone),
      ...(todo.owner_id === viewerId && { reminders: readReminders(todo.reminders) }),
      schedules: todo.schedules.map(each => presentSchedule(each, zone, viewerId, each)),
      include_reason: todo.include_reason,
    },
    todo,
    viewerId,
    todo.settings,
  )
  return todo.totals === undefined ? shown : { ...shown, ...(todo.totals ?? NO_TOTALS) }
}

/** Timers are private, so other people's todos show no totals. */
const NO_TOTALS = { measured_seconds: null, subtree_measured_seconds: null, subtree_estimate_minutes: null }

/** Presents the fields that viewers of the todo's schedule see. */
const presentFields = (todo: TaggedTodo, zone: Zone): SourceTodo => ({
  id: todo.id,
  title: todo.title,
  description: todo.description,
  deadline: todo.deadline === null ? null : zone.format(todo.deadline),
  deadline_date: todo.deadline_date === null ? null : dateText(todo.deadline_date),
  tag_group_id: todo.tag_group_id,
  parent_id: todo.parent_id,
  status: todo.status,
  estimate_minutes: todo.estimate_minutes,
  priority: todo.priority,
  position: todo.position,
  completed_at: todo.completed_at === null ? null : zone.format(todo.completed_at),
  recurrence_rule: todo.recurrence_rule,
  timezone: todo.timezone,
  repeat_from: todo.repeat_from,
  series_id: todo.series_id,
  reminders: [],
  created_at: zone.format(todo.created_at),
  tags: presentTags(todo.tags, zone),
})
