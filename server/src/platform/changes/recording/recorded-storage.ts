// Wraps the storage, so that every write appends its changes to the change log in the same transaction.
import { type Cause, currentCause, type Position, withCause } from '../../kernel/cause.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import {
  collectedWrite,
  collectWrites,
  enclosingTransaction,
  holding,
  insideTransaction,
  isCollecting,
  requireKeys,
  withAllKeys,
} from '../../storage/joined.ts'
import { Stale } from '../../storage/stale.ts'
import type { Storage, Tx } from '../../storage/unit-of-work.ts'
import type { By, RequestTx } from '../request-tx.ts'
import type { BeforeCommit } from './recorder.ts'

export interface RecordedStorage extends Storage {
  /** Runs one transaction for a request, step or message: one batch. Call it through `write` of `changes/write.ts`. */
  transaction<T>(keys: readonly string[], by: By, work: (tx: RequestTx) => Promise<T>): Promise<T>
  /**
   * Runs a whole request in one transaction, so that its outcome is stored together with its changes. `work` may run
   * again after a deadlock, or if a write inside it needs more keys.
   */
  enclose<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs many writes as one: one transaction and one batch of changes. A failed write is rolled back alone; if `work`
   * fails, all writes are rolled back. `work` may run again after a deadlock, or if a write inside it needs more keys.
   */
  together<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
}

export function recordedStorage(storage: Storage, record: BeforeCommit, clock: Clock): RecordedStorage {
  storage.startCapturing()
  const recorded =
    <T>(cause: Cause, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<Recorded<T>> => {
      const value = await work(tx)
      return { value, seq: await record(tx, cause) }
    }

  const write: Storage['write'] = (keys, work) => {
    if (isCollecting()) return joined(keys, () => collectedWrite(work))
    // Reads the cause before the write is queued, because the queue runs the write in the context of another request.
    const cause = currentCause()
    const entered = recorded(cause, work)
    const tx = enclosingTransaction()
    return reaching(
      cause,
      tx ? joined(keys, () => tx.attempt(() => entered(tx))) : storage.write(keys, entered),
    )
  }

  return {
    ...storage,
    write,
    transaction: (keys, by, work) => {
      const { cause } = by
      const all = new Set(keys)
      if (isCollecting())
        return joined(keys, () =>
          collectedWrite(tx => work(requestTx(tx, by, joiningTogether(clock.now(), all)))),
        )
      const run = async (raw: Tx): Promise<Recorded<Awaited<ReturnType<typeof work>>>> => {
        cause.versions.clear()
        cause.splits.clear()
        let recorded: Promise<number | undefined> | undefined
        const recordOnce = () => {
          recorded ??= record(raw, cause)
          return recorded
        }
        const forgetRecord = () => {
          recorded = undefined
        }
        const tx = requestTx(raw, by, { now: clock.now(), keys: all, record: recordOnce, forgetRecord })
        const value = await withCause(cause, () => holding(all, () => collectWrites(raw, () => work(tx))))
        return { value, seq: await recordOnce() }
      }
      const outer = enclosingTransaction()
      return reaching(
        cause,
        outer ? joined(keys, () => outer.attempt(() => run(outer))) : storage.write([...all], run),
      )
    },
    read: work => {
      const tx = enclosingTransaction()
      return tx ? work(tx) : storage.read(work)
    },
    snapshot: work => {
      const tx = enclosingTransaction()
      return tx ? work(tx) : storage.snapshot(work)
    },
    enclose: (keys, work) => {
      const tx = enclosingTransaction()
      if (tx) return joined(keys, () => work(tx))
      const { position } = currentCause()
      return keepingPosition(position, restore =>
        withAllKeys(keys, all =>
          storage.write(all, outer => {
            restore()
            return insideTransaction(outer, () => work(outer))
          }),
        ),
      )
    },
    together: (keys, work) => {
      const cause = currentCause()
      const collected = async (tx: Tx) => {
        const value = await collectWrites(tx, work)
        return { value, seq: await record(tx, cause) }
      }
      const tx = enclosingTransaction()
      return reaching(
        cause,
        tx
          ? joined(keys, () => tx.attempt(() => collected(tx)))
          : withAllKeys(keys, all => storage.write(all, collected)),
      )
    },
  }
}

interface Opened {
  now: number
  keys: ReadonlySet<string>
  record(): Promise<number | undefined>
  /** Called if entries may have been rolled back. */
  forgetRecord(): void
}

const requestTx = (
  raw: Tx,
  { actor, cause }: By,
  { now, keys, record, forgetRecord }: Opened,
): RequestTx => ({
  ...raw,
  ...{ actor, cause, now, record },
  attempt: part =>
    raw.attempt(part).catch((error: unknown) => {
      forgetRecord()
      throw error
    }),
  hold: (...needed) => {
    const missing = needed.filter(key => !keys.has(key))
    if (missing.length > 0) throw new Stale(missing)
  },
})

/** The writes of an enclosing `together` are recorded at its end. */
const joiningTogether = (now: number, keys: ReadonlySet<string>): Opened => ({
  ...{ now, keys },
  record: async () => undefined,
  forgetRecord: () => {},
})

interface Recorded<T> {
  readonly value: T
  readonly seq: number | undefined
}

/** Notes the position of a write that has succeeded, and only then, because a failed attempt used other numbers. */
async function reaching<T>({ position }: Cause, write: Promise<Recorded<T>>): Promise<T> {
  const { value, seq } = await write
  position.seq = seq ?? position.seq
  return value
}

/** Takes back the positions of joined writes that are rolled back with their transaction. */
async function keepingPosition<T>(position: Position, run: (restore: () => void) => Promise<T>): Promise<T> {
  const { seq } = position
  const restore = () => {
    position.seq = seq
  }
  return run(restore).catch((error: unknown) => {
    restore()
    throw error
  })
}

/**
 * Requires that the enclosing transaction has locked all keys of this write, so that no other write with one of them
 * runs at the same time.
 */
async function joined<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  requireKeys(keys)
  return work()
}
