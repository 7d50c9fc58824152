// The references between the tracked tables, and the words for them in messages about a refused undo.

interface Reference {
  table: string
  column: string
  target: string
  /** Describes the referencing row in error messages. */
  noun: string
  /** Describes the referenced row in error messages. */
  owner: string
  /** True if the referencing row cannot be restored once the referenced row has been erased from the trash. */
  isRequired: boolean
}

/**
 * A todo needs its group, and an answer its meeting. A row with another reference, such as a timer's todo, is restored
 * without the reference if the referenced row has been erased.
 */
const REQUIRED = new Set(['group_id', 'tag_group_id', 'series_id', 'meeting_id'])

const reference = (
  table: string,
  column: string,
  target: string,
  noun: string,
  owner: string,
): Reference => ({ table, column, target, noun, owner, isRequired: REQUIRED.has(column) })

/** An undo must not delete a row that another row still references. */
export const REFERENCES: readonly Reference[] = [
  reference('tags', 'group_id', 'tag_groups', 'a tag', 'its group'),
  reference('todos', 'tag_group_id', 'tag_groups', 'a todo', 'its group'),
  reference('todos', 'parent_id', 'todos', 'a todo below it', 'the todo above it'),
  reference('schedules', 'source_todo_id', 'todos', 'a calendar entry', 'its todo'),
  reference('timers', 'todo_id', 'todos', 'a timer', 'its todo'),
  reference('timers', 'schedule_id', 'schedules', 'a timer', 'its calendar entry'),
  reference('focus_runs', 'todo_id', 'todos', 'a focus run', 'its todo'),
  reference('meetings', 'confirmed_schedule_id', 'schedules', 'a poll', 'its calendar entry'),
  reference('schedule_exceptions', 'series_id', 'schedules', 'a changed occurrence', 'its series'),
  reference('meeting_participants', 'meeting_id', 'meetings', 'an answer', 'the poll'),
  reference('meeting_guests', 'meeting_id', 'meetings', 'an answer', 'the poll'),
  reference('todo_tags', 'tag_id', 'tags', 'a todo', 'one of its tags'),
  reference('schedule_tags', 'tag_id', 'tags', 'a calendar entry', 'one of its tags'),
  reference('schedule_exception_tags', 'tag_id', 'tags', 'a changed occurrence', 'one of its tags'),
  reference('timer_tags', 'tag_id', 'tags', 'a timer', 'one of its tags'),
  reference('preferences', 'default_tag_group_id', 'tag_groups', 'a preference', 'the default group'),
]

/** Tables whose rows are parts of an item. The text completes the message "its … been changed since". */
export const PARTS: Readonly<Record<string, string>> = {
  todo_tags: 'tags have',
  schedule_tags: 'tags have',
  timer_tags: 'tags have',
  schedule_exception_tags: 'tags have',
  schedule_exceptions: 'occurrences have',
  meeting_participants: 'answers have',
  meeting_guests: 'answers have',
  visibility: 'visibility has',
  visibility_users: 'visibility has',
  visibility_emails: 'visibility has',
  visibility_domains: 'visibility has',
}

/** Columns that people call by another name. The text completes the message "its … been changed since". */
export const COLUMN_WORDS: Readonly<Record<string, string>> = {
  completed_at: 'status has',
  estimate_minutes: 'estimate has',
  history: 'tracked time has',
  allocated_duration: 'planned time has',
  all_day: 'start and end have',
  is_todo_group: 'use as a list has',
  reminders: 'reminders have',
  default_reminders: 'default reminders have',
  goal_ratios: 'goals have',
  goal_hours: 'goals have',
  working_hours: 'working hours have',
  available_days: 'days have',
  time_slot_minutes: 'slot length has',
  confirmed_slot: 'confirmed time has',
  notifications: 'notifications have',
  week_templates: 'week templates have',
  deadlines_in_calendar_apps: 'deadlines in calendar apps have',
  default_timer_minutes: 'default timer length has',
}

/**
 * Some tables of parts, such as an item's tags. Each part belongs to a row of `target` and cannot be restored without
 * it. `columns` reference the key of `target`, in the same order.
 */
export const CARRIERS: readonly { table: string; columns: readonly string[]; target: string }[] = [
  { table: 'todo_tags', columns: ['todo_id'], target: 'todos' },
  { table: 'schedule_tags', columns: ['schedule_id'], target: 'schedules' },
  { table: 'timer_tags', columns: ['timer_id'], target: 'timers' },
  {
    table: 'schedule_exception_tags',
    columns: ['series_id', 'original_start'],
    target: 'schedule_exceptions',
  },
  { table: 'visibility_users', columns: ['visibility_id'], target: 'visibility' },
  { table: 'visibility_emails', columns: ['visibility_id'], target: 'visibility' },
  { table: 'visibility_domains', columns: ['visibility_id'], target: 'visibility' },
]
