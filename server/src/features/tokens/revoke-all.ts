import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { tokenStore } from './store.ts'

export const personalTokens = (clock: Clock) => ({
  /** Runs in another feature's transaction and returns the revoked ids. Expired tokens stay listed for a while. */
  revokeAll: (tx: Tx, ownerId: string): Promise<readonly string[]> =>
    tokenStore(tx).removeGood(ownerId, clock.now()),
})
