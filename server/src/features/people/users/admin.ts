// Operations on people for the command line. They work with every sign-in method.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { adminStore, type Person } from './admin-store.ts'
import { userStore } from './store.ts'

export function userAdmin({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  return {
    list: (): Promise<Person[]> => uow.read(db => adminStore(db).list()),

    async setDisabled(id: string, disabled: boolean): Promise<void> {
      await uow.write([id], tx => userStore(tx).setDisabled(id, disabled ? clock.now() : null))
    },

    /**
     * Deletes in many short transactions, because on SQLite a long one would block the writes of the server. The
     * person is disabled first, so that nothing new is written; an interrupted deletion can be repeated.
     */
    async remove(id: string): Promise<void> {
      await this.setDisabled(id, true)
      for (let deleted = 1; deleted > 0; ) deleted = await uow.write([id], tx => userStore(tx).removeSome(id))
      await uow.write([id], async tx => {
        await adminStore(tx).removeAccount(id)
        await userStore(tx).remove(id)
      })
    },
  }
}
