// Separate from the routes, because the socket uses these schemas too.
import Type from 'typebox'
import { sharingFields, VisibilityField } from '../people/visibility.ts'
import { Schedule } from '../planning/schedule.ts'
import { Tag } from '../planning/tags.ts'
import { Todo } from '../planning/todos.ts'
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

export const TIMER_STATUSES = ['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const
export const TimerStatus = OneOf(TIMER_STATUSES)
export type TimerStatus = (typeof TIMER_STATUSES)[number]

/** Each action becomes an entry in the timer's history. */
export const TIMER_ACTIONS = ['start', 'pause', 'resume', 'stop', 'cancel'] as const
export const TimerAction = OneOf(TIMER_ACTIONS)
export type TimerAction = (typeof TIMER_ACTIONS)[number]

export const MAX_ALLOCATED_SECONDS = 31_536_000

const seconds = (description: string) => Type.Integer({ minimum: 0, description })

export const PauseEvent = Type.Object(
  {
    action: TimerAction,
    at: Timestamp,
    elapsed: Type.Optional(
      seconds('The elapsed time so far, in whole seconds. Present for pause, stop and cancel.'),
    ),
  },
  { title: 'PauseEvent' },
)
export type PauseEvent = Type.Static<typeof PauseEvent>

export const TimerSegment = Type.Object(
  {
    start: Timestamp,
    end: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When it ends; null for the segment that is still running.',
      }),
    ),
  },
  { title: 'TimerSegment' },
)
export type TimerSegment = Type.Static<typeof TimerSegment>

export const Timer = Type.Object(
  {
    id: Uuid,
    schedule_id: Nullable(Uuid),
    todo_id: Nullable(Uuid),
    title: Nullable(Type.String()),
    description: Nullable(Type.String()),
    allocated_duration: Type.Number({
      description: 'The planned duration in seconds, as the client sent it.',
    }),
    elapsed_time: seconds('The elapsed time in whole seconds, including the running segment.'),
    elapsed_seconds: seconds('The same as elapsed_time.'),
    status: TimerStatus,
    is_running: Type.Boolean(),
    started_at: Nullable(Timestamp),
    segment_started_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Start of the running segment; null unless it is running.',
      }),
    ),
    paused_at: Nullable(
      Type.String({ format: 'date-time', description: 'When it was last paused; null while it is running.' }),
    ),
    ended_at: Nullable(Timestamp),
    pause_history: Type.Array(PauseEvent),
    segments: Type.Array(TimerSegment),
    corrected_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    schedule: Nullable(Schedule),
    todo: Nullable(Todo),
    tags: Type.Array(Tag),
    ...sharingFields,
  },
  { title: 'Timer' },
)
export type Timer = Type.Static<typeof Timer>

/** When the person acted. Every command may contain it, because an offline client sends its commands late. */
export const At = Type.Optional(
  Type.Union([Instant, Type.Null()], {
    description:
      'When the person acted, for a command that is sent late. The default is the time of arrival. Must not be in the future (up to 2 seconds ahead counts as now), before the last event of the timer, or more than 30 days ago.',
  }),
)

export const TimerCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    allocated_duration: Type.Number({ exclusiveMinimum: 0, maximum: MAX_ALLOCATED_SECONDS }),
    title: Clearable(Title),
    description: Clearable(Description),
    schedule_id: Clearable(UuidIn),
    todo_id: Clearable(UuidIn),
    tag_ids: Clearable(TagIds),
    visibility: VisibilityField,
    at: At,
  },
  { title: 'TimerCreate' },
)
export type TimerCreate = Type.StaticDecode<typeof TimerCreate>
