// A field whose text is sent: nothing that was typed goes before the outbox has stored it.
import { keepTyped, readTyped } from './drafts.ts'

export interface QuickAddState {
  typed: string
  /** Being stored. The field keeps it meanwhile, unless something else is typed over it. */
  sending: readonly string[]
}

/** How a text was given to the outbox. */
export interface Given {
  /** True when it survives a reload. */
  stored: Promise<boolean>
  /** The server has it. */
  done: Promise<unknown>
}

/** Undefined when it cannot be given now. */
export type Give = (text: string) => Given | undefined

export type QuickAdd = ReturnType<typeof quickAdd>

const fields = new Map<string, QuickAdd>()

/** The same one when a page is opened again: it may still be storing. */
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

  /** Only in memory is not stored: then the field keeps it until the server has it. */
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
    /** Resolves when nothing is being stored any more. */
    settled: (): Promise<unknown> => last,
  }
}
