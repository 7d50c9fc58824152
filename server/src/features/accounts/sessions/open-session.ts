// Signs in with a password. A session opened with an old password does not survive a concurrent password change.

import { newId } from '../../../platform/kernel/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { userStore } from '../../people/users/store.ts'
import type { Account, AccountSession } from '../account.ts'
import type { SecondFactors } from '../factors/service.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { accountStore } from '../store.ts'
import { expiryAfterUse } from './refresh-token.ts'
import { sessionStore } from './session-store.ts'
import type { AccountSessions } from './sessions.ts'

export interface OpenerParts {
  uow: UnitOfWork
  clock: Clock
  passwords: Passwords
  sessions: AccountSessions
  factors: SecondFactors
}

export interface OpenedSession {
  account: Account
  session: AccountSession
}

/** The reason why a sign-in with the correct password is refused. */
export type Refused = 'disabled' | 'code_required' | 'wrong_code'

type Gate = Awaited<ReturnType<SecondFactors['gate']>>

/** The maximum number of `sign_in` sessions per account. A new session replaces the least recently used one. */
const MAX_SESSIONS = 50
/** The maximum number of attempts if the password changes during a sign-in. */
const MAX_TRIES = 3

export function sessionOpener({ uow, clock, passwords, sessions, factors }: OpenerParts) {
  /** Returns undefined if the stored password has changed since it was checked. */
  async function open(
    tx: Tx,
    account: Account,
    checked: { stored: string; replacement: string | undefined },
    source: RequestSource,
    gate: Gate,
  ): Promise<BegunSession | Refused | undefined> {
    const now = clock.now()
    const store = accountStore(tx)
    if ((await store.passwordOf(account.id)) !== checked.stored) return undefined
    if (checked.replacement !== undefined) await store.setPassword(account.id, checked.replacement, now)
    if (await userStore(tx).isDisabled(account.id)) return 'disabled'
    const outcome = await gate(tx, account.id, source)
    if (outcome !== 'passed') return outcome
    return beginSession(tx, account, now, source)
  }

  /** Returns undefined for a wrong password and for an unknown address, after the same amount of work. */
  return async (
    email: string,
    password: string,
    source: RequestSource,
    code?: string,
  ): Promise<OpenedSession | Refused | undefined> => {
    const gate = await factors.gate(code)
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const { account, stored } = await uow.read(async db => {
        const found = await accountStore(db).findByEmail(email)
        return { account: found, stored: found && (await accountStore(db).passwordOf(found.id)) }
      })
      const right = await passwords.verify(password, stored)
      if (!right || account === undefined || stored === undefined) return undefined
      const replacement = passwords.isOutdated(stored) ? await passwords.hash(password) : undefined
      const opened = await uow.write([account.id], tx =>
        open(tx, account, { stored, replacement }, source, gate),
      )
      if (opened === undefined) continue
      if (typeof opened === 'string') return opened
      if (opened.evicted.length > 0) sessions.announce({ sessions: opened.evicted, personal_tokens: [] })
      return opened
    }
    return undefined
  }
}

export interface BegunSession extends OpenedSession {
  /** The sessions that the new one replaces. Announce them after the commit. */
  evicted: AccountSession[]
}

/** Opens a session. Call this only after the sign-in was checked. */
export async function beginSession(
  tx: Tx,
  account: Account,
  now: number,
  source: RequestSource,
  {
    passkey,
    id,
    is_recorded = false,
  }: { passkey?: { name: string }; id?: string; is_recorded?: boolean } = {},
): Promise<BegunSession> {
  const fresh = newSession(account.id, 'sign_in', now, expiryAfterUse(now, now), source)
  const session = { ...fresh, id: id ?? fresh.id }
  await sessionStore(tx).insert(session)
  const subject = { id: session.id, name: passkey?.name ?? null }
  if (!is_recorded) await record(tx, { owner_id: account.id, event: 'signed_in', at: now, source, subject })
  const signIns = (await sessionStore(tx).listOf(account.id)).filter(each => each.kind === 'sign_in')
  const evicted = signIns.slice(MAX_SESSIONS)
  await sessionStore(tx).remove(evicted.map(each => each.id))
  return { account, session, evicted }
}

export const newSession = (
  accountId: string,
  kind: AccountSession['kind'],
  now: number,
  expiresAt: number,
  { address, user_agent }: RequestSource,
): AccountSession => ({
  id: newId(),
  account_id: accountId,
  kind,
  user_agent,
  address,
  generation: 0,
  created_at: now,
  exchanged_at: now,
  expires_at: expiresAt,
})
