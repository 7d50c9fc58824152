// Throttles guesses per email address and source, so that strangers cannot lock an owner out of their account.
import { createHash } from 'node:crypto'
import { limited } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { untilNone } from '../../../platform/storage/statements/in-steps.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { ALL_NETWORKS, countFailure, forgetFailure, SOURCE, type ThrottlePolicy } from './attempt.ts'
import { attemptStore } from './attempt-store.ts'

/** Each source has its own counter. */
export type AttemptSource =
  /** Any unknown client on this network. A second counter, with a higher limit, covers all networks together. */
  | { kind: 'network'; key: string }
  /** A browser in which this account has signed in before. */
  | { kind: 'device'; key: string }
  /** A signed-in caller. */
  | { kind: 'session'; key: string }
  /** A network that guesses the setup code of a new server. The others do not delay the operator. */
  | { kind: 'setup'; key: string }

export type LoginThrottle = ReturnType<typeof loginThrottle>

const TOO_MANY = {
  sign_in: 'Too many failed sign-ins with this email address.',
  setup: 'Too many wrong setup codes.',
}
/** Counters older than this have no failures left and are deleted. */
const FORGET_MS = 86_400_000

export function loginThrottle({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** Counts the attempt as failed until the result is known. Throws if a delay has not passed yet. */
  async function begin(address: string, source: AttemptSource): Promise<readonly Counter[]> {
    const { counters, wait } = await uow.write([address], tx => count(tx, address, source, clock.now()))
    if (wait === 0) return counters
    const seconds = Math.ceil(wait / 1000)
    throw limited(
      `${TOO_MANY[source.kind === 'setup' ? 'setup' : 'sign_in']} Try again in ${seconds} s.`,
      seconds,
    )
  }

  const change = (address: string, work: (tx: Tx, now: number) => Promise<void>): Promise<void> =>
    uow.write([address], tx => work(tx, clock.now()))

  return {
    /**
     * Runs `check`, which returns undefined for a wrong password or code. If `check` throws, for example because the
     * hash queue is full, the attempt does not count as failed.
     */
    async attempt<T>(
      email: string,
      source: AttemptSource,
      check: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      const address = hashOf(email)
      const [own, ...others] = await begin(address, source)
      try {
        const outcome = await check()
        if (outcome === undefined) return undefined
        await change(address, async (tx, now) => {
          if (own) await attemptStore(tx).forget(own.key)
          await takeBack(tx, others, now)
        })
        return outcome
      } catch (error) {
        const counted = own ? [own, ...others] : others
        // If this write fails too, the original error is thrown.
        await change(address, (tx, now) => takeBack(tx, counted, now)).catch(() => {})
        throw error
      }
    },

    /** Deletes the password counters of an email address for all sources. */
    clear: (email: string): Promise<void> =>
      uow.write([hashOf(email)], tx => attemptStore(tx).forgetAll(hashOf(email))),

    sweep: () => untilNone(uow, tx => attemptStore(tx).forgetBefore(clock.now() - FORGET_MS)),
  }
}

interface Counter {
  key: string
  policy: ThrottlePolicy
}

async function count(tx: Tx, address: string, source: AttemptSource, now: number) {
  const own = { key: `${address}.${hashOf(`${source.kind} ${source.key}`)}`, policy: SOURCE }
  const everywhere = { key: `${address}.everywhere`, policy: ALL_NETWORKS }
  const before = await attemptStore(tx).find(own.key)
  const general = source.kind === 'network' ? await attemptStore(tx).find(everywhere.key) : undefined
  const wait = Math.max(0, ...[before, general].map(each => (each?.blocked_until ?? 0) - now))
  if (wait > 0) return { counters: [], wait }
  const after = countFailure(before, now, own.policy)
  await attemptStore(tx).save(own.key, after)
  // Failures of a network that is already delayed do not count toward the shared counter.
  if (source.kind !== 'network' || after.failures > SOURCE.free) return { counters: [own], wait }
  await attemptStore(tx).save(everywhere.key, countFailure(general, now, everywhere.policy))
  return { counters: [own, everywhere], wait }
}

async function takeBack(tx: Tx, counters: readonly Counter[], now: number): Promise<void> {
  for (const { key, policy } of counters) {
    const before = await attemptStore(tx).find(key)
    if (before) await attemptStore(tx).save(key, forgetFailure(before, now, policy))
  }
}

/** Hashes the address, because people sometimes type someone else's address, or their password, into this field. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
