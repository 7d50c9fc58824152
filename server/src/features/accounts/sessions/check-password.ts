// Checks a password for the pages of the OpenID provider, which has sessions of its own.
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
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
  /** Whether a code has to be checked too, before the person is signed in. */
  needs_code: boolean
  /** The time of the check in seconds. A password that is set later makes the sign-in invalid. */
  at_s: number
}

export function passwordChecker({ uow, clock, passwords, factors }: CheckerParts) {
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
      const { enabled: needs_code } = await factors.state(account)
      return { account, at_s, needs_code }
    },

    /** The second step, after a password that was checked at `at_s`. */
    async checkCode(id: string, at_s: number, code: string, source: RequestSource) {
      const gate = await factors.gate(code)
      const account = await this.stillValid(id, at_s)
      if (!account) return undefined
      const outcome = await uow.write([id], tx => gate(tx, id, source))
      return outcome === 'passed' ? { account, at_s } : 'wrong_code'
    },

    /** Returns undefined if the account is gone or disabled, or its password was set after this sign-in. */
    stillValid: (id: string, signedInAtS: number | undefined): Promise<Account | undefined> =>
      uow.read(async db => {
        const account = await accountStore(db).find(id)
        if (!account || (await userStore(db).isDisabled(id))) return undefined
        const setAt = signedInAtS === undefined ? undefined : await accountStore(db).passwordSetAt(id)
        const isStale = signedInAtS !== undefined && setAt !== undefined && seconds(setAt) > signedInAtS
        return isStale ? undefined : account
      }),
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
