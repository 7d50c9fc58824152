// Command line operations on people. They work with every sign-in method.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { adminStore, type Person } from './admin-store.ts'
import { setDisabled } from './disabling.ts'
import { cancelDeletion, cancelRemoval, personRemoval } from './removal.ts'
import { roleStore } from './role-store.ts'

export const peopleOf = (uow: UnitOfWork): Promise<Person[]> => uow.read(db => adminStore(db).list())

export interface UserAdminParts {
  uow: UnitOfWork
  clock: Clock
  /** The command that acts. */
  source: RequestSource
}

export function userAdmin({ uow, clock, source }: UserAdminParts) {
  return {
    async setDisabled(id: string, disabled: boolean): Promise<void> {
      await uow.write([id], async tx => {
        await setDisabled(tx, id, disabled, clock.now())
        if (!disabled) await cancelRemoval(tx, id)
        const event = disabled ? 'account_disabled' : 'account_enabled'
        await record(tx, { owner_id: id, event, at: clock.now(), source })
      })
    },

    /** Cancels a deletion that the owner requested. Returns false if there is none. */
    keep: (id: string): Promise<boolean> =>
      uow.write([id], async tx => {
        if (!(await cancelDeletion(tx, id))) return false
        const change = { event: 'deletion_canceled', at: clock.now(), source } as const
        await record(tx, { owner_id: id, ...change })
        return true
      }),

    async setRole(id: string, isAdmin: boolean): Promise<void> {
      await uow.write([id], async tx => {
        const now = clock.now()
        await roleStore(tx).setAdmin(id, isAdmin ? now : null)
        const subject = { id: null, name: isAdmin ? 'admin' : 'user' }
        await record(tx, { owner_id: id, event: 'role_changed', at: now, source, subject })
      })
    },

    /** If the command is interrupted, a running server finishes the deletion. Running the command again is safe. */
    async remove(id: string): Promise<void> {
      const removal = personRemoval({ uow, clock })
      await uow.write([id], tx => removal.begin(tx, id, source))
      await removal.finishWithoutLimit(id)
    },
  }
}
