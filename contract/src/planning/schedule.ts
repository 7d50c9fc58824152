// Separate from the routes, to avoid a circular import: todos embed schedules, and a schedule route returns a todo.
import Type from 'typebox'
import { SCHEDULE_STATES } from '../constants.ts'
import { Reminders, RemindersIn } from '../notifications/reminder.ts'
import { sharingFields, VisibilityField } from '../people/visibility.ts'
import {
  ChosenId,
  Clearable,
  IanaZone,
  InstantOrDate,
  LongText,
  Nullable,
  OneOf,
  TagIds,
  Timestamp,
  Title,
  Uuid,
  UuidIn,
} from '../words.ts'
import { ENTRY_TEXTS, type EntryText, perText } from './entry-texts.ts'
import { Tag } from './tags.ts'
import { SourceTodo } from './todo.ts'

export const ScheduleState = OneOf(SCHEDULE_STATES)
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

const AllDay = Type.Boolean({
  description: 'Whether it is all-day: it has dates instead of times, which are the same for every reader.',
})

export const Schedule = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    ...perText(() => Nullable(Type.String())),
    start_time: Timestamp,
    end_time: Timestamp,
    all_day: AllDay,
    start_date: Nullable(
      Type.String({ format: 'date', description: 'The first date of an all-day entry; null for others.' }),
    ),
    end_date: Nullable(
      Type.String({
        format: 'date',
        description: 'The date after the last date of an all-day entry; null for others.',
      }),
    ),
    timezone: Type.String({
      description: 'The IANA zone in which the rule repeats; an all-day entry repeats by date.',
    }),
    recurrence_rule: Nullable(Type.String({ description: 'RRULE of RFC 5545; null for an occurrence.' })),
    recurrence_end: Nullable(Timestamp),
    parent_id: Nullable(Uuid),
    instance_start: Nullable(
      Type.String({
        format: 'date-time',
        description: 'For an occurrence: its original start, which identifies it.',
      }),
    ),
    source_todo_id: Nullable(Uuid),
    state: ScheduleState,
    reminders: Reminders,
    created_at: Timestamp,
    updated_at: Timestamp,
    tags: Type.Array(Tag),
    ...sharingFields,
    source_todo: Type.Optional(Nullable(SourceTodo)),
    subscription_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The subscription that the entry comes from. Present only on subscription entries, which cannot be changed.',
      }),
    ),
    is_free: Type.Optional(
      Type.Boolean({
        description: 'True if the entry is marked as free. Present only on subscription entries.',
      }),
    ),
  },
  { title: 'Schedule' },
)
export type Schedule = Type.Static<typeof Schedule>

/** The schema for a text in a request or in a stored row. */
export const EntryTextIn = (name: EntryText) => LongText(ENTRY_TEXTS[name].most)

const Rule = Type.String({
  format: 'storable',
  'x-maxLength': 2000,
  description: 'RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,WE.',
})
const CreateTodoOptions = Type.Object(
  { tag_group_id: UuidIn },
  {
    title: 'CreateTodoOptions',
    description: 'Options for a linked todo that is created with the schedule.',
  },
)

export const ScheduleCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    title: Title,
    ...perText(name => Clearable(EntryTextIn(name))),
    start_time: InstantOrDate,
    end_time: InstantOrDate,
    all_day: Clearable(AllDay),
    timezone: Clearable(IanaZone),
    recurrence_rule: Clearable(Rule),
    recurrence_end: Clearable(InstantOrDate),
    state: Clearable(ScheduleState),
    reminders: Clearable(RemindersIn),
    tag_ids: Clearable(TagIds),
    visibility: VisibilityField,
    create_todo_options: Clearable(CreateTodoOptions),
  },
  { title: 'ScheduleCreate' },
)

export const SchedulePatch = Type.Object(
  {
    title: Type.Optional(Title),
    ...perText(name => Clearable(EntryTextIn(name))),
    start_time: Type.Optional(InstantOrDate),
    end_time: Type.Optional(InstantOrDate),
    all_day: Type.Optional(AllDay),
    timezone: Type.Optional(IanaZone),
    recurrence_rule: Clearable(Rule),
    recurrence_end: Clearable(InstantOrDate),
    state: Type.Optional(ScheduleState),
    reminders: Clearable(RemindersIn),
    tag_ids: Clearable(TagIds),
    visibility: VisibilityField,
  },
  { title: 'SchedulePatch' },
)
