// The columns of each imported archive file. Values that the API also accepts have the API's limits.
import { FOCUS_ACTIONS } from '@daymark/contract/focus/phases'
import { MeetingCreate, MeetingPatch, TimeSlot, TimeSlots } from '@daymark/contract/meetings/meeting'
import { NotificationSettings } from '@daymark/contract/notifications/notification'
import { Reminders } from '@daymark/contract/notifications/reminder'
import { FocusSettings, PreferencesPatch, WorkingHours } from '@daymark/contract/people/preferences'
import { LEVELS, RESOURCE_TYPES } from '@daymark/contract/people/visibility'
import { WeekTemplates } from '@daymark/contract/people/week-template'
import { perText } from '@daymark/contract/planning/entry-texts'
import { EntryTextIn, ScheduleCreate, ScheduleState } from '@daymark/contract/planning/schedule'
import { TodoCreate, TodoPatch, TodoStatus } from '@daymark/contract/planning/todo'
import { TIMER_ACTIONS, TimerCreate, TimerStatus } from '@daymark/contract/timers/timer'
import { isDomain, isEmail } from '@daymark/contract/validation/email'
import { checker } from '@daymark/contract/validation/validate'
import { Color, Description, IanaZone, Nullable, OneOf, Title } from '@daymark/contract/words'
import Type from 'typebox'
import { perFlag } from '../../planning/schedules/exceptions/own-texts.ts'
import { EventBase, TaskBase } from './base-schemas.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const Id = text(UUID, 'must be a UUID in lowercase')
const Ms = Type.Integer({ minimum: Date.UTC(1900, 0, 1), maximum: Date.UTC(2201, 0, 1) })
const Flag = Type.Integer({ minimum: 0, maximum: 1 })
const times = { created_at: Ms, updated_at: Ms }

function text(pattern: RegExp, message: string) {
  return Type.Refine(
    Type.String(),
    value => pattern.test(String(value)),
    () => message,
  )
}

/** A column with JSON, written exactly as the server writes it, because the server reads it without checking. */
function Json(schema: Type.TSchema) {
  const check = checker(schema)
  const isSound = (value: unknown): boolean => {
    try {
      const parsed: unknown = JSON.parse(String(value))
      return JSON.stringify(parsed) === value && check(parsed).ok
    } catch {
      return false
    }
  }
  return Type.Refine(Type.String(), isSound, () => 'is not in the expected form')
}

const Moments = (actions: readonly string[]) =>
  Type.Array(
    Type.Refine(
      Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 2, maxItems: 2 }),
      pair => Array.isArray(pair) && actions.includes(String(pair[0])) && isMs(pair[1]),
      () => 'must be an action and its time',
    ),
    { minItems: 1 },
  )
const isMs = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) < 8e12

const todo = TodoCreate.properties
const preference = PreferencesPatch.properties
const jsonOrNull = (schema: Type.TSchema) => Nullable(Json(schema))
/** Requires every column, even if its value is null. */
const strict = (columns: Type.TProperties): Type.TObject => Type.Required(Type.Object(columns))

export const ROW_SCHEMAS: Readonly<Record<string, Type.TObject>> = {
  tag_groups: strict({
    id: Id,
    name: Title,
    color: Color,
    description: Nullable(Description),
    goal_ratios: jsonOrNull(Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 }))),
    goal_hours: jsonOrNull(Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 168 }))),
    is_todo_group: Flag,
    ...times,
  }),
  tags: strict({
    id: Id,
    group_id: Id,
    name: Title,
    color: Color,
    description: Nullable(Description),
    ...times,
  }),
  todos: strict({
    id: Id,
    tag_group_id: Id,
    parent_id: Nullable(Id),
    title: Title,
    description: Nullable(Description),
    deadline: Nullable(Ms),
    deadline_date: Nullable(Ms),
    status: TodoStatus,
    estimate_minutes: todo.estimate_minutes,
    priority: TodoPatch.properties.priority,
    position: todo.position,
    completed_at: Nullable(Ms),
    recurrence_rule: todo.recurrence_rule,
    reminders: jsonOrNull(Reminders),
    timezone: IanaZone,
    repeat_from: TodoPatch.properties.repeat_from,
    series_id: Nullable(Id),
    round: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    ...times,
  }),
  todo_tags: strict({ todo_id: Id, tag_id: Id }),
  schedules: strict({
    id: Id,
    title: Title,
    ...perText(name => Nullable(EntryTextIn(name))),
    start_time: Ms,
    end_time: Ms,
    all_day: Flag,
    timezone: IanaZone,
    recurrence_rule: ScheduleCreate.properties.recurrence_rule,
    recurrence_end: Nullable(Ms),
    source_todo_id: Nullable(Id),
    state: ScheduleState,
    reminders: jsonOrNull(Reminders),
    ...times,
  }),
  schedule_tags: strict({ schedule_id: Id, tag_id: Id }),
  schedule_exceptions: strict({
    series_id: Id,
    original_start: Ms,
    deleted: Flag,
    title: Nullable(Title),
    ...perFlag(() => Flag),
    ...perText(name => Nullable(EntryTextIn(name))),
    start_time: Nullable(Ms),
    end_time: Nullable(Ms),
    state: Nullable(ScheduleState),
    reminders: jsonOrNull(Reminders),
    tags_set: Flag,
    updated_at: Ms,
  }),
  schedule_exception_tags: strict({ series_id: Id, original_start: Ms, tag_id: Id }),
  timers: strict({
    id: Id,
    schedule_id: Nullable(Id),
    todo_id: Nullable(Id),
    title: Nullable(Title),
    description: Nullable(Description),
    allocated_duration: TimerCreate.properties.allocated_duration,
    status: TimerStatus,
    started_at: Ms,
    history: Json(Moments(TIMER_ACTIONS)),
    corrected_at: Nullable(Ms),
    ...times,
  }),
  timer_tags: strict({ timer_id: Id, tag_id: Id }),
  focus_runs: strict({
    id: Id,
    todo_id: Nullable(Id),
    title: Nullable(Title),
    ...FocusSettings.properties,
    log: Json(Moments(FOCUS_ACTIONS)),
    timer_ids: Json(Type.Array(Id)),
    started_at: Ms,
    ended_at: Nullable(Ms),
    ...times,
  }),
  meetings: strict({
    id: Id,
    title: Title,
    description: Nullable(Description),
    start_date: MeetingCreate.properties.start_date,
    end_date: MeetingCreate.properties.end_date,
    available_days: Json(MeetingCreate.properties.available_days),
    start_time: text(/^\d\d:\d\d:\d\d$/, 'must be a time of day'),
    end_time: text(/^\d\d:\d\d:\d\d$/, 'must be a time of day'),
    time_slot_minutes: MeetingPatch.properties.time_slot_minutes,
    timezone: IanaZone,
    confirmed_schedule_id: Nullable(Id),
    confirmed_slot: jsonOrNull(TimeSlot),
    ...times,
  }),
  meeting_participants: strict({
    id: Id,
    meeting_id: Id,
    display_name: Title,
    time_slots: Json(TimeSlots),
    if_need_be: Json(TimeSlots),
    created_at: Ms,
  }),
  visibility: strict({
    id: Id,
    resource_type: OneOf(RESOURCE_TYPES),
    resource_id: Id,
    level: OneOf(LEVELS.filter(level => level !== 'private')),
    ...times,
  }),
  visibility_emails: strict({
    visibility_id: Id,
    email: Type.Refine(
      Type.String({ maxLength: 320 }),
      value => isEmail(String(value)),
      () => 'must be an email address',
    ),
  }),
  visibility_domains: strict({
    visibility_id: Id,
    domain: Type.Refine(
      Type.String({ maxLength: 255 }),
      value => isDomain(String(value)),
      () => 'must be a domain',
    ),
  }),
  calendar_objects: strict({
    kind: OneOf(['schedule', 'todo']),
    resource_id: Id,
    name: Type.String({ minLength: 1, maxLength: 1024, format: 'storable' }),
    uid: Type.String({ minLength: 1, maxLength: 1024, format: 'storable' }),
    parent_uid: Nullable(Type.String({ minLength: 1, maxLength: 1024, format: 'storable' })),
    source: Type.String({ maxLength: 2_097_152, format: 'storable' }),
    base: Type.Union([Json(EventBase), Json(TaskBase)]),
  }),
  preferences: strict({
    timezone: preference.timezone,
    language: preference.language,
    week_start: preference.week_start,
    time_format: preference.time_format,
    working_hours: jsonOrNull(WorkingHours),
    default_timer_minutes: preference.default_timer_minutes,
    focus: jsonOrNull(FocusSettings),
    holiday_country: preference.holiday_country,
    holiday_region: preference.holiday_region,
    theme: preference.theme,
    default_tag_group_id: Nullable(Id),
    default_reminders: jsonOrNull(Reminders),
    notifications: jsonOrNull(NotificationSettings),
    deadlines_in_calendar_apps: jsonOrNull(Type.Boolean()),
    week_templates: jsonOrNull(WeekTemplates),
    ...times,
  }),
}
