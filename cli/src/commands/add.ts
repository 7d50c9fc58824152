// The command `daymark add`, which understands the same quick-add lines as the web app.
import type { CreateBody } from '@daymark/quick-add/create-body'
import type { Context } from '../context.ts'
import { dueDate } from '../day/data.ts'
import { Failure } from '../failure.ts'
import { type Session, withSession } from '../session/session.ts'
import { entryShape, pendingIds, timerShape, todoShape } from '../view/items.ts'
import { clockTime, dateOf, shortDate } from '../view/times.ts'
import { plain } from '../view/width.ts'
import { bodyOf, readLine } from './line.ts'
import { sayPending } from './outcome.ts'

/** Matches lines that may start a timer, which requires a socket. */
const START = /^\s*(?:start|시작|@)/iu
/** The color of the user's first list, as in the web app. */
const FIRST_COLOR = '#1B6F6A'

export const add = (context: Context): Promise<void> =>
  withSession(
    context,
    async session => {
      const text = context.words.join(' ').trim()
      if (text === '') throw new Failure('usage', context.t.errors.emptyText)
      const line = readLine(session, text)
      const made = bodyOf(session, line) ?? firstTodo(session, line, context)
      const { client, live } = session
      const write =
        made.kind === 'todo'
          ? live.write(client.todos.create, { body: made.body })
          : made.kind === 'schedule'
            ? live.write(client.schedules.create, { body: made.body })
            : made.kind === 'record'
              ? live.write(client.timers.addRecord, { body: made.body })
              : live.timers.start(made.body)
      const expected = itemOf(made.kind, write.id ?? '', session)
      const { pending } = await session.send(write)
      const item = itemOf(made.kind, write.id ?? '', session) ?? expected
      const { t, styles } = context
      const mark = pending ? styles.warn('↑') : styles.good('✓')
      const when = whenText(item, session, context)
      context.say(
        `${mark} ${t.added[made.kind](styles.bold(plain(line.title || t.day.untitled)))}${when && `  ${styles.accent(when)}`}`,
      )
      sayPending(pending, context)
      context.json({ kind: made.kind, pending, item: item && { ...item, pending } })
    },
    { socket: START.test(context.words.join(' ')) },
  )

/** Creates the user's first list, because every todo belongs to a list. Returns the todo to create in it. */
function firstTodo(session: Session, line: ReturnType<typeof readLine>, { t }: Context) {
  if (line.kind !== 'todo') throw new TypeError(`A ${line.kind} needs no list.`)
  const list = session.live.write(session.client.tags.createGroup, {
    body: { name: t.added.firstList, color: FIRST_COLOR, is_todo_group: true },
  })
  return { kind: 'todo' as const, body: { ...line.draft, tag_group_id: list.id ?? '' } }
}

function itemOf(kind: CreateBody['kind'], id: string, session: Session) {
  const { store, outbox } = session.live
  const waiting = pendingIds(outbox.entries)
  if (kind === 'todo') {
    const todo = store.todos.get(id)
    return todo && todoShape(todo, store.tag_groups, waiting)
  }
  if (kind === 'timer' || kind === 'record') {
    const timer = store.timers.get(id)
    return timer && timerShape(timer, session.now(), waiting)
  }
  const entry = store.schedules.get(id)
  return entry && entryShape(entry, waiting)
}

function whenText(item: ReturnType<typeof itemOf>, session: Session, { t }: Context): string {
  const { format } = session
  const today = session.today()
  if (!item) return ''
  if ('due' in item) {
    if (item.due === null) return ''
    const day = shortDate(dueDate(item.due, session), today, format)
    return `${t.added.due} ${item.due.length === 10 ? day : `${day} ${clockTime(Date.parse(item.due), format)}`}`
  }
  if ('planned_seconds' in item) return t.duration(item.planned_seconds)
  if (item.all_day) return shortDate(item.start, today, format)
  const [start, end] = [Date.parse(item.start), Date.parse(item.end)]
  return `${shortDate(dateOf(start, format), today, format)} ${clockTime(start, format)}–${clockTime(end, format)}`
}
