// Records the last activity of each person's devices. Stored once a minute, and only for people with running timers.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { forgottenStore } from './forgotten-store.ts'

export interface Presence {
  heard(userId: string): void
  /** Stores which people were active since the last call or are connected. */
  save(connected: Iterable<string>): Promise<void>
}

const AT_ONCE = 500

export function openPresence({ uow, clock }: { uow: UnitOfWork; clock: Clock }): Presence {
  let people = new Set<string>()
  return {
    heard: userId => void people.add(userId),
    async save(connected) {
      const heard = [...new Set([...people, ...connected])]
      people = new Set()
      const now = clock.now()
      for (let at = 0; at < heard.length; at += AT_ONCE)
        await uow.write([], tx => forgottenStore(tx).heard(heard.slice(at, at + AT_ONCE), now))
    },
  }
}
