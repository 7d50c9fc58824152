// The contents of a day, which are also the output of `daymark today --json`.
import type { Timer, Todo } from '@daymark/client'
import { KEPT_DAYS } from '../session/copy.ts'
import type { Session } from '../session/session.ts'
import {
  type EntryShape,
  entryShape,
  pendingIds,
  type TimerShape,
  type TodoShape,
  timerShape,
  todoShape,
} from '../view/items.ts'
import { addDays, dateOf } from '../view/times.ts'
import { entriesBetween, startOf } from './entries.ts'
import { trackedMs } from './tracked.ts'

/** Timers that run longer than this may be missing from days that are older than the local copy. */
const MOST_TIMER_DAYS = 31

export interface SyncShape {
  /** True if the server could not be reached. */
  offline: boolean
  /** The number of changes that the server has not answered yet. */
  pending: number
  /** The number of changes that were refused or have expired. */
  refused: number
}

export interface DayShape extends SyncShape {
  date: string
  timezone: string
  /** The time at which the stored entries were loaded. Null if the entries come from the server or none are stored. */
  as_of: string | null
  entries: EntryShape[]
  /** Open todos that are due on this date. Today also includes overdue ones. */
  todos: TodoShape[]
  /** Open todos without a deadline. Empty unless the day is today. */
  anytime: TodoShape[]
  /** Running and paused timers. Empty unless the day is today. */
  timers: TimerShape[]
  tracked_seconds: number
  completed: number
}

export async function dayOf(session: Session, date: string): Promise<DayShape> {
  const { live, format } = session
  const { entries, as_of } = await entriesBetween(session, date, addDays(date, 1))
  const waiting = pendingIds(live.outbox.entries)
  const todos = openTodos(session)
  const isToday = date === session.today()
  const due = todos.filter(({ due }) => due !== null && isDue(dueDate(due, session), date, isToday))
  const now = session.now()
  const span = { from: startOf(date, format.timezone), to: startOf(addDays(date, 1), format.timezone) }
  const past = await itemsOf(session, date)
  const timers = past.timers.filter(({ status }) => status !== 'CANCELLED')
  const tracked = timers.reduce((sum, timer) => sum + trackedMs(timer, span, now), 0)
  const completed = past.todos.filter(
    ({ completed_at }) => completed_at !== null && dateOf(Date.parse(completed_at), format) === date,
  )
  return {
    date,
    timezone: format.timezone,
    ...syncShape(session),
    as_of: as_of ? new Date(as_of).toISOString() : null,
    entries: entries.map(entry => entryShape(entry, waiting)),
    todos: due,
    anytime: isToday ? todos.filter(({ due }) => due === null) : [],
    timers: isToday ? activeTimers(session) : [],
    tracked_seconds: Math.floor(tracked / 1000),
    completed: completed.length,
  }
}

/** Returns the timers and todos that can belong to the date. The local copy lacks those that ended long ago. */
async function itemsOf(session: Session, date: string): Promise<{ timers: Timer[]; todos: Todo[] }> {
  const { client, live, format } = session
  if (date > addDays(session.today(), -KEPT_DAYS)) {
    return { timers: [...live.store.timers.all().values()], todos: [...live.store.todos.all().values()] }
  }
  session.needServer()
  // Includes timers that started earlier and ran into the date.
  const query = { start_date: addDays(date, -MOST_TIMER_DAYS), end_date: date, timezone: format.timezone }
  const [timers, todos] = await Promise.all([client.timers.list.all({ query }), client.todos.list.all({})])
  return { timers, todos }
}

export function syncShape({ live, isOnline }: Session): SyncShape {
  const { waiting, attention } = live.status
  return { offline: !isOnline, pending: waiting, refused: attention }
}

/** The user's todos that are neither done nor canceled, sorted by deadline, then priority, then age. */
export function openTodos({ live }: Session): TodoShape[] {
  const waiting = pendingIds(live.outbox.entries)
  const isOpen = ({ status }: Todo) => status === 'UNSCHEDULED' || status === 'SCHEDULED'
  return [...live.store.todos.all().values()]
    .filter(isOpen)
    .toSorted(
      (a, b) =>
        compare(dueKey(a), dueKey(b)) || b.priority - a.priority || compare(a.created_at, b.created_at),
    )
    .map(todo => todoShape(todo, live.store.tag_groups, waiting))
}

export function activeTimers(session: Session): TimerShape[] {
  const { live } = session
  const waiting = pendingIds(live.outbox.entries)
  const now = session.now()
  return [...live.store.timers.all().values()]
    .filter(({ status }) => status === 'RUNNING' || status === 'PAUSED')
    .toSorted((a, b) => compare(b.started_at ?? '', a.started_at ?? ''))
    .map(timer => timerShape(withTodo(timer, session), now, waiting))
}

/** Adds the todo to a timer that has only the todo's id, such as a timer that the server has not confirmed yet. */
export const withTodo = (timer: Timer, { live }: Session): Timer =>
  timer.todo || timer.todo_id === null
    ? timer
    : { ...timer, todo: live.store.todos.get(timer.todo_id) ?? null }

/** The deadline's date in the user's time zone. */
export const dueDate = (due: string, { format }: Pick<Session, 'format'>): string =>
  due.length === 10 ? due : dateOf(Date.parse(due), format)

/** True if the todo is due on the date. Overdue todos belong to today. */
const isDue = (due: string, date: string, isToday: boolean): boolean => (isToday ? due <= date : due === date)

/** Returns a sort key that puts todos without a deadline last. */
const dueKey = ({ deadline, deadline_date }: Todo): string =>
  deadline_date ?? (deadline === null ? '9999' : new Date(deadline).toISOString())

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
