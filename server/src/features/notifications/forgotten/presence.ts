// Tracks when people were last active. Stores the times once a minute, and only for people with running timers.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { forgottenStore } from './forgotten-store.ts'

export interface Presence {
  /** Called for every signed-in request, socket message and other sign of life, so it only notes the time in memory. */
  noteActivity(userId: string): void
  save(): Promise<void>
}

const AT_ONCE = 500

export function openPresence({ uow, clock }: { uow: UnitOfWork; clock: Clock }): Presence {
  const activeAt = new Map<string, number>()
  return {
    noteActivity: userId => void activeAt.set(userId, clock.now()),
    async save() {
      const all = [...activeAt]
      for (let from = 0; from < all.length; from += AT_ONCE) {
        const some = all.slice(from, from + AT_ONCE)
        await uow.write([], tx => forgottenStore(tx).saveActivity(some))
        // Keeps the times of people who were active again during the write.
        for (const [id, at] of some) if (activeAt.get(id) === at) activeAt.delete(id)
      }
    },
  }
}
