// Operations on embedded accounts for the command line.
import { randomInt } from 'node:crypto'
import { conflict, notFound } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { COMMAND_LINE } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { roleStore } from '../people/users/role-store.ts'
import { userStore } from '../people/users/store.ts'
import type { Account } from './account.ts'
import { FIRST_ACCOUNT, newAccount, refuseWeak } from './entry.ts'
import { factorStore } from './factors/store.ts'
import type { TokenIssuer } from './keys/issue.ts'
import { linkStore } from './links/link-store.ts'
import { passkeyStore } from './passkeys/store.ts'
import type { Passwords } from './passwords/passwords.ts'
import { newSession } from './sessions/open-session.ts'
import { sessionStore } from './sessions/session-store.ts'
import type { AccountSessions } from './sessions/sessions.ts'
import { accountStore } from './store.ts'
import type { LoginThrottle } from './throttle/login-throttle.ts'

export interface AdminParts {
  uow: UnitOfWork
  clock: Clock
  passwords: Passwords
  throttle: LoginThrottle
  sessions: AccountSessions
  issue: TokenIssuer
}

export function accountAdmin({ uow, clock, passwords, throttle, sessions, issue }: AdminParts) {
  async function find(email: string): Promise<Account> {
    const account = await uow.read(db => accountStore(db).findByEmail(email))
    if (!account) throw notFound(`There is no account with the address ${email}.`)
    return account
  }

  async function create(
    email: string,
    name: string | undefined,
    hash?: string,
  ): Promise<Account | undefined> {
    const account = newAccount(email, name, clock.now())
    return uow.write([email, FIRST_ACCOUNT], async tx => {
      if (!(await accountStore(tx).insert(account))) return undefined
      await roleStore(tx).grantFirst(account.id, account.created_at)
      if (hash !== undefined) await accountStore(tx).setPassword(account.id, hash, clock.now())
      return account
    })
  }

  return {
    find,

    /** Creates an account and returns its password, which is generated if none is given. */
    async create(email: string, name: string | undefined, password = newPassword()): Promise<string> {
      refuseWeak(password, newAccount(email, name, 0), 'password')
      const hash = await passwords.hash(password)
      if (!(await create(email, name, hash)))
        throw conflict(`There is already an account with the address ${email}.`)
      return password
    },

    /** Sets a new password, ends every session and revokes every token of the account. */
    async resetPassword(email: string, password = newPassword()): Promise<string> {
      const account = await find(email)
      refuseWeak(password, account, 'password')
      const hash = await passwords.hash(password)
      await uow.write([account.id], async tx => {
        await accountStore(tx).setPassword(account.id, hash, clock.now())
        await linkStore(tx).remove(account.id, ['reset', 'email'])
        await sessions.endAll(tx, account.id, { tokens: true })
        const change = { event: 'password_changed', at: clock.now(), source: COMMAND_LINE } as const
        await record(tx, { owner_id: account.id, ...change })
      })
      await throttle.clear(email)
      return password
    },

    /** Removes the authenticator app, the recovery codes and all passkeys, so that the password alone is enough. */
    async resetFactors(email: string): Promise<void> {
      const account = await find(email)
      await uow.write([account.id], async tx => {
        const change = { owner_id: account.id, at: clock.now(), source: COMMAND_LINE }
        if (await factorStore(tx).remove(account.id)) await record(tx, { ...change, event: 'factor_removed' })
        for (const name of await passkeyStore(tx).removeOf(account.id))
          await record(tx, { ...change, event: 'passkey_removed', subject: { id: null, name } })
      })
    },

    /** Marks the address of the account as verified. With `next`, changes the address to `next` first. */
    async verify(email: string, next = email): Promise<void> {
      const account = await find(email)
      await uow.write([account.id, next], async tx => {
        if (next !== email && (await accountStore(tx).findByEmail(next)))
          throw conflict(`There is already an account with the address ${next}.`)
        const now = clock.now()
        await accountStore(tx).setEmail(account.id, next, now)
        await linkStore(tx).remove(account.id, ['verify', 'email', 'reset'])
        const event = next === email ? 'email_verified' : 'email_changed'
        await record(tx, { owner_id: account.id, event, at: now, source: COMMAND_LINE })
        const user = await userStore(tx).find(account.id)
        if (user) await userStore(tx).updateProfile({ ...user, email: next, email_verified: true }, now, now)
      })
    },

    /** Creates an access token for the account with this address. Creates the account if there is none. */
    async tokenFor(email: string, name: string | undefined, hours: number): Promise<string> {
      const account = (await create(email, name)) ?? (await find(email))
      if (await uow.read(db => userStore(db).isDisabled(account.id))) {
        throw conflict(
          `The account ${email} is disabled: "npm run user -- enable --email ${email}" enables it again.`,
        )
      }
      const now = clock.now()
      const session = newSession(account.id, 'command', now, now + hours * 3_600_000, COMMAND_LINE)
      await uow.write([account.id], async tx => {
        await sessionStore(tx).insert(session)
        const change = { event: 'token_created', at: now, source: COMMAND_LINE } as const
        await record(tx, { owner_id: account.id, ...change })
      })
      return issue(account, hours * 3600, session.id)
    },

    list: () => uow.read(db => accountStore(db).list()),
  }
}

// Omits characters that are easily confused, such as l and 1.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Generates four groups of five characters, which is 100 bits of entropy. */
const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')
