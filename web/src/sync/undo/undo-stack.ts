// Each window has its own undo and redo stacks.
import { NetworkError, type OutboxEntry } from '@daymark/client'

/** A write in the outbox, a batch on the server, or a canceled write. */
export type Part = { key: string } | { batch: string } | { entry: OutboxEntry }

/** All parts of one user action, in order. */
export type Action = readonly Part[]

export interface UndoPorts {
  /** Cancels an unsent write and returns it, or returns undefined if it is too late. */
  discard(key: string): OutboxEntry | undefined
  /** Resolves to the batch of the write. Rejects if it has none, for example because the server refused the write. */
  batchOf(key: string): Promise<string>
  /** Resolves to the batch that the undo created. */
  undo(batch: string): Promise<string>
  /** Adds the write to the outbox again and returns its new key. */
  again(entry: OutboxEntry): string
}

const MOST = 100

export type UndoStack = ReturnType<typeof undoStack>

export function undoStack(ports: UndoPorts) {
  const stacks: Record<'done' | 'undone', Action[]> = { done: [], undone: [] }
  /** Keys of writes that changed nothing. Actions keep these parts, because callers compare actions by identity. */
  const dropped = new Set<string>()
  const isLeft = (part: Part): boolean => !('key' in part && dropped.has(part.key))
  /**
   * Resolves when the last undo or redo ends. They run one at a time, because a second key press needs the result of
   * the first.
   */
  let last: Promise<unknown> = Promise.resolve()

  async function invertedPart(part: Part): Promise<Part> {
    if ('entry' in part) return { key: ports.again(part.entry) }
    if ('batch' in part) return { batch: await ports.undo(part.batch) }
    const entry = ports.discard(part.key)
    return entry ? { entry } : { batch: await ports.undo(await ports.batchOf(part.key)) }
  }

  /** Undoes the last part first, because a child cannot exist without its parent. Adds the inverted parts to `back`. */
  async function invert(parts: Action, back: Part[]): Promise<void> {
    for (const part of parts.toReversed()) back.push(await invertedPart(part))
  }

  const move = (from: 'done' | 'undone', to: 'done' | 'undone'): Promise<boolean> =>
    inTurn(async () => {
      const action = stacks[from].at(-1)
      if (!action) return false
      stacks[from] = stacks[from].slice(0, -1)
      const parts = action.filter(isLeft)
      const back: Part[] = []
      try {
        await invert(parts, back)
      } catch (error) {
        // After a network error, the next key press must retry these parts instead of undoing an older action.
        if (error instanceof NetworkError) {
          const rest = back.length > 0 ? parts.slice(0, parts.length - back.length) : action
          stacks[from] = [...stacks[from], rest]
        }
        throw error
      } finally {
        if (back.length > 0) stacks[to] = [...stacks[to], back]
      }
      return true
    })

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  return {
    push(action: Action): void {
      stacks.done = [...stacks.done, action].slice(-MOST)
      stacks.undone = []
    },
    /** Resolves to false if there is nothing to undo. Rejects if the server refuses. */
    undo: () => move('done', 'undone'),
    redo: () => move('undone', 'done'),
    isUndone: (action: Action): boolean => !stacks.done.includes(action),
    /** Removes a write that was refused or discarded, because there is nothing to undo. */
    drop(key: string): void {
      dropped.add(key)
      for (const name of ['done', 'undone'] as const)
        stacks[name] = stacks[name].filter(action => action.some(isLeft))
    },
    /** Undoes a specific action, for example from a toast. If this fails, the action stays on the stack. */
    undoOne: (action: Action): Promise<void> =>
      inTurn(async () => {
        const back: Part[] = []
        await invert(action.filter(isLeft), back)
        stacks.done = stacks.done.filter(each => each !== action)
        if (back.length > 0) stacks.undone = [...stacks.undone, back]
      }),
  }
}
