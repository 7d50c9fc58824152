// Assistants get one short form for every kind of item. It marks what other people have written.
import type { Meeting } from '@daymark/contract/meetings/meeting'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { SearchHit } from '@daymark/contract/search/search'
import type { Timer } from '@daymark/contract/timers/timer'
import Type from 'typebox'

const text = Type.Optional(Type.String())

export const Item = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  title: Type.String(),
  status: text,
  start: text,
  end: text,
  instance_start: text,
  location: text,
  deadline: text,
  estimate_minutes: Type.Optional(Type.Number()),
  tracked_minutes: Type.Optional(Type.Number()),
  priority: Type.Optional(Type.Number()),
  tags: Type.Optional(Type.Array(Type.String())),
  note: text,
  by_other_person: Type.Optional(Type.Boolean()),
})
export type Item = Type.Static<typeof Item>

const UNTITLED = '(untitled)'
/** Longer descriptions are truncated, because a list of them would fill the assistant's context. */
const LONGEST_NOTE = 300

export const todoItem = (todo: Todo): Item =>
  compact({
    kind: 'todo',
    id: todo.id,
    title: todo.title,
    status: todo.status,
    deadline: todo.deadline_date ?? todo.deadline,
    estimate_minutes: todo.estimate_minutes,
    priority: todo.priority === 0 ? null : todo.priority,
    tags: namesOf(todo.tags),
    note: noteOf(todo.description),
    by_other_person: todo.is_shared,
  })

export const scheduleItem = (schedule: Schedule): Item =>
  compact({
    kind: 'schedule',
    // An occurrence is addressed by its series id and its original start.
    id: schedule.instance_start === null ? schedule.id : (schedule.parent_id ?? schedule.id),
    title: schedule.title,
    status: schedule.state === 'PLANNED' ? null : schedule.state,
    start: schedule.start_date ?? schedule.start_time,
    end: schedule.end_date === null ? schedule.end_time : lastDay(schedule.start_date, schedule.end_date),
    instance_start: schedule.instance_start,
    location: schedule.location,
    tags: namesOf(schedule.tags),
    note: noteOf(schedule.description),
    by_other_person: schedule.is_shared,
  })

/** Includes the measured todo or calendar entry, because many timers have no title. */
export const LINKED = { include_todo: true, include_schedule: true } as const

export const timerItem = (timer: Timer): Item =>
  compact({
    kind: 'timer',
    id: timer.id,
    title: timer.title ?? timer.todo?.title ?? timer.schedule?.title ?? UNTITLED,
    status: timer.status,
    start: timer.started_at,
    end: timer.ended_at,
    tracked_minutes: minutesOf(timer.elapsed_time),
    tags: namesOf(timer.tags),
    note: noteOf(timer.description),
    by_other_person: timer.is_shared,
  })

export const meetingItem = (meeting: Meeting): Item =>
  compact({
    kind: 'meeting',
    id: meeting.id,
    title: meeting.title,
    status: meeting.confirmed_slot === null ? 'OPEN' : 'CONFIRMED',
    start: meeting.confirmed_slot
      ? `${meeting.confirmed_slot.slot_date} ${meeting.confirmed_slot.start_time}`
      : meeting.start_date,
    end: meeting.confirmed_slot ? meeting.confirmed_slot.end_time : meeting.end_date,
    note: noteOf(meeting.description),
    by_other_person: meeting.is_shared,
  })

export const hitItem = (hit: SearchHit): Item =>
  compact({
    kind: hit.kind,
    id: hit.id,
    title: hit.title ?? UNTITLED,
    status: hit.status,
    ...(hit.kind === 'todo' ? { deadline: hit.start } : { start: hit.start, end: endOf(hit) }),
    note: hit.excerpt,
    // People choose their own names, so a name counts as written by another person.
    by_other_person: hit.is_shared || hit.kind === 'person',
  })

/** Assistants expect the last day of an all-day schedule, not the day after it. A single day needs no end. */
function lastDay(first: string | null, end: string): string | null {
  const last = Temporal.PlainDate.from(end).subtract({ days: 1 }).toString()
  return last === first ? null : last
}

const endOf = ({ kind, start, end }: SearchHit): string | null =>
  kind === 'schedule' && end?.length === 10 ? lastDay(start, end) : end

/** Returns one line with the item's id, so that an assistant that sees only these lines can act on the item. */
export function lineOf(item: Item): string {
  const when =
    item.start === undefined ? [] : [item.end === undefined ? item.start : `${item.start} to ${item.end}`]
  const facts = [
    ...when,
    ...(item.location === undefined
      ? []
      : [`at ${item.by_other_person ? quoted(item.location) : oneLine(item.location)}`]),
    ...(item.deadline === undefined ? [] : [`due ${item.deadline}`]),
    ...(item.status === undefined ? [] : [item.status]),
    ...(item.tracked_minutes === undefined ? [] : [`tracked ${item.tracked_minutes} min`]),
    ...(item.estimate_minutes === undefined ? [] : [`estimate ${item.estimate_minutes} min`]),
    ...(item.priority === undefined ? [] : [`priority ${item.priority}`]),
    ...(item.tags === undefined ? [] : [item.tags.map(name => `#${name}`).join(' ')]),
    `${item.kind} ${item.id}`,
    ...(item.instance_start === undefined ? [] : [`instance_start ${item.instance_start}`]),
  ]
  const title = item.by_other_person ? `${BY_OTHER} ${quoted(item.title)}` : oneLine(item.title)
  const note =
    item.note === undefined
      ? ''
      : `\n  note: ${item.by_other_person ? quoted(item.note) : oneLine(item.note)}`
  return `- ${title} (${facts.join('; ')})${note}`
}

export const BY_OTHER = '[written by another person]'

export const linesOf = (heading: string, items: readonly Item[]): string =>
  items.length === 0 ? `${heading}: none` : `${heading}:\n${items.map(lineOf).join('\n')}`

/** Quotes a string as one line, so that words of another person cannot look like a line of this response. */
export const quoted = (words: string): string => JSON.stringify(words)
const oneLine = (words: string): string => words.replace(/\s+/g, ' ')

export const minutesOf = (seconds: number): number => Math.round(seconds / 6) / 10

const namesOf = (tags: readonly { name: string }[]): string[] | null =>
  tags.length === 0 ? null : tags.map(({ name }) => name)

const noteOf = (description: string | null): string | null =>
  description === null || description.length <= LONGEST_NOTE
    ? description
    : `${description.slice(0, LONGEST_NOTE).toWellFormed()}…`

type Loose = { [K in keyof Item]: Item[K] | null }

/** Removes empty and false fields, and the fractional seconds of `start` and `end`. */
const compact = (item: Loose): Item =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== null && value !== '' && value !== false)
      .map(([name, value]) => [
        name,
        name === 'start' || name === 'end' ? wholeSeconds(String(value)) : value,
      ]),
  ) as unknown as Item

export const wholeSeconds = (time: string): string => time.replace(/\.\d+(?=Z|[+-])/, '')
