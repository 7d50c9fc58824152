// Todos in the form of the wire.
import type * as wire from '@daymark/contract/todos'
import type { Zone } from '../../../platform/kernel/zone.ts'
import { presentTags } from '../../tags/present.ts'
import { presentSharing } from '../../visibility/access.ts'
import { presentSchedule } from '../schedules/present.ts'
import type { TodoView } from './todo.ts'

export const presentTodo = (todo: TodoView, zone: Zone, viewerId: string): wire.Todo => ({
  id: todo.id,
  title: todo.title,
  description: todo.description,
  deadline: todo.deadline === null ? null : zone.format(todo.deadline),
  tag_group_id: todo.tag_group_id,
  parent_id: todo.parent_id,
  status: todo.status,
  created_at: zone.format(todo.created_at),
  tags: presentTags(todo.tags, zone),
  schedules: todo.schedules.map(each => presentSchedule(each, zone, viewerId, each)),
  include_reason: todo.include_reason,
  ...presentSharing(todo, viewerId, todo.settings),
})
