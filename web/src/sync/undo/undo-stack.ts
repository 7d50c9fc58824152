// The undo and redo stacks of this window.
import type { OutboxEntry } from '@daymark/client'

/** One part of an action: a write in the outbox, a batch on the server, or a canceled write. */
export type Part = { key: string } | { batch: string } | { entry: OutboxEntry }

/** All parts of one user action in order. */
export type Action = readonly Part[]

export interface UndoPorts {
  /** Cancels an unsent write and returns it; undefined if it is too late. */
  discard(key: string): OutboxEntry | undefined
  /** Returns the batch of a write on the server. Rejects if the server refused the write. */
  batchOf(key: string): Promise<string>
  /** Undoes a batch. Resolves to the batch that the undo created. */
  undo(batch: string): Promise<string>
  /** Puts a write into the outbox again and returns its new key. */
  again(entry: OutboxEntry): string
}

/** The maximum number of actions on the stack. */
const MOST = 100

export type UndoStack = ReturnType<typeof undoStack>

export function undoStack(ports: UndoPorts) {
  let done: Action[] = []
  let undone: Action[] = []
  /** Undo and redo run one at a time, because a second press of the shortcut needs the result of the first. */
  let last: Promise<unknown> = Promise.resolve()

  async function invertedPart(part: Part): Promise<Part> {
    if ('entry' in part) return { key: ports.again(part.entry) }
    if ('batch' in part) return { batch: await ports.undo(part.batch) }
    const entry = ports.discard(part.key)
    return entry ? { entry } : { batch: await ports.undo(await ports.batchOf(part.key)) }
  }

  /** Undoes the last part first, because a child cannot exist without its parent. */
  async function inverted(action: Action): Promise<Action> {
    const parts: Part[] = []
    for (const part of action.toReversed()) parts.push(await invertedPart(part))
    return parts
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  return {
    push(action: Action): void {
      done = [...done, action].slice(-MOST)
      undone = []
    },
    /** Undoes the last action. Returns false if there is none. Rejects if the server refuses. */
    undo: (): Promise<boolean> =>
      inTurn(async () => {
        const action = done.at(-1)
        if (!action) return false
        done = done.slice(0, -1)
        undone = [...undone, await inverted(action)]
        return true
      }),
    redo: (): Promise<boolean> =>
      inTurn(async () => {
        const action = undone.at(-1)
        if (!action) return false
        undone = undone.slice(0, -1)
        done = [...done, await inverted(action)]
        return true
      }),
    /** Undoes a specific action, for example from a toast. If that fails, the action stays on the stack. */
    undoOne: (action: Action): Promise<void> =>
      inTurn(async () => {
        const back = await inverted(action)
        done = done.filter(each => each !== action)
        undone = [...undone, back]
      }),
  }
}
