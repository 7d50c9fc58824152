import { dateText, instantOf, momentOf, timeText } from './calendar.ts'
import type { Chip, Context, Day, Duration, Moment, Repeat, When } from './chip.ts'
import { defaultGroup } from './default-group.ts'
import { firstDay, ruleText } from './rule.ts'

/** The `POST /v1/todos` body. `tag_group_id` is missing if no group is known. */
export interface TodoDraft {
  title: string
  tag_group_id?: string
  tag_ids?: string[]
  deadline?: string
  estimate_minutes?: number
  priority?: number
  recurrence_rule?: string
  timezone?: string
}

/** The `POST /v1/schedules` body. */
export interface ScheduleDraft {
  title: string
  start_time: string
  end_time: string
  all_day?: boolean
  timezone: string
  recurrence_rule?: string
  tag_ids?: string[]
}

/** The `timer.create` payload. `allocated_duration` is missing if the line contains no duration. */
export interface TimerDraft {
  title?: string
  todo_id?: string
  tag_ids?: string[]
  allocated_duration?: number
}

/** The `POST /v1/timers/records` body. */
export interface RecordDraft {
  title?: string
  segments: { start: string; end: string }[]
  todo_id?: string
  tag_ids?: string[]
}

export type Draft =
  | { kind: 'todo'; draft: TodoDraft }
  | { kind: 'schedule'; draft: ScheduleDraft }
  | { kind: 'timer'; draft: TimerDraft }
  | { kind: 'record'; draft: RecordDraft }

export interface Understood {
  readonly title: string
  readonly marks: readonly Chip[]
  readonly when: Omit<When, 'start' | 'end'> | undefined
  readonly duration: Duration | undefined
  readonly repeat: Repeat | undefined
}

const DEFAULT_MINUTES = 60

export function timerDraft({ title, marks, duration }: Understood): Draft {
  const todo = valueIn(marks, 'todo')
  const minutes = duration?.minutes ?? valueIn(marks, 'estimate')
  return {
    kind: 'timer',
    draft: {
      ...(title !== '' && { title }),
      ...(todo !== undefined && { todo_id: String(todo) }),
      ...tagsOf(marks),
      ...(minutes !== undefined && { allocated_duration: Number(minutes) * 60 }),
    },
  }
}

export function draftAs(kind: Draft['kind'], understood: Understood, context: Context): Draft {
  if (kind === 'timer') return timerDraft(understood)
  if (kind === 'record') return recordDraft(understood, context)
  return kind === 'schedule'
    ? scheduleDraft(understood, understood.when ?? {}, context)
    : todoDraft(understood, context)
}

/** "Met", "read" and "worked": a range without a day that has just ended is measured time after such a word. */
const PAST_VERB =
  /^\s*(?:\p{L}{2,}ed|met|ran|wrote|read|did|had|went|slept|ate|swam|drove|rode|built|taught|gave|took|spoke|saw|made|cut|sat|sent|paid|bought|thought|fixed)\b/iu
const KOREAN_PAST = /[았었했갔왔봤썼샀됐났렸](?:음|다|어|어요|습니다)[.!]?\s*$/u
const THIS_DAY = /\b(?:today|this morning|this afternoon|earlier)\b|오늘|아까/iu

/** True if the line says what somebody did: a range or a length on a day that is over, or a range that has ended. */
export function isMeasured(
  { when, duration, marks, repeat }: Omit<Understood, 'title'>,
  text: string,
  context: Context,
): boolean {
  if (!when || repeat || when.due || context.only === 'todo') return false
  if (marks.some(({ type }) => type === 'group' || type === 'priority' || type === 'estimate')) return false
  const now = momentOf(context.now, context.timezone)
  const { day, minute, until } = when
  const hasLength = until?.minute !== undefined || duration !== undefined
  if (day !== undefined && day < now.day) return hasLength
  const hasEnded =
    minute !== undefined && until?.minute !== undefined && minute < until.minute && until.minute <= now.minute
  if (!hasEnded || (day !== undefined && day !== now.day)) return false
  return day === now.day ? THIS_DAY.test(text) : PAST_VERB.test(text) || KOREAN_PAST.test(text)
}

const WORKDAY_START = 9 * 60

export function recordDraft({ title, marks, when, duration }: Understood, context: Context): Draft {
  const { timezone } = context
  const now = momentOf(context.now, timezone)
  const day = when?.day ?? now.day
  const length = (duration?.minutes ?? DEFAULT_MINUTES) * 60_000
  // Without a time, today's has just ended.
  const isJustOver = when?.minute === undefined && day === now.day
  const minute = when?.minute ?? WORKDAY_START
  const start = isJustOver ? context.now - length : instantOf(day, minute, timezone)
  const end = (isJustOver ? undefined : endOf(day, minute, when?.until, timezone)) ?? start + length
  const todo = valueIn(marks, 'todo')
  return {
    kind: 'record',
    draft: {
      ...(title !== '' && { title }),
      segments: [{ start: instantText(start), end: instantText(end) }],
      ...(todo !== undefined && { todo_id: String(todo) }),
      ...tagsOf(marks),
    },
  }
}

/**
 * A line with a time of day or a date range is a calendar entry, unless it has a deadline or a todo mark (/group,
 * !priority or ~estimate), or only todos can be added.
 */
export function plannedDraft(understood: Understood, context: Context): Draft {
  const { marks, when } = understood
  const forTodos = marks.some(({ type }) => type === 'group' || type === 'priority' || type === 'estimate')
  const timed = when?.minute !== undefined || when?.until?.day !== undefined
  return timed && !when?.due && !forTodos && context.only !== 'todo'
    ? scheduleDraft(understood, when ?? {}, context)
    : todoDraft(understood, context)
}

/**
 * Returns the first day and its time. Without a date, the day is today, or tomorrow if the time has passed. With a
 * recurrence, it is the first matching day from then on. Returns undefined if the line has no date, time or
 * recurrence, or if no day matches the recurrence of a line without a date.
 */
export function firstMoment(
  when: Moment | undefined,
  repeat: Repeat | undefined,
  context: Context,
): { day: Day; minute: number | undefined } | undefined {
  if (!when && !repeat) return undefined
  if (when?.day !== undefined) {
    // "Every Monday from December 1" begins on the first Monday on or after December 1.
    const day = (repeat && firstDay(repeat, when.day)) ?? when.day
    return { day, minute: when.minute }
  }
  const now = momentOf(context.now, context.timezone)
  const over = when?.minute !== undefined && when.minute <= now.minute
  const from = over ? now.day + 1 : now.day
  const day = repeat ? firstDay(repeat, from) : from
  return day === undefined ? undefined : { day, minute: when?.minute }
}

function scheduleDraft(understood: Understood, when: Moment & Pick<When, 'until'>, context: Context): Draft {
  const { title, marks, duration, repeat } = understood
  const { timezone } = context
  const today = momentOf(context.now, timezone).day
  const first = firstMoment(when, repeat, context) ?? { day: today, minute: undefined }
  const shared = {
    title,
    timezone,
    ...(repeat && { recurrence_rule: ruleText(repeat, first.minute === undefined ? undefined : timezone) }),
    ...tagsOf(marks),
  }
  if (first.minute === undefined) {
    const end = (when.until?.day ?? first.day) + 1
    return {
      kind: 'schedule',
      draft: { ...shared, start_time: dateText(first.day), end_time: dateText(end), all_day: true },
    }
  }
  const start = instantOf(first.day, first.minute, timezone)
  const end = endOf(first.day, first.minute, when.until, timezone)
  const length = (duration?.minutes ?? DEFAULT_MINUTES) * 60_000
  return {
    kind: 'schedule',
    draft: { ...shared, start_time: instantText(start), end_time: instantText(end ?? start + length) },
  }
}

/** Returns the end, if the line has an end time. On a single day, an end that is not after the start is a day later. */
function endOf(day: Day, minute: number, until: Moment | undefined, timezone: string): number | undefined {
  if (until?.minute === undefined) return undefined
  const last = until.day !== undefined && until.day > day ? until.day : day
  const next = last === day && until.minute <= minute ? day + 1 : last
  return instantOf(next, until.minute, timezone)
}

function todoDraft(understood: Understood, context: Context): Draft {
  const { title, marks, when, duration, repeat } = understood
  const { timezone } = context
  const first = firstMoment(when, repeat, context)
  const estimate = valueIn(marks, 'estimate') ?? duration?.minutes
  const priority = valueIn(marks, 'priority')
  const group = groupOf(marks, context)
  return {
    kind: 'todo',
    draft: {
      title,
      ...(group !== undefined && { tag_group_id: group }),
      ...tagsOf(marks),
      ...(first && {
        deadline:
          first.minute === undefined
            ? dateText(first.day)
            : instantText(instantOf(first.day, first.minute, timezone)),
        timezone,
      }),
      ...(estimate !== undefined && { estimate_minutes: Number(estimate) }),
      ...(priority !== undefined && { priority: Number(priority) }),
      ...(repeat && {
        recurrence_rule: ruleText(repeat, first?.minute === undefined ? undefined : timezone),
      }),
    },
  }
}

function groupOf(marks: readonly Chip[], context: Context): string | undefined {
  const named = valueIn(marks, 'group')
  if (named !== undefined) return String(named)
  const tag = context.tags.find(({ id }) => id === valueIn(marks, 'tag'))
  const ofTag = context.groups.find(({ id }) => id === tag?.group_id)
  return ofTag?.id ?? defaultGroup(context)
}

function tagsOf(marks: readonly Chip[]): { tag_ids?: string[] } {
  const ids = marks.flatMap(({ type, value }) => (type === 'tag' ? [String(value)] : []))
  return ids.length > 0 ? { tag_ids: [...new Set(ids)] } : {}
}

const valueIn = (marks: readonly Chip[], type: Chip['type']): Chip['value'] | undefined =>
  marks.find(mark => mark.type === type)?.value

const instantText = (ms: number): string => new Date(ms).toISOString()

/** Formats the value of a date or time chip. */
export function whenText({ day, minute, until }: Moment & Pick<When, 'until'>): string {
  const text = momentText({ ...(day !== undefined && { day }), ...(minute !== undefined && { minute }) })
  return until ? `${text}/${momentText(until)}` : text
}

function momentText({ day, minute }: Moment): string {
  const date = day === undefined ? '' : dateText(day)
  const time = minute === undefined ? '' : timeText(minute)
  return date && time ? `${date}T${time}` : date || time
}
