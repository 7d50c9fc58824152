import { bulkOf, type Client, type LiveConnection, type OutboxEntry, type Write } from '@daymark/client'
import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from '../session/language.tsx'
import { followChanges } from './cache/follow-changes.ts'
import { refresh } from './cache/refresh.ts'
import { syncTexts } from './texts.ts'
import { batches } from './undo/batches.ts'
import { type UndoStack, undoStack } from './undo/undo-stack.ts'

export interface Sync {
  live: LiveConnection
  undo: UndoStack
  /** Records an action's writes for undo. Returns undefined if the action cannot be undone. */
  remember(writes: readonly Write<unknown>[]): Undoable | undefined
  /** The keys of writes whose errors their callers show, for example in a form. */
  readonly shownInForm: Set<string>
  /** Returns the response to an action's write; undefined for writes of other windows or from before a reload. */
  answerTo(key: string): Promise<unknown> | undefined
  /** Returns false if the write is in flight or completed. */
  discard(key: string): boolean
  close(): void
}

export interface Undoable {
  /** Rejects if the action can no longer be undone. */
  undo(): Promise<void>
  /** True if the action is no longer on the undo stack, for example because the shortcut undid it. */
  isUndone(): boolean
}

/** False for writes about friends, which involve another person, and about notifications, which have no history. */
const isUndoable = ({ operation }: OutboxEntry): boolean => !/ \/v1\/(friends|notifications)/.test(operation)

/** True if the effect may be on items of other people, which the user's change log does not contain. */
const mayChangeOthers = (entry: OutboxEntry): boolean => entry.kind === null && !bulkOf(entry)

/**
 * Returns the id of a bulk write's first item. If the change does not arrive over the socket, the id of its batch is
 * read from that item's history.
 */
const firstOf = (answer: unknown): string | undefined =>
  (answer as { items?: { id: string }[] } | null)?.items?.[0]?.id

export function openSync(live: LiveConnection, client: Client, queries: QueryClient): Sync {
  const shownInForm = new Set<string>()
  const done = new Map<string, { id: string | null; done: Promise<unknown> }>()
  const found = batches({
    live,
    newestOf: async id => (await client.history.list({ query: { resource_id: id, limit: 1 } }))[0]?.batch_id,
  })

  const note = ({ key, id, done: answer }: Write<unknown>) => {
    done.set(key, { id, done: answer })
    answer.catch(() => {})
  }
  const discard = (key: string): boolean => live.outbox.discard(key)

  const undo = undoStack({
    discard(key): OutboxEntry | undefined {
      const entry = live.outbox.entries.find(each => each.key === key)
      const isUnsent = entry?.state === 'waiting' || entry?.state === 'blocked'
      return isUnsent && discard(key) ? entry : undefined
    },
    async batchOf(key) {
      const write = done.get(key)
      const id = write && (write.id ?? firstOf(await write.done))
      const batch = write && (await found.of({ key, id: id ?? null }, write.done))
      if (batch === undefined) throw new Error(syncTexts[currentLanguage()].cannotUndo)
      return batch
    },
    async undo(batch_id) {
      const write = live.write(client.history.undo, { params: { batch_id } })
      shownInForm.add(write.key)
      try {
        return (await write.done).batch_id
      } catch (error) {
        // The caller shows the error, so the list of changes must not show the failed undo too.
        live.outbox.discard(write.key)
        throw error
      }
    },
    again(entry) {
      const [method = '', path = ''] = entry.operation.split(' ')
      const { params, query, body } = entry
      const write =
        path === ''
          ? live.outbox.command(entry.operation, body as object)
          : live.write({ target: { method: method as 'POST', path } }, { params, query, body })
      note(write)
      return write.key
    },
  })

  const stops = [
    live.outbox.on('settled', ({ entry, outcome }) => {
      if ('error' in outcome) undo.drop(entry.key)
      return 'data' in outcome && mayChangeOthers(entry) ? refresh(queries) : undefined
    }),
    live.outbox.on('removed', ({ key }) => undo.drop(key)),
    followChanges(live, queries),
  ]

  return {
    live,
    undo,
    shownInForm,
    discard,
    answerTo: key => done.get(key)?.done,
    remember(writes) {
      for (const write of writes) note(write)
      const action = writes.map(({ key }) => ({ key }))
      const keys = new Set(writes.map(({ key }) => key))
      if (!live.outbox.entries.filter(({ key }) => keys.has(key)).every(isUndoable)) return undefined
      undo.push(action)
      return { undo: () => undo.undoOne(action), isUndone: () => undo.isUndone(action) }
    },
    close() {
      for (const stop of [...stops, found.stop]) stop()
      live.close()
    },
  }
}
