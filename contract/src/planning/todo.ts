// Schemas of a todo. Separate from its routes, because todos and schedules embed each other.
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
  estimate_minutes: Nullable(Type.Integer({ description: 'The expected duration in minutes.' })),
  priority: Type.Integer({ description: '0 none, 1 low, 2 medium, 3 high.' }),
  position: Nullable(Type.String({ description: 'The position among its siblings in the manual order.' })),
  completed_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the status became DONE; null in every other status.',
    }),
  ),
  created_at: Timestamp,
  tags: Type.Array(Tag),
}

const Estimate = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'The expected duration: 1 to 100,000 minutes.',
})
const Priority = Type.Integer({
  minimum: 0,
  maximum: 3,
  description: '0 none (the default), 1 low, 2 medium, 3 high.',
})
/** A fractional index: the client chooses a text between two neighbors, so that moving a todo changes no other. */
const Position = Type.Refine(
  Type.String({
    'x-minLength': 1,
    'x-maxLength': 255,
    examples: ['a0V'],
    description:
      'The position among its siblings with `order=position`: a fractional index, 1 to 255 printable ASCII characters without spaces, compared byte by byte.',
  }),
  text => POSITION.test(String(text)),
  () => 'must have 1 to 255 printable ASCII characters and no spaces',
)
const POSITION = /^[!-~]{1,255}$/

/** The linked todo of a schedule. Everyone who may see the schedule can read it. */
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
    estimate_minutes: Clearable(Estimate),
    priority: Clearable(Priority),
    position: Clearable(Position),
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
    estimate_minutes: Clearable(Estimate),
    priority: Type.Optional(Priority),
    position: Clearable(Position),
    visibility: VisibilityField,
  },
  { title: 'TodoPatch' },
)
