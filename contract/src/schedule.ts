// A schedule as it is read. Apart from the routes, because todos embed it and a route of schedules gives a todo.
import Type from 'typebox'
import { Tag } from './tags.ts'
import { sharingFields } from './visibility.ts'
import { Nullable, OneOf, Timestamp, Uuid } from './words.ts'

export const SCHEDULE_STATES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED'] as const
export const ScheduleState = OneOf(SCHEDULE_STATES)
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

export const TODO_STATUSES = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED'] as const

/** The own fields of the todo that a schedule belongs to. */
export const SourceTodo = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    deadline: Nullable(Timestamp),
    tag_group_id: Uuid,
    parent_id: Nullable(Uuid),
    status: OneOf(TODO_STATUSES),
    created_at: Timestamp,
    tags: Type.Array(Tag),
  },
  { title: 'SourceTodo' },
)
export type SourceTodo = Type.Static<typeof SourceTodo>

export const Schedule = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    start_time: Timestamp,
    end_time: Timestamp,
    timezone: Type.String({ description: 'The IANA zone in which the rule repeats.' }),
    recurrence_rule: Nullable(Type.String({ description: 'RRULE of RFC 5545; null on an occurrence.' })),
    recurrence_end: Nullable(Timestamp),
    parent_id: Nullable(Uuid),
    instance_start: Nullable(
      Type.String({
        format: 'date-time',
        description: 'On an occurrence: its original start, by which it is addressed.',
      }),
    ),
    source_todo_id: Nullable(Uuid),
    state: ScheduleState,
    created_at: Timestamp,
    updated_at: Timestamp,
    tags: Type.Array(Tag),
    ...sharingFields,
    source_todo: Type.Optional(Nullable(SourceTodo)),
  },
  { title: 'Schedule' },
)
export type Schedule = Type.Static<typeof Schedule>
