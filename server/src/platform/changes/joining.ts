// For code that does not take its transaction as an argument yet: runs a use case in the transaction that encloses the
// call, or in its own.
import type { Actor } from '../kernel/actor.ts'
import { currentCause } from '../kernel/cause.ts'
import type { RecordedStorage } from './recording/recorded-storage.ts'
import type { RequestTx } from './request-tx.ts'
import { write } from './write.ts'

export const joining = <T>(
  storage: RecordedStorage,
  actor: Actor,
  run: (tx: RequestTx) => Promise<T>,
): Promise<T> => write(storage, { actor, cause: currentCause() }, { run }, undefined)
