// The fields of a todo itself. Separate from the routes, because a todo embeds its schedules and a schedule shows its
// todo.
import Type from 'typebox'
import { VisibilityField } from '../people/visibility.ts'
import {
  ChosenId,
  Clearable,
  Description,
  Instant,
  Nullable,
  OneOf,
  TagIds,
  Timestamp,
  Title,
  Uuid,
  UuidIn,
} from '../words.ts'
import { Tag } from './tags.ts'

const TODO_STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const
export const TodoStatus = OneOf(TODO_STATUSES)
export type TodoStatus = (typeof TODO_STATUSES)[number]

export const todoFields = {
  id: Uuid,
  title: Type.String(),
  description: Nullable(Type.String()),
  deadline: Nullable(Timestamp),
  tag_group_id: Uuid,
  parent_id: Nullable(Uuid),
  status: TodoStatus,
  created_at: Timestamp,
  tags: Type.Array(Tag),
}

/** The todo that a schedule belongs to, for everyone who may see the schedule. */
export const SourceTodo = Type.Object(todoFields, { title: 'SourceTodo' })
export type SourceTodo = Type.Static<typeof SourceTodo>

export const TodoCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    title: Title,
    description: Clearable(Description),
    tag_group_id: UuidIn,
    tag_ids: Clearable(TagIds),
    deadline: Clearable(Instant),
    parent_id: Clearable(UuidIn),
    status: Clearable(TodoStatus),
    visibility: VisibilityField,
  },
  { title: 'TodoCreate' },
)

export const TodoPatch = Type.Object(
  {
    title: Type.Optional(Title),
    description: Clearable(Description),
    tag_group_id: Type.Optional(UuidIn),
    tag_ids: Clearable(TagIds),
    deadline: Clearable(Instant),
    parent_id: Clearable(UuidIn),
    status: Type.Optional(TodoStatus),
    visibility: VisibilityField,
  },
  { title: 'TodoPatch' },
)
