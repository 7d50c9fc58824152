// Writes that share a key run in sequence. Waiting writes that have only this key share a transaction and its commit.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from '../unit-of-work.ts'

export type Work = (tx: Tx) => Promise<unknown>

/**
 * Runs all `works` in one transaction. Calls `committing` once all of them have succeeded. An error before that call
 * means that nothing was written. After it, the commit may still have succeeded.
 */
export type RunTogether = (
  keys: readonly string[],
  works: readonly Work[],
  committing: () => void,
) => Promise<unknown[]>

interface Job {
  readonly work: Work
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Bounds how long a group's first write waits for the others. */
const MOST_TOGETHER = 16

export function writeGroups(run: RunTogether) {
  /** For each key with a transaction in progress, the writes that wait for it. */
  const waiting = new Map<string, Job[]>()

  /** Each person's last write that has several keys. */
  const last = new Map<string, Promise<unknown>>()
  /** The number of writes that wait for one in `last`. */
  let queued = 0

  /**
   * Waits for the person's earlier multi-key writes without occupying a connection. `person` is a write's first key.
   */
  async function inTurn(person: string, run: () => Promise<unknown>): Promise<unknown> {
    const earlier = last.get(person)
    const running = earlier ? after(earlier, run) : run()
    last.set(person, running)
    try {
      return await running
    } finally {
      if (last.get(person) === running) last.delete(person)
    }
  }

  async function after<T>(earlier: Promise<unknown>, next: () => Promise<T>): Promise<T> {
    queued++
    await Promise.allSettled([earlier])
    queued--
    return next()
  }

  const alone = async (keys: readonly string[], work: Work): Promise<unknown> =>
    (await run(keys, [work], () => {}))[0]

  async function together(key: string, jobs: readonly Job[]): Promise<void> {
    let isCommitting = false
    try {
      const works = jobs.map(({ work }) => work)
      const values = await run([key], works, () => {
        isCommitting = true
      })
      for (const [at, job] of jobs.entries()) job.resolve(values[at])
    } catch (error) {
      // If one write fails, runs each write alone, so that the others succeed. Repeats nothing if the commit may have
      // succeeded.
      for (const job of jobs) {
        if (isCommitting || jobs.length === 1) job.reject(error)
        else await alone([key], job.work).then(job.resolve, job.reject)
      }
    }
  }

  async function runWaiting(key: string, jobs: Job[]): Promise<void> {
    while (jobs.length > 0) await together(key, jobs.splice(0, MOST_TOGETHER))
    waiting.delete(key)
  }

  return {
    /**
     * Runs a write. Writes that wait for the same single key share a transaction. A write with several keys, such as
     * one for two friends, has its own. A person's multi-key writes run in sequence, so that they cannot occupy the
     * whole pool while they wait for locks.
     */
    write<T>(given: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
      const keys = [...new Set(given)]
      const [key] = keys
      if (key === undefined) return alone(keys, work) as Promise<T>
      if (keys.length > 1) return inTurn(key, () => alone(keys, work)) as Promise<T>
      return new Promise<T>((resolve, reject) => {
        // A group runs in its first write's async context, but each write needs its own.
        const inOwnContext = AsyncLocalStorage.snapshot()
        const job = { work: (tx: Tx) => inOwnContext(work, tx), resolve, reject } as Job
        const others = waiting.get(key)
        if (others) return void others.push(job)
        const jobs = [job]
        waiting.set(key, jobs)
        void runWaiting(key, jobs)
      })
    },

    waiting: (): number => [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, queued),
  }
}
