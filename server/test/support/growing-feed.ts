// A feed of one owner in memory: it grows, fails now and then, and can be held in the middle of a read.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TimerChange } from '../../src/features/timers/change.ts'

export const OWNER = 'ann'

export function growingFeed() {
  const changes: TimerChange[] = []
  let failures = 0
  let gate: PromiseWithResolvers<void> | undefined
  let reading = 0
  return {
    grow(): TimerChange {
      const change: TimerChange = {
        owner_id: OWNER,
        seq: changes.length + 1,
        at: 0,
        action: 'delete',
        timer_id: 'timer',
        snapshot: null,
      }
      changes.push(change)
      return change
    },
    fail(times: number) {
      failures = times
    },
    /** From now on reads wait until they are released. */
    hold() {
      gate = Promise.withResolvers<void>()
    },
    release() {
      gate?.resolve()
      gate = undefined
    },
    /** Reads that have begun and not ended. */
    get reading() {
      return reading
    },
    get length() {
      return changes.length
    },
    async after(
      _owner: string,
      since: number,
      upTo = Number.MAX_SAFE_INTEGER,
      limit = 3,
    ): Promise<TimerChange[]> {
      reading++
      await nextTurn()
      await gate?.promise
      reading--
      if (failures-- > 0) throw new Error('The database is away.')
      return changes.filter(change => change.seq > since && change.seq <= upTo).slice(0, limit)
    },
  }
}
