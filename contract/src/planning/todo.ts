// Separate from the routes, to avoid a circular import: todos and schedules embed each other.
import Type from 'typebox'
import { Reminders, RemindersIn } from '../notifications/reminder.ts'
import { VisibilityField } from '../people/visibility.ts'
import {
  ChosenId,
  Clearable,
  DateOnly,
  Description,
  IanaZone,
  InstantOrDate,
  Nullable,
  OneOf,
  TagIds,
  Timestamp,
  Title,
  Uuid,
  UuidIn,
} from '../words.ts'
import { Tag } from './tags.ts'

export const TODO_STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const
export const TodoStatus = OneOf(TODO_STATUSES)
export type TodoStatus = (typeof TODO_STATUSES)[number]

const RepeatFrom = OneOf(['deadline', 'completion'], {
  description:
    "What the next deadline is based on: the current `deadline` (the default), or the day of `completion` at the deadline's time of day.",
})
export type RepeatFrom = Type.Static<typeof RepeatFrom>

export const todoFields = {
  id: Uuid,
  title: Type.String(),
  description: Nullable(Type.String()),
  deadline: Nullable(Timestamp),
  deadline_date: Nullable(DateOnly),
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
  recurrence_rule: Nullable(
    Type.String({ description: 'RRULE of RFC 5545; null for a todo that does not repeat.' }),
  ),
  timezone: Type.String({ description: 'The IANA zone in which the rule repeats.' }),
  repeat_from: RepeatFrom,
  series_id: Nullable(
    Type.String({ format: 'uuid', description: 'The same for all rounds of a repeating todo.' }),
  ),
  reminders: Reminders,
  created_at: Timestamp,
  tags: Type.Array(Tag),
}

export const Estimate = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'The expected duration: 1 to 100,000 minutes.',
})
export const Priority = Type.Integer({
  minimum: 0,
  maximum: 3,
  description: '0 none (the default), 1 low, 2 medium, 3 high.',
})
/**
 * A fractional index: the client chooses a string that sorts between the neighbors' positions, so a move changes only
 * one todo.
 */
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
const Rule = Type.String({
  format: 'storable',
  'x-maxLength': 2000,
  description:
    'RRULE of RFC 5545, such as FREQ=WEEKLY. Needs a deadline. Completing the todo creates the next one of the series, its next round.',
})
const POSITION = /^[!-~]{1,255}$/

/** A schedule's linked todo. Everyone who may see the schedule can read it. */
export const SourceTodo = Type.Object(todoFields, { title: 'SourceTodo' })
export type SourceTodo = Type.Static<typeof SourceTodo>

export const TodoCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    title: Title,
    description: Clearable(Description),
    tag_group_id: UuidIn,
    tag_ids: Clearable(TagIds),
    deadline: Clearable(InstantOrDate),
    deadline_date: Clearable(DateOnly),
    parent_id: Clearable(UuidIn),
    status: Clearable(TodoStatus),
    estimate_minutes: Clearable(Estimate),
    priority: Clearable(Priority),
    position: Clearable(Position),
    recurrence_rule: Clearable(Rule),
    timezone: Clearable(IanaZone),
    repeat_from: Clearable(RepeatFrom),
    reminders: Clearable(RemindersIn),
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
    deadline: Clearable(InstantOrDate),
    deadline_date: Clearable(DateOnly),
    parent_id: Clearable(UuidIn),
    status: Type.Optional(TodoStatus),
    estimate_minutes: Clearable(Estimate),
    priority: Type.Optional(Priority),
    position: Clearable(Position),
    recurrence_rule: Clearable(Rule),
    timezone: Type.Optional(IanaZone),
    repeat_from: Type.Optional(RepeatFrom),
    reminders: Clearable(RemindersIn),
    visibility: VisibilityField,
  },
  { title: 'TodoPatch' },
)
