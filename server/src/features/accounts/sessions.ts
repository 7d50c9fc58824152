// The open sessions of accounts: where one is signed in, and how that ends.
import type { Clock } from '../../platform/kernel/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { userStore } from '../people/users/store.ts'
import type { Account, AccountSession } from './account.ts'
import { sessionStore } from './session-store.ts'
import { accountStore } from './store.ts'

export interface SessionParts {
  uow: UnitOfWork
  clock: Clock
  /** Hears of sessions that have ended here. */
  ended(sessionIds: readonly string[]): void
}

export interface FoundSession {
  session: AccountSession
  account: Account
  disabled: boolean
}

export type AccountSessions = ReturnType<typeof accountSessions>

export function accountSessions({ uow, clock, ended }: SessionParts) {
  async function of(accountId: string): Promise<AccountSession[]> {
    const all = await uow.read(db => sessionStore(db).listOf(accountId))
    return all.filter(session => session.expires_at > clock.now())
  }

  async function end(accountId: string, sessions: readonly AccountSession[]): Promise<void> {
    if (sessions.length === 0) return
    const ids = sessions.map(session => session.id)
    await uow.write([accountId], tx => sessionStore(tx).remove(ids))
    ended(ids)
  }

  return {
    of,
    end,

    find: (id: string): Promise<FoundSession | undefined> =>
      uow.read(async db => {
        const session = await sessionStore(db).find(id)
        const account = session && (await accountStore(db).find(session.account_id))
        if (!session || !account || session.expires_at <= clock.now()) return undefined
        return { session, account, disabled: await userStore(db).isDisabled(account.id) }
      }),

    async endOthers(accountId: string, currentId: string | undefined): Promise<number> {
      const others = (await of(accountId)).filter(session => session.id !== currentId)
      await end(accountId, others)
      return others.length
    },
  }
}
