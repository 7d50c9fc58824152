// Runs a whole request in one transaction that all of its units of work join.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notice } from '../kernel/notice.ts'
import type { CapturedRow } from './captured-row.ts'
import { isRetryable, translate } from './errors.ts'
import type { Tx } from './unit-of-work.ts'

const enclosing = new AsyncLocalStorage<Tx>()

export const enclosingTransaction = (): Tx | undefined => enclosing.getStore()

export const insideTransaction = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => enclosing.run(tx, work)

const held = new AsyncLocalStorage<ReadonlySet<string>>()

/**
 * Ends a transaction that does not hold all keys of a joining write. `withAllKeys` then runs it again with these keys.
 */
class KeysMissing extends Error {
  readonly keys: readonly string[]

  constructor(keys: readonly string[]) {
    super('The transaction runs again with further keys.')
    this.keys = keys
  }
}

/** Throws `KeysMissing` if the enclosing transaction does not hold all of these keys. */
export function requireKeys(keys: readonly string[]): void {
  const missing = keys.filter(key => !held.getStore()?.has(key))
  if (missing.length > 0) throw new KeysMissing(missing)
}

/**
 * Runs a transaction, and repeats it with further keys if joining writes need them. The keys of joining writes are not
 * known in advance, and locking one key after another could deadlock.
 */
export async function withAllKeys<T>(
  keys: readonly string[],
  run: (keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const all = new Set(keys)
  for (;;) {
    try {
      return await held.run(all, () => run([...all]))
    } catch (error) {
      if (!(error instanceof KeysMissing)) throw error
      for (const key of error.keys) all.add(key)
    }
  }
}

/** True if the whole transaction will run again, so that the error must not be stored as its outcome. */
export const runsAgain = (error: unknown): boolean => error instanceof KeysMissing || isRetryable(error)

/**
 * Uses a savepoint, so that a failed write rolls back without the rest of the request. Throws the same problem as a
 * write with its own transaction.
 */
export async function joinedWrite<T>(outer: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const notices: Notice[] = []
  await outer.execute('savepoint joined', [])
  try {
    const value = await work({ ...outer, emit: notice => notices.push(notice) })
    await outer.execute('release savepoint joined', [])
    for (const notice of notices) outer.emit(notice)
    return value
  } catch (error) {
    await outer.execute('rollback to savepoint joined', [])
    await outer.execute('release savepoint joined', [])
    // Discards the captured changes, because they were rolled back.
    await outer.takeCaptured()
    throw translate(error)
  }
}

/** Row changes from several writes that are recorded together. */
interface Collected {
  tx: Tx
  rows: CapturedRow[]
}

const collecting = new AsyncLocalStorage<Collected>()

/** True inside `collectWrites`, which records the changes of all writes together at the end. */
export const isCollecting = (): boolean => collecting.getStore() !== undefined

/**
 * Runs `work`. Returns its value, and a transaction whose captured rows are the changes of all writes that succeeded.
 */
export async function collectWrites<T>(tx: Tx, work: () => Promise<T>): Promise<{ value: T; tx: Tx }> {
  const collected: Collected = { tx, rows: [] }
  const value = await collecting.run(collected, () => insideTransaction(tx, work))
  return { value, tx: { ...tx, takeCaptured: () => collected.rows } }
}

/** Like `joinedWrite`, but keeps the changes of earlier writes if this one fails. */
export async function collectedWrite<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const collected = collecting.getStore()
  if (!collected) throw new Error('There is no enclosing collectWrites.')
  const { tx, rows } = collected
  return joinedWrite(tx, async inner => {
    const value = await work(inner)
    for (const row of await inner.takeCaptured()) rows.push(row)
    return value
  })
}
