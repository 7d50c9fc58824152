// A field whose text is sent: nothing that was typed goes before the server has stored it.
import { ApiError, Conflict } from '@daymark/client'
import { randomId } from '@daymark/client/random-id'
import { dropDraft, forgetId, keepTyped, keepUnsaved, putBack, readDrafts } from './drafts.ts'

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

export interface Send {
  /** Rejects, with the reason, when the text was not stored under this id. */
  store(text: string, id: string): Promise<unknown>
  /** Rejects when nothing is stored under this id; asked when an answer was lost and the id is taken. */
  find?(id: string): Promise<unknown>
}

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
    // Where the server has said no, the next attempt is a new one.
    if (!mayBeStored(error)) forgetId(account, field, text)
    if (isInField) putBack(account, field, text)
    show({
      sending: sendingOthers(text),
      ...(isInField ? { failure: reason } : { unsaved: [...others(text), { text, reason }] }),
    })
  }

  /** Sent again under the same id, a text is not stored twice. */
  async function store(text: string, send: Send): Promise<unknown> {
    const before = readDrafts(account, field).ids[text]
    const id = before ?? randomId()
    keepUnsaved(account, field, text, id)
    try {
      return await send.store(text, id)
    } catch (error) {
      if (before === undefined || !(error instanceof Conflict) || !send.find) throw error
      return await send.find(id).catch(() => Promise.reject(error))
    }
  }

  function add(text: string, send: Send): void {
    if (text === '' || state.sending.includes(text)) return
    keepUnsaved(account, field, text)
    show({ sending: [...state.sending, text], failure: undefined, unsaved: others(text) })
    last = last
      .then(() => store(text, send))
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
    /** What was taken for stored was refused later. */
    giveBack(text: string, reason: string): void {
      keepUnsaved(account, field, text)
      show({ unsaved: [...others(text), { text, reason }] })
    },
    discard(text: string): void {
      dropDraft(account, field, text)
      show({ unsaved: others(text) })
    },
    /** Resolves when nothing is being sent any more. */
    settled: (): Promise<unknown> => last,
  }
}

/** Without an answer, or with one that says nothing, the server may have stored it all the same. */
const mayBeStored = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500
