// Schedules in the form of the wire.
import type * as wire from '@daymark/contract/schedule'
import type { Zone } from '../../../platform/kernel/zone.ts'
import { presentTags } from '../../tags/present.ts'
import { presentSharing } from '../../visibility/access.ts'
import type { Sharing } from '../../visibility/policy.ts'
import type { ScheduleView, SourceTodo } from './schedule.ts'

export interface ScheduleExtras {
  /** How the owner shares it; shown to the owner only. */
  settings?: Sharing | null | undefined
  /** For viewers other than the owner. */
  sourceTodo?: SourceTodo | null | undefined
}

export const presentSchedule = (
  schedule: ScheduleView,
  zone: Zone,
  viewerId: string,
  { settings, sourceTodo }: ScheduleExtras = {},
): wire.Schedule => ({
  id: schedule.id,
  title: schedule.title,
  description: schedule.description,
  start_time: zone.format(schedule.start_time),
  end_time: zone.format(schedule.end_time),
  timezone: schedule.timezone,
  recurrence_rule: schedule.recurrence_rule,
  recurrence_end: schedule.recurrence_end === null ? null : zone.format(schedule.recurrence_end),
  parent_id: schedule.parent_id,
  instance_start: schedule.instance_start === null ? null : zone.format(schedule.instance_start),
  source_todo_id: schedule.source_todo_id,
  state: schedule.state,
  created_at: zone.format(schedule.created_at),
  updated_at: zone.format(schedule.updated_at),
  tags: presentTags(schedule.tags, zone),
  ...presentSharing(schedule, viewerId, settings),
  source_todo: sourceTodo ? presentSourceTodo(sourceTodo, zone) : null,
})

const presentSourceTodo = (todo: SourceTodo, zone: Zone): wire.SourceTodo => ({
  id: todo.id,
  title: todo.title,
  description: todo.description,
  deadline: todo.deadline === null ? null : zone.format(todo.deadline),
  tag_group_id: todo.tag_group_id,
  parent_id: todo.parent_id,
  status: todo.status,
  created_at: zone.format(todo.created_at),
  tags: presentTags(todo.tags, zone),
})
