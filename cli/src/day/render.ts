import type { Context } from '../context.ts'
import type { Session } from '../session/session.ts'
import type { EntryShape, TimerShape, TodoShape } from '../view/items.ts'
import { type Cell, table } from '../view/table.ts'
import { clockTime, dateOf, longDate, shortDate, stopwatch } from '../view/times.ts'
import { plain } from '../view/width.ts'
import { type DayShape, dueDate, type SyncShape } from './data.ts'
import { startOf } from './entries.ts'

type View = Pick<Context, 't' | 'styles' | 'columns'>

/** The maximum number of todos without a deadline that `today` shows. */
export const MOST_ANYTIME = 5

export function renderDay(day: DayShape, session: Session, view: View): string[] {
  const { t, styles } = view
  const { bold, dim } = styles
  const shown = day.anytime.slice(0, MOST_ANYTIME)
  const isEmpty = day.entries.length + day.todos.length + day.anytime.length + day.timers.length === 0
  const more = day.anytime.length - shown.length
  return [
    '',
    `  ${bold(longDate(day.date, session.format))}`,
    ...(day.timers.length > 0 ? ['', ...timerLines(day.timers, view)] : []),
    ...(isEmpty ? ['', `  ${dim(t.day.first)}`] : []),
    ...(isEmpty
      ? []
      : ['', ...(day.entries.length > 0 ? entryLines(day, session, view) : [`  ${dim(t.day.nothing)}`])]),
    ...(day.todos.length > 0
      ? ['', `  ${bold(t.day.todos)}`, ...todoLines(day.todos, 1, session, view)]
      : []),
    ...(shown.length > 0
      ? ['', `  ${bold(t.day.anytime)}`, ...todoLines(shown, day.todos.length + 1, session, view)]
      : []),
    ...(more > 0 ? [`     ${dim(t.day.more(more))}`] : []),
    ...footer(day, session, view),
    '',
  ]
}

function footer(day: DayShape, session: Session, view: View): string[] {
  const { t, styles } = view
  const done = [
    day.tracked_seconds >= 30 ? t.day.tracked(t.duration(day.tracked_seconds)) : '',
    day.completed > 0 ? t.day.completed(day.completed) : '',
  ].filter(text => text !== '')
  const sync = syncLine(day, day.as_of, session, view)
  return [...(done.length > 0 ? ['', `  ${styles.dim(done.join(' · '))}`] : []), ...(sync ? ['', sync] : [])]
}

/** Returns undefined if the server was reached and no changes are pending or refused. */
export function syncLine(
  { offline, pending, refused }: SyncShape,
  as_of: string | null,
  { format }: Pick<Session, 'format'>,
  { t, styles }: View,
): string | undefined {
  const asOf = as_of === null ? '' : `, ${t.sync.asOf(momentText(as_of, format))}`
  const parts = [
    offline ? styles.warn(`${t.sync.offline}${asOf}`) : '',
    pending > 0 ? styles.warn(t.sync.pending(pending)) : '',
    refused > 0 ? styles.bad(t.sync.attention(refused)) : '',
  ].filter(text => text !== '')
  return parts.length > 0 ? `  ${parts.join(' · ')}` : undefined
}

function momentText(time: string, format: Session['format']): string {
  const ms = Date.parse(time)
  const [date, today] = [dateOf(ms, format), dateOf(Date.now(), format)]
  const clock = clockTime(ms, format)
  return date === today ? clock : `${shortDate(date, today, format)} ${clock}`
}

export function timerLines(timers: readonly TimerShape[], { t, styles, columns }: View): string[] {
  const rows = timers.map((timer): Cell[] => {
    const isRunning = timer.status === 'RUNNING'
    const style = isRunning ? styles.good : styles.dim
    return [
      { text: isRunning ? '●' : '‖', style },
      { text: plain(timer.title ?? t.day.untitled), style: styles.bold },
      { text: stopwatch(timer.elapsed_seconds), style },
      { text: t.day.ofPlanned(t.duration(timer.planned_seconds)), style: styles.dim },
      { text: isRunning ? '' : t.day.paused, style: styles.dim },
      { text: tagText(timer.tags), style: styles.dim },
      pendingCell(timer.pending, styles),
    ]
  })
  return table(rows, { columns, shrinks: 1, right: [2] })
}

export function entryLines(
  { date, entries }: DayShape,
  session: Session,
  { t, styles, columns }: View,
): string[] {
  const { format } = session
  const start = startOf(date, format.timezone)
  const now = session.now()
  const timeText = ({ all_day, start: from, end }: EntryShape) => {
    if (all_day) return t.day.allDay
    const begin = Date.parse(from) < start ? '…' : clockTime(Date.parse(from), format)
    return `${begin}–${clockTime(Date.parse(end), format)}`
  }
  const rows = entries.map((entry): Cell[] => {
    const isTimed = !entry.all_day
    const isOver = isTimed && Date.parse(entry.end) <= now
    const isNow = isTimed && !isOver && Date.parse(entry.start) <= now
    const style = isOver ? styles.dim : isNow ? styles.bold : undefined
    return [
      { text: isNow ? '▸' : ' ', style: styles.accent },
      { text: timeText(entry), style: isOver ? styles.dim : styles.accent },
      { text: plain(entry.title), style },
      { text: tagText(entry.tags), style: styles.dim },
      pendingCell(entry.pending, styles),
    ]
  })
  return table(rows, { columns, shrinks: 2 })
}

export function todoLines(
  todos: readonly TodoShape[],
  firstNumber: number,
  session: Session,
  { t, styles, columns }: View,
): string[] {
  const rows = todos.map((todo, at): Cell[] => {
    const due = dueText(todo, session, t)
    return [
      { text: String(firstNumber + at), style: styles.dim },
      { text: plain(todo.title) },
      { text: '!'.repeat(todo.priority), style: todo.priority === 3 ? styles.bad : styles.warn },
      { text: due.text, style: due.isOver ? styles.bad : styles.accent },
      {
        text: todo.estimate_minutes === null ? '' : `~${t.duration(todo.estimate_minutes * 60)}`,
        style: styles.dim,
      },
      { text: [plain(todo.list ?? ''), tagText(todo.tags)].filter(Boolean).join(' '), style: styles.dim },
      pendingCell(todo.pending, styles),
    ]
  })
  return table(rows, { columns, shrinks: 1, right: [0] })
}

function dueText({ due }: TodoShape, session: Session, t: View['t']): { text: string; isOver: boolean } {
  if (due === null) return { text: '', isOver: false }
  const { format } = session
  const [date, today] = [dueDate(due, session), session.today()]
  const time = due.length === 10 ? undefined : clockTime(Date.parse(due), format)
  if (date < today) return { text: t.day.overdue(shortDate(date, today, format)), isOver: true }
  if (date === today) {
    const isOver = time !== undefined && Date.parse(due) < session.now()
    return { text: time === undefined ? t.day.dueToday : t.day.dueAt(time), isOver }
  }
  const day = shortDate(date, today, format)
  return { text: time === undefined ? day : `${day} ${time}`, isOver: false }
}

const tagText = (tags: readonly string[]): string => tags.map(name => `#${plain(name)}`).join(' ')

const pendingCell = (isPending: boolean, { warn }: View['styles']): Cell => ({
  text: isPending ? '↑' : '',
  style: warn,
})
