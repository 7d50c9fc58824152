// Lets units of work that open their own transaction join the one of the request. New code takes the transaction as an
// argument instead (`changes/write.ts`).
import { AsyncLocalStorage } from 'node:async_hooks'
import { isRetryable } from './errors.ts'
import { Stale } from './stale.ts'
import type { Tx } from './unit-of-work.ts'

const enclosing = new AsyncLocalStorage<Tx>()

export const enclosingTransaction = (): Tx | undefined => enclosing.getStore()

export const insideTransaction = <T>(tx: Tx, work: () => Promise<T>): Promise<T> => enclosing.run(tx, work)

const held = new AsyncLocalStorage<ReadonlySet<string>>()

/** Throws `Stale` if the enclosing transaction does not hold all of these keys. */
export function requireKeys(keys: readonly string[]): void {
  const missing = keys.filter(key => !held.getStore()?.has(key))
  if (missing.length > 0) throw new Stale(missing)
}

/** Marks these keys as held for the writes that join. */
export const holding = <T>(keys: ReadonlySet<string>, work: () => Promise<T>): Promise<T> =>
  held.run(keys, work)

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
      if (!(error instanceof Stale)) throw error
      for (const key of error.keys) all.add(key)
    }
  }
}

/** True if the whole transaction will run again, so that the error must not be stored as its outcome. */
export const runsAgain = (error: unknown): boolean => error instanceof Stale || isRetryable(error)

/** The transaction whose joining writes are recorded together at its end. */
const collecting = new AsyncLocalStorage<Tx>()

/** True inside `collectWrites`, which records the changes of all writes together at the end. */
export const isCollecting = (): boolean => collecting.getStore() !== undefined

export const collectWrites = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  collecting.run(tx, () => insideTransaction(tx, work))

/** Runs one of the writes that `collectWrites` records together. If it fails, the others are kept. */
export function collectedWrite<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = collecting.getStore()
  if (!tx) throw new Error('There is no enclosing collectWrites.')
  return tx.attempt(() => work(tx))
}
