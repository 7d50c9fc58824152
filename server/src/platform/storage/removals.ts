// Lets a feature know, inside the transaction, that things it points to are about to be deleted.
import type { Tx, UnitOfWork } from './unit-of-work.ts'

export type LetGo = (tx: Tx, type: string, ids: readonly string[]) => Promise<void>

export const withRemovals = (uow: UnitOfWork, letGo: LetGo): UnitOfWork => ({
  read: uow.read,
  write: (keys, work) =>
    uow.write(keys, tx => work({ ...tx, removing: (type, ids) => letGo(tx, type, ids) })),
})
