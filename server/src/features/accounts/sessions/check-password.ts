// Checks passwords and codes for the OpenID provider, which has its own sessions.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { userStore } from '../../people/users/store.ts'
import type { Account } from '../account.ts'
import type { SecondFactors } from '../factors/service.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { accountStore } from '../store.ts'

export interface CheckerParts {
  uow: UnitOfWork
  clock: Clock
  passwords: Passwords
  factors: SecondFactors
}

export interface CheckedPassword {
  account: Account
  /** Whether the person must also enter a code to sign in. */
  needs_code: boolean
  /** The time of the check in seconds. A password that is set later makes the sign-in invalid. */
  at_s: number
}

export function passwordChecker({ uow, clock, passwords, factors }: CheckerParts) {
  /** Replaces the hash but keeps the time when the password was set, because the password itself does not change. */
  async function replace(id: string, stored: string, password: string): Promise<void> {
    const hash = await passwords.hash(password)
    await uow.write([id], async tx => {
      const store = accountStore(tx)
      if ((await store.passwordOf(id)) !== stored) return
      await store.setPassword(id, hash, (await store.passwordSetAt(id)) ?? clock.now())
    })
  }

  return {
    /** Returns undefined for a wrong password and for an unknown address, after the same amount of work. */
    async check(email: string, password: string): Promise<CheckedPassword | 'disabled' | undefined> {
      const { account, stored } = await uow.read(async db => {
        const found = await accountStore(db).findByEmail(email)
        return { account: found, stored: found && (await accountStore(db).passwordOf(found.id)) }
      })
      const at_s = seconds(clock.now())
      const right = await passwords.verify(password, stored)
      if (!right || account === undefined) return undefined
      if (await uow.read(db => userStore(db).isDisabled(account.id))) return 'disabled'
      if (stored !== undefined && passwords.isOutdated(stored)) await replace(account.id, stored, password)
      const { enabled: needs_code } = await factors.state(account)
      return { account, at_s, needs_code }
    },

    /** Checks the code in the second step of a sign-in. `at_s` is when the password was checked, in seconds. */
    async checkCode(id: string, at_s: number, code: string, source: RequestSource) {
      const gate = await factors.gate(code)
      const account = await this.stillValid(id, at_s)
      if (!account) return undefined
      const outcome = await uow.write([id], tx => gate(tx, id, source))
      return outcome === 'passed' ? { account, at_s } : 'wrong_code'
    },

    /** Returns undefined if the account is gone or disabled, or if its password was set after this sign-in. */
    stillValid: (id: string, signedInAtS: number | undefined): Promise<Account | undefined> =>
      uow.read(db => validAccount(db, id, signedInAtS === undefined ? undefined : signedInAtS * 1000 + 999)),
  }
}

/** Returns undefined if the account is gone or disabled, or if its password was set after `at`. */
export async function validAccount(db: Db, id: string, at: number | undefined): Promise<Account | undefined> {
  const account = await accountStore(db).find(id)
  if (!account || (await userStore(db).isDisabled(id))) return undefined
  const setAt = at === undefined ? undefined : await accountStore(db).passwordSetAt(id)
  return at !== undefined && setAt !== undefined && setAt > at ? undefined : account
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
