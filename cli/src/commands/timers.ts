// The commands `start`, `pause`, `resume`, `stop` and `status`.
import type { Timer, Write } from '@daymark/client'
import type { Context } from '../context.ts'
import { activeTimers, openTodos, syncShape, withTodo } from '../day/data.ts'
import { syncLine, timerLines } from '../day/render.ts'
import { Failure } from '../failure.ts'
import { readList } from '../session/copy.ts'
import { type Session, withSession } from '../session/session.ts'
import { pendingIds, type TimerShape, timerShape } from '../view/items.ts'
import { stopwatch } from '../view/times.ts'
import { plain } from '../view/width.ts'
import { byText } from './find-todo.ts'
import { bodyOf, minutesOf, readLine } from './line.ts'
import { sayPending } from './outcome.ts'

const USUAL_MINUTES = 25
/** Timer actions are sent over a socket. */
const SOCKET = { socket: true }

export const start = (context: Context): Promise<void> =>
  withSession(
    context,
    async session => {
      const body = await timerBody(session, context)
      await report(session, context, session.live.timers.start(body), context.t.timers.started)
    },
    SOCKET,
  )

/**
 * If the text names an open todo, the timer belongs to that todo. Otherwise, the text is parsed as a quick-add line,
 * whose title may also name a todo. If that line is not a timer, for example because it contains a date, the whole text
 * becomes the title.
 */
async function timerBody(session: Session, context: Context) {
  const text = context.words.join(' ').trim()
  const given = context.values.get('for')
  const minutes = given === undefined ? undefined : minutesOf(session, given)
  if (given !== undefined && minutes === undefined)
    throw new Failure('usage', context.t.errors.badDuration(given))
  const allocated = minutes === undefined ? {} : { allocated_duration: Math.round(minutes * 60) }
  const usual = { allocated_duration: (session.preferences?.default_timer_minutes ?? USUAL_MINUTES) * 60 }
  if (text === '') return { ...usual, ...allocated }
  const todo = await todoNamed(text, session)
  if (todo) return { ...usual, todo_id: todo, ...allocated }
  const line = readLine(session, `start ${text}`)
  const made = line.kind === 'timer' ? bodyOf(session, line) : undefined
  if (made?.kind !== 'timer') return { ...usual, title: text, ...allocated }
  const named = made.body.todo_id === undefined ? await todoNamed(line.title, session) : undefined
  if (named === undefined) return { ...made.body, ...allocated }
  const { title: _, ...fields } = made.body
  return { ...fields, todo_id: named, ...allocated }
}

/** Finds a todo by its number in the last printed list, or by its whole title if only one todo has it. */
async function todoNamed(text: string, session: Session): Promise<string | undefined> {
  const todos = openTodos(session)
  const listed = /^[1-9]\d{0,3}$/.test(text) ? (await readList(session.folder))[Number(text) - 1] : undefined
  if (listed !== undefined) return todos.find(({ id }) => id === listed)?.id
  const same = todos.filter(({ title }) => title.toLowerCase() === text.toLowerCase())
  return same.length === 1 ? same[0]?.id : undefined
}

const control =
  (action: 'pause' | 'resume' | 'stop', accepts: readonly Timer['status'][]) =>
  (context: Context): Promise<void> =>
    withSession(
      context,
      async session => {
        const timer = chosen(session, context, accepts)
        const { started: _, none: __, ...said } = context.t.timers
        const texts = { pause: said.paused, resume: said.resumed, stop: said.stopped }
        await report(session, context, session.live.timers[action](timer.id), texts[action])
      },
      SOCKET,
    )

export const pause = control('pause', ['RUNNING'])
export const resume = control('resume', ['PAUSED'])
export const stop = control('stop', ['RUNNING', 'PAUSED'])

/** Returns the timer that the user named, or the latest one. Prefers the statuses that come first in `accepts`. */
function chosen(session: Session, { words, t }: Context, accepts: readonly Timer['status'][]): TimerShape {
  const timers = activeTimers(session)
    .filter(({ status }) => accepts.includes(status))
    .toSorted((a, b) => accepts.indexOf(a.status) - accepts.indexOf(b.status))
  const text = words.join(' ').trim()
  const [found] = text === '' ? timers : byText(text, timers)
  if (found) return found
  if (text !== '' && timers.length > 0) throw new Failure('not_found', t.errors.noTimerLike(text))
  const isResume = accepts.length === 1 && accepts[0] === 'PAUSED'
  throw new Failure('not_found', isResume ? t.errors.noPausedTimer : t.errors.noTimer, t.errors.startHint)
}

async function report(
  session: Session,
  context: Context,
  write: Write<Timer>,
  text: (title: string) => string,
): Promise<void> {
  const { pending } = await session.send(write)
  const { store, outbox } = session.live
  const timer = store.timers.get(write.id ?? '')
  const shape = timer && timerShape(withTodo(timer, session), session.now(), pendingIds(outbox.entries))
  const { t, styles } = context
  const title = styles.bold(plain(shape?.title ?? t.day.untitled))
  const mark = pending ? styles.warn('↑') : styles.good('✓')
  const isNew = shape !== undefined && shape.elapsed_seconds < 1
  const time = shape && (isNew ? t.duration(shape.planned_seconds) : stopwatch(shape.elapsed_seconds))
  context.say(`${mark} ${text(title)}${time ? `  ${styles.accent(time)}` : ''}`)
  sayPending(pending, context)
  context.json({ pending, timer: shape && { ...shape, pending } })
}

export const status = (context: Context): Promise<void> =>
  withSession(context, async session => {
    const timers = activeTimers(session)
    const sync = syncShape(session)
    const { t, styles } = context
    context.say(...(timers.length > 0 ? timerLines(timers, context) : [`  ${styles.dim(t.timers.none)}`]))
    const line = syncLine(sync, null, session, context)
    if (line) context.say(line)
    context.json({ server: session.server, account: session.account, ...sync, timers })
  })
