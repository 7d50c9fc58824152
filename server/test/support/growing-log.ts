// An in-memory change log for one owner. It grows, sometimes fails, and can pause during a read.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeliveredChange } from '../../src/features/history/delivered.ts'
import type { LogPage } from '../../src/features/history/log.ts'

export const OWNER = 'ann'
/** Small, so that every gap recovery takes several reads. */
const PAGE = 3

export function growingLog() {
  const changes: DeliveredChange[] = []
  let failures = 0
  let oldest = 1
  let gate: PromiseWithResolvers<void> | undefined
  let reading = 0
  return {
    grow(): DeliveredChange {
      const seq = changes.length + 1
      const change: DeliveredChange = {
        owner_id: OWNER,
        seq,
        at: 0,
        kind: 'timer',
        id: 'timer',
        action: 'deleted',
        instance_start: null,
        title: null,
        detail: null,
        follow_up: false,
        batch_end: true,
        batch_id: `batch-${seq}`,
        present: undefined,
        actor_id: null,
        via: 'system',
        token_name: null,
        reply_to: null,
        later_kinds: new Set(),
      }
      changes.push(change)
      return change
    },
    fail(times: number) {
      failures = times
    },
    /** Deletes earlier changes, as the server does with old ones. */
    forgetBefore(seq: number) {
      oldest = seq
    },
    /** Makes reads wait until `release` is called. */
    hold() {
      gate = Promise.withResolvers<void>()
    },
    release() {
      gate?.resolve()
      gate = undefined
    },
    get reading() {
      return reading
    },
    get length() {
      return changes.length
    },
    async after(_owner: string, since: number, upTo = Number.MAX_SAFE_INTEGER): Promise<LogPage | undefined> {
      reading++
      await nextTurn()
      await gate?.promise
      reading--
      if (failures-- > 0) throw new Error('The database is down.')
      if (since + 1 < oldest) return undefined
      const page = changes.filter(({ seq }) => seq > since && seq <= upTo).slice(0, PAGE)
      return { since, upTo: page.at(-1)?.seq ?? since, changes: page }
    },
  }
}
