// Lists the changes that have not been sent or were refused. Retries or discards the refused ones.
import type { OutboxEntry } from '@daymark/client'
import { effectOf } from '@daymark/client/outbox/entry'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Session, withSession } from '../session/session.ts'
import { type Cell, table } from '../view/table.ts'
import { clockTime, dateOf, shortDate } from '../view/times.ts'
import { plain } from '../view/width.ts'

const isRefused = ({ state }: OutboxEntry): boolean => state === 'refused' || state === 'expired'
const isPending = (entry: OutboxEntry): boolean => entry.state !== 'sent'

export const pending = (context: Context): Promise<void> =>
  withSession(context, async session => {
    const [action] = context.words
    const { outbox } = session.live
    const { t } = context
    if (action !== undefined && action !== 'retry' && action !== 'discard')
      throw new Failure('usage', t.errors.badAction(action))
    const refused = outbox.entries.filter(isRefused)
    if (action === undefined) return list(outbox.entries.filter(isPending), session, context)
    for (const { key } of refused) {
      if (action === 'discard') outbox.discard(key)
      else await outbox.retry(key)?.stored
    }
    const text = action === 'retry' ? t.sync.retried(refused.length) : t.sync.discarded(refused.length)
    context.say(refused.length > 0 ? text : t.sync.noneRefused)
    context.json({ action, count: refused.length })
  })

function list(entries: readonly OutboxEntry[], session: Session, context: Context): void {
  const { t, styles, columns } = context
  const rows = entries.map((entry): Cell[] => [
    { text: momentText(entry.created_at, session), style: styles.dim },
    {
      text: isRefused(entry) ? t.sync.refused : t.sync.waiting,
      style: isRefused(entry) ? styles.bad : styles.warn,
    },
    { text: plain(titleOf(entry, session)) },
    { text: actionText(entry, context), style: styles.dim },
    { text: plain(entry.error?.detail ?? '') },
  ])
  context.say(
    ...(rows.length > 0 ? table(rows, { columns, shrinks: 4 }) : [`  ${styles.dim(t.sync.nothing)}`]),
  )
  context.json({
    entries: entries.map(entry => ({
      key: entry.key,
      state: entry.state,
      operation: entry.operation,
      id: entry.id,
      title: titleOf(entry, session),
      created_at: new Date(entry.created_at).toISOString(),
      error: entry.error && {
        status: entry.error.status,
        detail: entry.error.detail,
        errors: entry.error.errors,
      },
    })),
  })
}

/** Returns text such as "add todo" or "stop timer". */
function actionText({ operation, kind }: OutboxEntry, { t }: Context): string {
  const { verbs, kinds } = t.sync
  const command = operation.startsWith('timer.') ? operation.slice('timer.'.length) : undefined
  const verb = verbs[(command ?? effectOf(operation)?.action ?? 'patch') as keyof typeof verbs]
  const noun = kind === null ? undefined : kinds[kind as keyof typeof kinds]
  return noun === undefined ? operation : t.sync.action(verb, noun)
}

function titleOf({ kind, id, body }: OutboxEntry, { live }: Session): string {
  const { title, name, todo_id } = (body ?? {}) as { title?: string; name?: string; todo_id?: string }
  const known =
    kind === null || id === null ? undefined : (live.store.of(kind).get(id) as { title?: string | null })
  return title ?? name ?? known?.title ?? live.store.todos.get(todo_id ?? '')?.title ?? ''
}

function momentText(ms: number, session: Session): string {
  const [date, today] = [dateOf(ms, session.format), session.today()]
  const time = clockTime(ms, session.format)
  return date === today ? time : `${shortDate(date, today, session.format)} ${time}`
}
