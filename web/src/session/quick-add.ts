// A field whose text is sent: nothing that was typed goes before the server has stored it.
import { Conflict } from '@daymark/client'
import { randomId } from '@daymark/client/random-id'
import { dropDraft, keepTyped, keepUnsaved, putBack, readDrafts } from './drafts.ts'

export interface Unsaved {
  text: string
  /** Why the server has not stored it; empty when that is not known any more. */
  reason: string
}

export interface QuickAddState {
  typed: string
  /** Being sent. The field keeps it meanwhile, unless something else is typed over it. */
  sending: readonly string[]
  /** Why what stands in the field was not stored. */
  failure: string | undefined
  /** What was not stored and no longer stands in the field. */
  unsaved: readonly Unsaved[]
}

/** Rejects, with the reason, when the text was not stored under this id. */
export type Send = (text: string, id: string) => Promise<unknown>

export type QuickAdd = ReturnType<typeof quickAdd>

const fields = new Map<string, QuickAdd>()

/** The same one when a page is opened again: it may still be sending. */
export function quickField(account: string, field: string): QuickAdd {
  const key = `${account} ${field}`
  const found = fields.get(key) ?? quickAdd(account, field)
  fields.set(key, found)
  return found
}

export function quickAdd(account: string, field: string) {
  const { typed, unsaved } = readDrafts(account, field)
  putBack(account, field, typed.trim())
  let state: QuickAddState = {
    typed,
    sending: [],
    failure: undefined,
    unsaved: unsaved.filter(text => text !== typed.trim()).map(text => ({ text, reason: '' })),
  }
  const listeners = new Set<() => void>()
  /** One after the other, so that they are stored in the order in which they were typed. */
  let last: Promise<unknown> = Promise.resolve()

  function show(next: Partial<QuickAddState>): void {
    state = { ...state, ...next }
    for (const notify of listeners) notify()
  }
  const others = (text: string) => state.unsaved.filter(each => each.text !== text)
  const sendingOthers = (text: string) => state.sending.filter(each => each !== text)

  function stored(text: string): void {
    dropDraft(account, field, text)
    show({
      sending: sendingOthers(text),
      ...(state.typed.trim() === text && { typed: '', failure: undefined }),
    })
  }

  function refused(text: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    const isInField = state.typed.trim() === text
    if (isInField) putBack(account, field, text)
    show({
      sending: sendingOthers(text),
      ...(isInField ? { failure: reason } : { unsaved: [...others(text), { text, reason }] }),
    })
  }

  function add(text: string, send: Send): void {
    if (text === '' || state.sending.includes(text)) return
    const before = readDrafts(account, field).ids[text]
    const id = before ?? randomId()
    keepUnsaved(account, field, text, id)
    show({ sending: [...state.sending, text], failure: undefined, unsaved: others(text) })
    last = last
      .then(() => send(text, id))
      .catch((error: unknown) => {
        // The server had stored it the last time, and only its answer was lost.
        if (before === undefined || !(error instanceof Conflict)) throw error
      })
      .then(
        () => stored(text),
        (error: unknown) => refused(text, error),
      )
  }

  return {
    state: () => state,
    subscribe(notify: () => void): () => void {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    type(text: string): void {
      keepTyped(account, field, text)
      show({ typed: text, failure: undefined })
    },
    submit: (send: Send): void => add(state.typed.trim(), send),
    again: add,
    discard(text: string): void {
      dropDraft(account, field, text)
      show({ unsaved: others(text) })
    },
    /** Resolves when nothing is being sent any more. */
    settled: (): Promise<unknown> => last,
  }
}
