// Revokes all personal access tokens of a person, inside another feature's transaction.
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { tokenStore } from './store.ts'

export const personalTokens = (clock: Clock) => ({
  /** Revokes all valid tokens and returns their ids. Expired tokens stay in the list for a while. */
  revokeAll: (tx: Tx, ownerId: string): Promise<readonly string[]> =>
    tokenStore(tx).removeGood(ownerId, clock.now()),
})
