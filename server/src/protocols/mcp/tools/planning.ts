import { freeSlots, type Span } from '@daymark/contract/planning/free-slots'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { parseInstant } from '@daymark/contract/validation/instant'
import { Instant, InstantOrDate, OneOf } from '@daymark/contract/words'
import Type from 'typebox'
import { invalid, rejected } from '../../../platform/kernel/errors.ts'
import { addDays, Day, Id, readInput, strict, todayOf, UNWRITTEN, writeInput, written } from '../inputs.ts'
import { Item, linesOf, quoted, scheduleItem, todoItem } from '../items.ts'
import { type ToolContext, tool } from '../tool.ts'

const MINUTE = 60_000
const USUAL_MINUTES = 30
const LONGEST_MINUTES = 1440
const MOST = 50
const LONGEST_DAYS = 62

const Minutes = Type.Integer({ minimum: 5, maximum: LONGEST_MINUTES })
const period = { start_date: Type.Optional(Day), end_date: Type.Optional(Day) }

interface Period {
  first: string
  last: string
}

/** Returns the given period. By default, it has seven days and begins today. */
function periodOf(
  context: ToolContext,
  given: { start_date?: string | undefined; end_date?: string | undefined },
): Period {
  const first = given.start_date ?? todayOf(context)
  const last = given.end_date ?? addDays(first, 6)
  if (last < first) throw invalid('end_date', 'must not be before start_date')
  if (addDays(first, LONGEST_DAYS) < last)
    throw invalid('end_date', `must be within ${LONGEST_DAYS} days of start_date`)
  return { first, last }
}

/** Returns the times of schedules that block time. All-day schedules and those marked as free do not. */
async function busySpans({ api }: ToolContext, { first, last }: Period): Promise<Span[]> {
  const schedules = await api.schedules.list({
    query: { start_date: first, end_date: addDays(last, 1), include_subscriptions: true },
  })
  return schedules
    .filter(({ all_day, is_free }) => !all_day && is_free !== true)
    .map(({ start_time, end_time }) => ({ from: Date.parse(start_time), to: Date.parse(end_time) }))
}

const slotsIn = (
  { preferences, zone, now }: ToolContext,
  { first, last }: Period,
  busy: readonly Span[],
  length_ms: number,
): Span[] =>
  freeSlots({
    first,
    last,
    timezone: zone.name,
    hours: preferences.working_hours,
    busy,
    earliest: now,
    length_ms,
  })

export const findFreeTime = tool({
  name: 'find_free_time',
  title: 'Find free time',
  description:
    'List free slots in the working hours of a period (default: 7 days from today), at least `minutes` long.',
  access: 'read',
  uses: ['schedules.list'],
  input: readInput({ ...period, minutes: Type.Optional(Minutes) }),
  output: Type.Object({
    timezone: Type.String(),
    slots: Type.Array(Type.Object({ start: Type.String(), end: Type.String(), minutes: Type.Number() })),
  }),
  async run(context, { minutes = USUAL_MINUTES, ...given }) {
    const asked = periodOf(context, given)
    const { zone } = context
    const slots = slotsIn(context, asked, await busySpans(context, asked), minutes * MINUTE).map(
      ({ from, to }) => ({
        start: zone.format(from),
        end: zone.format(to),
        minutes: Math.floor((to - from) / MINUTE),
      }),
    )
    const lines = slots.map(slot => `- ${slot.start} to ${slot.end} (${slot.minutes} min)`)
    const days = `${asked.first} to ${asked.last}, ${zone.name}`
    const text = lines.length === 0 ? `No free slot (${days}).` : `Free (${days}):\n${lines.join('\n')}`
    return { data: { timezone: zone.name, slots }, text }
  },
})

export const planTodos = tool({
  name: 'plan_todos',
  title: 'Plan todos',
  description:
    'Put todos into the calendar. Without `start`, a todo gets the next free slot in the working hours of the period (default: 7 days from today), before its deadline. Length: `minutes`, else its estimate, else 30. The todo itself is not changed.',
  access: 'write',
  uses: ['todos.get', 'schedules.list', 'schedules.create'],
  input: writeInput({
    todos: Type.Array(
      Type.Object({ id: Id, start: Type.Optional(Instant), minutes: Type.Optional(Minutes) }, strict),
      { minItems: 1, maxItems: MOST },
    ),
    ...period,
  }),
  output: Type.Object({ planned: Type.Array(Item), ...written }),
  async run(context, { todos, ...given }) {
    const asked = periodOf(context, given)
    const busy = await busySpans(context, asked)
    const planned: Item[] = []
    for (const { id, start, minutes } of todos) {
      const todo = await context.api.todos.get({ params: { todo_id: id } })
      if (!('title' in todo)) throw rejected(`${id} is the id of a tag group. Give ids of todos.`)
      const length = Math.min(minutes ?? todo.estimate_minutes ?? USUAL_MINUTES, LONGEST_MINUTES) * MINUTE
      const due =
        todo.deadline_date === null && todo.deadline !== null ? Date.parse(todo.deadline) : undefined
      const fits = (span: Span): boolean => due === undefined || span.from + length <= due
      const from =
        start === undefined
          ? slotsIn(context, asked, busy, length).find(fits)?.from
          : (parseInstant(start) ?? undefined)
      if (from === undefined) throw rejected(noSlot(todo.title, length / MINUTE, asked))
      busy.push({ from, to: from + length })
      const body = {
        title: todo.title,
        start_time: new Date(from).toISOString(),
        end_time: new Date(from + length).toISOString(),
        tag_ids: todo.tags.map(tag => tag.id),
      }
      planned.push(scheduleItem(await context.api.schedules.create({ body })))
    }
    return { data: { planned, ...UNWRITTEN }, text: linesOf('Planned', planned) }
  },
})

const noSlot = (title: string, minutes: number, { first, last }: Period): string =>
  `There is no free slot of ${minutes} minutes for ${quoted(title)} between ${first} and ${last} before its deadline. Give a start, fewer minutes, or a later end_date. Nothing was planned.`

const Move = Type.Object(
  {
    kind: OneOf(['schedule', 'todo']),
    id: Id,
    instance_start: Type.Optional(InstantOrDate),
    start: InstantOrDate,
    end: Type.Optional(InstantOrDate),
  },
  strict,
)
type Move = Type.Static<typeof Move>

export const moveItems = tool({
  name: 'move_items',
  title: 'Move items',
  description:
    'Move schedules to a new start, or todos to a new deadline (`start`). A date keeps the time of day of a schedule; without `end` it keeps its length. `instance_start` selects one occurrence of a series; without it the whole series moves.',
  access: 'write',
  hints: { idempotent: true, destructive: true },
  uses: ['schedules.get', 'schedules.update', 'todos.update'],
  input: writeInput({ items: Type.Array(Move, { minItems: 1, maxItems: MOST }) }),
  output: Type.Object({ moved: Type.Array(Item), ...written }),
  async run(context, { items }) {
    const moved: Item[] = []
    for (const item of items) moved.push(await moveOne(context, item))
    return { data: { moved, ...UNWRITTEN }, text: linesOf('Moved', moved) }
  },
})

async function moveOne(context: ToolContext, { kind, id, instance_start, start, end }: Move): Promise<Item> {
  const { api } = context
  if (kind === 'todo')
    return todoItem(await api.todos.update({ params: { todo_id: id }, body: { deadline: start } }))
  const params = { schedule_id: id }
  const one = instance_start === undefined ? {} : { instance_start }
  const current = await api.schedules.get({ params, query: one })
  // Moving a whole series also moves the weekdays in its rule, as if its first occurrence were dragged.
  const query =
    current.recurrence_rule === null
      ? one
      : { instance_start: current.start_date ?? current.start_time, apply_to: 'all' as const }
  const times = movedTimes(current, start, context.zone.name)
  // The input contains an all-day schedule's last day. The stored end is the day after it.
  const until = end !== undefined && current.all_day ? addDays(end.slice(0, 10), 1) : end
  const body = { ...times, ...(until !== undefined && { end_time: until }) }
  return scheduleItem(await api.schedules.update({ params, query, body }))
}

/** Keeps the length. If `start` is a date, also keeps the local time of day. */
function movedTimes(schedule: Schedule, start: string, timezone: string) {
  if (schedule.all_day) {
    const [from = '', to = ''] = [schedule.start_date ?? '', schedule.end_date ?? '']
    const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
    const first = start.slice(0, 10)
    return { start_time: first, end_time: addDays(first, days) }
  }
  const length = Date.parse(schedule.end_time) - Date.parse(schedule.start_time)
  const from = start.length > 10 ? parseInstant(start) : onDate(schedule.start_time, start, timezone)
  if (from === undefined || from === null) throw invalid('start', 'must be a date or an ISO 8601 datetime')
  return { start_time: new Date(from).toISOString(), end_time: new Date(from + length).toISOString() }
}

function onDate(instant: string, date: string, timezone: string): number {
  const plainTime = Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainTime()
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds
}
