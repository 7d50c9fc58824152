// A quick-add field that keeps its text until the outbox has stored it.
import { keepTyped, readTyped } from './drafts.ts'

export interface QuickAddState {
  typed: string
  /** Texts that are being stored. The field still shows the last one, unless the user types something else. */
  sending: readonly string[]
}

/** The result of adding a text to the outbox. */
export interface Given {
  /** Resolves to true if the text survives a reload. */
  stored: Promise<boolean>
  /** Resolves when the server has stored the text. */
  done: Promise<unknown>
}

/** Adds a text to the outbox. Returns undefined if that is not possible now. */
export type Give = (text: string) => Given | undefined

export type QuickAdd = ReturnType<typeof quickAdd>

const fields = new Map<string, QuickAdd>()

/** Returns the field. It is kept while the user visits other pages, because its text may not be stored yet. */
export function quickField(account: string, field: string): QuickAdd {
  const key = `${account} ${field}`
  const found = fields.get(key) ?? quickAdd(account, field)
  fields.set(key, found)
  return found
}

export function quickAdd(account: string, field: string) {
  let state: QuickAddState = { typed: readTyped(account, field), sending: [] }
  const listeners = new Set<() => void>()
  let last: Promise<unknown> = Promise.resolve()

  function show(next: Partial<QuickAddState>): void {
    state = { ...state, ...next }
    for (const notify of listeners) notify()
  }

  function type(typed: string): void {
    keepTyped(account, field, typed)
    show({ typed })
  }

  /** True if the text survives a reload or the server has it. Until then, the field keeps the text. */
  async function kept({ stored, done }: Given): Promise<boolean> {
    if (await stored) return true
    return done.then(
      () => true,
      () => false,
    )
  }

  async function send(text: string, given: Given): Promise<void> {
    show({ sending: [...state.sending, text] })
    const isKept = await kept(given)
    show({ sending: state.sending.filter(each => each !== text) })
    if (isKept && state.typed.trim() === text) type('')
  }

  return {
    state: () => state,
    subscribe(notify: () => void): () => void {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    type,
    submit(give: Give): void {
      const text = state.typed.trim()
      if (text === '' || state.sending.includes(text)) return
      const given = give(text)
      if (given) last = Promise.all([last, send(text, given)])
    },
    /** Resolves when all texts are stored. */
    settled: (): Promise<unknown> => last,
  }
}
