// Shows free time and open todos, or adds a todo to the calendar.
import { freeSlots, type Span } from '@daymark/contract/planning/free-slots'
import type { Context } from '../context.ts'
import { openTodos, syncShape } from '../day/data.ts'
import { entriesBetween } from '../day/entries.ts'
import { syncLine, todoLines } from '../day/render.ts'
import { Failure } from '../failure.ts'
import { saveList } from '../session/copy.ts'
import { type Session, withSession } from '../session/session.ts'
import type { TodoShape } from '../view/items.ts'
import { table } from '../view/table.ts'
import { addDays, clockTime, dateOf, shortDate } from '../view/times.ts'
import { plain } from '../view/width.ts'
import { findTodo } from './find-todo.ts'
import { minutesOf, readLine } from './line.ts'
import { sayPending } from './outcome.ts'

const DAYS = 7
const USUAL_MINUTES = 30
const MOST_SLOTS = 8
const MINUTE_MS = 60_000

export const plan = (context: Context): Promise<void> =>
  withSession(context, session =>
    context.words.length === 0 ? overview(session, context) : planTodo(session, context),
  )

/** Finds free time. All-day entries do not count as busy. */
async function slotsOf(
  session: Session,
  minutes: number,
): Promise<{ slots: Span[]; as_of: number | undefined }> {
  const first = session.today()
  const { entries, as_of } = await entriesBetween(session, first, addDays(first, DAYS))
  const slots = freeSlots({
    first,
    last: addDays(first, DAYS - 1),
    timezone: session.format.timezone,
    hours: session.preferences?.working_hours ?? null,
    busy: entries
      .filter(({ all_day }) => !all_day)
      .map(({ start_time, end_time }) => ({ from: Date.parse(start_time), to: Date.parse(end_time) })),
    earliest: session.now(),
    length_ms: minutes * MINUTE_MS,
  })
  return { slots, as_of }
}

async function overview(session: Session, context: Context): Promise<void> {
  const { t, styles, columns } = context
  const todos = openTodos(session)
  const { slots, as_of } = await slotsOf(session, durationIn(session, context) ?? USUAL_MINUTES)
  await saveList(
    session.folder,
    todos.map(({ id }) => id),
  )
  const rows = slots
    .slice(0, MOST_SLOTS)
    .map(span => [
      { text: shortDate(dateOf(span.from, session.format), session.today(), session.format) },
      { text: spanText(span, session), style: styles.accent },
      { text: t.duration((span.to - span.from) / 1000), style: styles.dim },
    ])
  const sync = syncLine(syncShape(session), as_of ? new Date(as_of).toISOString() : null, session, context)
  context.say(
    '',
    `  ${styles.bold(t.plan.free)}`,
    ...(rows.length > 0 ? table(rows, { columns, shrinks: 0 }) : [`  ${styles.dim(t.plan.noFree)}`]),
    '',
    `  ${styles.bold(t.plan.todos)}`,
    ...(todos.length > 0 ? todoLines(todos, 1, session, context) : [`  ${styles.dim(t.plan.none)}`]),
    ...(todos.length > 0 ? ['', `  ${styles.dim(t.plan.hint)}`] : []),
    ...(sync ? ['', sync] : []),
    '',
  )
  const shape = ({ from, to }: Span) => ({
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
  })
  context.json({ timezone: session.format.timezone, ...syncShape(session), free: slots.map(shape), todos })
}

async function planTodo(session: Session, context: Context): Promise<void> {
  const todo = await findTodo(session, context)
  const span = await spanFor(todo, session, context)
  const { client, live } = session
  const tag_ids = live.store.todos.get(todo.id)?.tags.map(({ id }) => id) ?? []
  const write = live.write(client.schedules.create, {
    body: {
      title: todo.title,
      start_time: new Date(span.from).toISOString(),
      end_time: new Date(span.to).toISOString(),
      timezone: session.format.timezone,
      tag_ids,
    },
  })
  const { pending } = await session.send(write)
  const { t, styles } = context
  const day = shortDate(dateOf(span.from, session.format), session.today(), session.format)
  const mark = pending ? styles.warn('↑') : styles.good('✓')
  context.say(
    `${mark} ${t.plan.planned(styles.bold(plain(todo.title)))}  ${styles.accent(`${day} ${spanText(span, session)}`)}`,
  )
  sayPending(pending, context)
  const [start, end] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()]
  context.json({ pending, todo, entry: { id: write.id, title: todo.title, start, end } })
}

/** Returns the time given by `--at`, or the first free time that ends by the deadline. Throws if there is none. */
async function spanFor(todo: TodoShape, session: Session, context: Context): Promise<Span> {
  const at = context.values.get('at')
  const minutes = durationIn(session, context) ?? todo.estimate_minutes ?? USUAL_MINUTES
  const length = minutes * MINUTE_MS
  const { errors } = context.t
  if (at !== undefined) {
    // Quick add treats a bare "16:00" as part of the title, so a second attempt puts "at" before the text.
    const from = startIn(session, at) ?? startIn(session, `at ${at}`)
    if (from === undefined) throw new Failure('usage', errors.badTime(at))
    return { from, to: from + length }
  }
  const { slots } = await slotsOf(session, minutes)
  const spans = slots.map(slot => ({ from: slot.from, to: slot.from + length }))
  const span = spans.find(({ to }) => isInTime(todo.due, to, session))
  if (span) return span
  const reason = spans.length > 0 ? errors.noSlotInTime(minutes) : errors.noSlot(minutes)
  throw new Failure('not_found', reason, errors.slotHint)
}

/** True if `end` is not after the deadline `due`, which is an instant or a date. A deadline in the past is ignored. */
function isInTime(due: string | null, end: number, session: Session): boolean {
  if (due === null) return true
  const isDate = due.length === 10
  if (isDate ? due < session.today() : Date.parse(due) < session.now()) return true
  // An entry that ends at midnight still belongs to the previous day.
  return isDate ? dateOf(end - 1, session.format) <= due : end <= Date.parse(due)
}

/** Returns undefined if the text is not a time or contains more than a time. */
function startIn(session: Session, text: string): number | undefined {
  const { kind, draft, title } = readLine(session, `x ${text}`)
  return kind === 'schedule' && !draft.all_day && title === 'x' ? Date.parse(draft.start_time) : undefined
}

function durationIn(session: Session, { values, t }: Context): number | undefined {
  const text = values.get('for')
  const minutes = text === undefined ? undefined : minutesOf(session, text)
  if (text !== undefined && minutes === undefined) throw new Failure('usage', t.errors.badDuration(text))
  return minutes
}

const spanText = ({ from, to }: Span, { format }: Session): string =>
  `${clockTime(from, format)}–${clockTime(to, format)}`
