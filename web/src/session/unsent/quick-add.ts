// A quick-add field keeps its text until the outbox or the server has stored it.
import { windowStorage } from '../storage/browser-storage.ts'
import { keepTyped, readTyped } from './drafts.ts'

export interface QuickAddState {
  typed: string
  /** Texts that are being stored. */
  sending: readonly string[]
  /** Submitted texts that cannot be added yet. They survive a reload of this window. */
  waiting: readonly string[]
}

export interface WriteProgress {
  /** Resolves to true if the text will survive a reload. */
  stored: Promise<boolean>
  /** Resolves when the server has stored the text. */
  done: Promise<unknown>
}

/** Returns undefined if the text cannot be added now. */
export type AddText = (text: string) => WriteProgress | undefined

export type QuickAdd = ReturnType<typeof quickAdd>

const fields = new Map<string, QuickAdd>()

/** Returns the field's state, which stays when the user leaves the page, because its text may not be stored yet. */
export function quickField(account: string, field: string): QuickAdd {
  const key = `${account} ${field}`
  const found = fields.get(key) ?? quickAdd(account, field)
  fields.set(key, found)
  return found
}

export function quickAdd(account: string, field: string) {
  // Stored per window. Otherwise two windows would both add the same texts.
  const waitingKey = `daymark.waiting.${account} ${field}`
  let state: QuickAddState = { typed: readTyped(account, field), sending: [], waiting: [] }
  const listeners = new Set<() => void>()
  let last: Promise<unknown> = Promise.resolve()
  // After a reload, drops the waiting text that the field shows as a draft, because the user can still edit and submit it.
  setWaiting(linesIn(windowStorage.getItem(waitingKey) ?? '').filter(text => text !== state.typed.trim()))

  function show(next: Partial<QuickAddState>): void {
    state = { ...state, ...next }
    for (const notify of listeners) notify()
  }

  function type(typed: string): void {
    keepTyped(account, field, typed)
    show({ typed })
  }

  /** Resolves to true once the field no longer needs to keep the text. */
  async function kept({ stored, done }: WriteProgress): Promise<boolean> {
    if (await stored) return true
    return done.then(
      () => true,
      () => false,
    )
  }

  async function send(text: string, progress: WriteProgress): Promise<void> {
    show({ sending: [...state.sending, text] })
    const isKept = await kept(progress)
    show({ sending: state.sending.filter(each => each !== text) })
    if (!isKept) return
    if (state.waiting.includes(text)) setWaiting(state.waiting.filter(each => each !== text))
    if (state.typed.trim() === text) type('')
  }

  function setWaiting(waiting: readonly string[]): void {
    if (waiting.length === 0) windowStorage.removeItem(waitingKey)
    else windowStorage.setItem(waitingKey, waiting.join('\n'))
    show({ waiting })
  }

  function add(text: string, addText: AddText): void {
    if (text === '' || state.sending.includes(text)) return
    const progress = addText(text)
    if (progress) last = Promise.all([last, send(text, progress)])
  }

  return {
    state: () => state,
    subscribe(notify: () => void): () => void {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    type,
    submit: (addText: AddText): void => add(state.typed.trim(), addText),
    /** Keeps a submitted text until it can be added. */
    wait(text: string): undefined {
      if (!state.waiting.includes(text)) setWaiting([...state.waiting, text])
    },
    addWaiting(addText: AddText): void {
      for (const text of state.waiting) add(text, addText)
    },
    settled: (): Promise<unknown> => last,
  }
}

const linesIn = (text: string): string[] => text.split('\n').filter(line => line !== '')
