// Follows changes live: redraws the day in a terminal, otherwise prints one line per change.
import type { Batch, LiveConnection } from '@daymark/client'
import type { Context } from '../context.ts'
import { type DayShape, dayOf } from '../day/data.ts'
import { renderDay } from '../day/render.ts'
import { saveList } from '../session/copy.ts'
import { type Session, withSession } from '../session/session.ts'
import { clockTime } from '../view/times.ts'
import { plain } from '../view/width.ts'
import { numbered } from './today.ts'

const TICK_MS = 1_000
/** q, Ctrl+C and Ctrl+D. */
const QUIT_KEYS = ['q', '\u0003', '\u0004']
const ENTER = '\u001b[?1049h\u001b[?25l'
const LEAVE = '\u001b[?25h\u001b[?1049l'
const REDRAW = '\u001b[H\u001b[2J'

export const watch = (context: Context): Promise<void> =>
  withSession(
    context,
    session => (context.isTerminal && !context.isJson ? screen(session, context) : lines(session, context)),
    { socket: true },
  )

/**
 * Resolves when the user presses a quit key or the process receives a signal, such as SIGHUP when the terminal closes.
 */
function quit(onKey: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  if (onKey && process.stdin.isTTY) {
    process.stdin.setRawMode(true)
    process.stdin.on('data', data => QUIT_KEYS.includes(String(data)[0] ?? '') && resolve())
    void promise.then(() => process.stdin.setRawMode(false))
  }
  return promise
}

/** Redraws the day every second, on the terminal's alternate screen. */
async function screen(session: Session, context: Context): Promise<void> {
  const { t, styles } = context
  const { live } = session
  let day: DayShape | undefined
  const draw = async () => {
    const shown = { ...context, columns: process.stdout.columns || context.columns }
    day = await current(session, day)
    const state = stateText(live, context)
    const body = renderDay(day, session, shown).slice(0, Math.max(4, (process.stdout.rows || 40) - 2))
    process.stdout.write(`${REDRAW}${body.join('\n')}\n  ${state} ${styles.dim(`· ${t.watch.quit}`)}`)
  }
  const changed = () => {
    day = undefined
  }
  process.stdout.write(ENTER)
  const off = [live.on('batch', changed), live.on('reload', changed), live.outbox.on('entries', changed)]
  let isDrawing = false
  const tick = async () => {
    if (isDrawing) return
    isDrawing = true
    await draw().catch(() => {})
    isDrawing = false
  }
  const timer = setInterval(tick, TICK_MS)
  try {
    await tick()
    await quit(true)
  } finally {
    clearInterval(timer)
    for (const unsubscribe of off) unsubscribe()
    process.stdout.write(LEAVE)
  }
  if (day) await saveList(session.folder, numbered(day))
}

/**
 * Reloads calendar entries only after a change, which clears `before`, or at midnight. Timers come from the local copy.
 */
async function current(session: Session, before: DayShape | undefined): Promise<DayShape> {
  const date = session.today()
  const now = { ...session, isOnline: session.live.state === 'live' || session.live.state === 'polling' }
  if (!before || before.date !== date) return dayOf(now, date)
  const day = await dayOf({ ...now, isOnline: false, upcoming: undefined }, date)
  return { ...day, entries: before.entries, as_of: before.as_of, offline: !now.isOnline }
}

function stateText({ state }: LiveConnection, { t, styles }: Context): string {
  if (state === 'live') return styles.good(`● ${t.watch.live}`)
  return state === 'polling' ? styles.accent(`● ${t.watch.polling}`) : styles.warn(`○ ${t.watch.offline}`)
}

/** Prints one line per change: text by default, or JSON with `--json`. */
async function lines(session: Session, context: Context): Promise<void> {
  const { live } = session
  const off = live.on('batch', ({ changes }: Batch) => {
    for (const { seq, kind, id, action, resource } of changes) {
      const { title, name } = (resource ?? {}) as { title?: string | null; name?: string }
      const text = plain(title ?? name ?? id)
      context.say(
        `${clockTime(session.now(), session.format)}  ${action.padEnd(7)} ${kind.padEnd(10)} ${text}`,
      )
      context.json({ seq, kind, id, action, resource })
    }
  })
  await quit(false)
  off()
}
