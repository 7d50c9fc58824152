// What this person did in this window, to be undone and redone in order.
import type { OutboxEntry } from '@daymark/client'

/** One part of an action: a write that was given to the outbox, a batch of the server, or a write that was taken back. */
export type Part = { key: string } | { batch: string } | { entry: OutboxEntry }

/** Everything that one press did, in order. */
export type Action = readonly Part[]

export interface UndoPorts {
  /** Takes back a write that was not sent; undefined when it is too late for that. */
  discard(key: string): OutboxEntry | undefined
  /** The batch in which the server has done the write; rejects when it was refused. */
  batchOf(key: string): Promise<string>
  /** Undoes a batch. Resolves with the batch that did so. */
  undo(batch: string): Promise<string>
  /** Gives a write to the outbox again. Answers its new key. */
  again(entry: OutboxEntry): string
}

/** Nobody goes back further. */
const MOST = 100

export type UndoStack = ReturnType<typeof undoStack>

export function undoStack(ports: UndoPorts) {
  let done: Action[] = []
  let undone: Action[] = []
  /** One after the other: the second press of the shortcut needs the outcome of the first. */
  let last: Promise<unknown> = Promise.resolve()

  async function invertedPart(part: Part): Promise<Part> {
    if ('entry' in part) return { key: ports.again(part.entry) }
    if ('batch' in part) return { batch: await ports.undo(part.batch) }
    const entry = ports.discard(part.key)
    return entry ? { entry } : { batch: await ports.undo(await ports.batchOf(part.key)) }
  }

  /** The last part first: a child cannot stay when its parent goes. */
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
    /** False when there is nothing to undo. Rejects with the reason when the server refuses. */
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
    /** One certain action, such as that of a message with "Undo". Refused, it can still be undone in its turn. */
    undoOne: (action: Action): Promise<void> =>
      inTurn(async () => {
        const back = await inverted(action)
        done = done.filter(each => each !== action)
        undone = [...undone, back]
      }),
  }
}
