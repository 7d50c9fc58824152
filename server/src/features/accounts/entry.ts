// Signs people up, in and out, and refreshes their sessions.

import type { AssertionResponse } from '@daymark/contract/accounts/passkeys'
import { forbidden, invalid, unauthorized } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Language } from '../../platform/kernel/language.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { roleStore } from '../people/users/role-store.ts'
import { verificationStore } from '../people/users/verification-store.ts'
import { type Account, type AccountSession, nameFor } from './account.ts'
import { type Caller, deviceOf, type EntryMail, signInAttempts } from './attempts.ts'
import type { SecondFactors } from './factors/service.ts'
import { openInvitation } from './invitations/invitations.ts'
import type { TokenIssuer } from './keys/issue.ts'
import { ACCESS_TOKEN_S } from './keys/signing-key.ts'
import type { PasskeyService } from './passkeys/service.ts'
import { isCommonPassword } from './passwords/common-passwords.ts'
import { passwordFault } from './passwords/password.ts'
import type { Passwords } from './passwords/passwords.ts'
import { passwordChecker, validAccount } from './sessions/check-password.ts'
import { beginSession, sessionOpener } from './sessions/open-session.ts'
import { assessToken, expiryAfterUse, readRefreshToken, writeRefreshToken } from './sessions/refresh-token.ts'
import { sessionStore } from './sessions/session-store.ts'
import type { AccountSessions } from './sessions/sessions.ts'
import type { Setup, Visitor } from './setup/setup.ts'
import { setupStore } from './setup/setup-store.ts'
import { accountStore } from './store.ts'
import { readDevice } from './throttle/device-cookie.ts'
import type { LoginThrottle } from './throttle/login-throttle.ts'

export interface EntryParts {
  uow: UnitOfWork
  clock: Clock
  passwords: Passwords
  throttle: LoginThrottle
  sessions: AccountSessions
  setup: Setup
  factors: SecondFactors
  passkeys: PasskeyService
  issue: TokenIssuer
  secret: string
  signup: 'open' | 'invite' | 'closed'
  /** True if addresses count as verified only after a confirmation by email. */
  verifies: boolean
  /** Undefined if email is not configured. */
  mail?: EntryMail | undefined
}

interface NewPerson {
  email: string
  password: string
  name?: string | null | undefined
  invitation?: string | null | undefined
  setup_code?: string | null | undefined
}

/** A sign-in at the OpenID provider whose authorization code the web app has already exchanged. */
interface CheckedSignIn {
  session_id: string
  account_id: string
  at: number
  is_recorded: boolean
}

export interface Pair {
  access_token: string
  refresh_token: string
}

const AGAIN = 'Please sign in again.'
const BY_INVITATION = 'You need an invitation to create an account on this server.'
export const FIRST_ACCOUNT = 'first account'
const CLOSED = 'Sign-up is closed. Ask the operator of this server.'

export function accountEntry(parts: EntryParts) {
  const { uow, clock, passwords, sessions, secret } = parts
  const attempt = signInAttempts(parts)
  const openSession = sessionOpener(parts)
  const checker = passwordChecker(parts)

  async function pairFor(account: Account, { id }: AccountSession, generation: number): Promise<Pair> {
    return {
      access_token: await parts.issue(account, ACCESS_TOKEN_S, id),
      refresh_token: writeRefreshToken({ session_id: id, generation }, secret),
    }
  }

  async function recordSignIn(
    owner_id: string,
    { address, user_agent }: Caller,
    app: string | undefined,
  ): Promise<void> {
    if (app === undefined) return
    const source = { address, user_agent }
    const subject = { id: null, name: app }
    await uow.write([owner_id], tx =>
      record(tx, { owner_id, event: 'signed_in', at: clock.now(), source, subject }),
    )
  }

  /** Enqueues an email if the device is unknown, and returns the device cookie. */
  async function known(account: Account, caller: Caller): Promise<string> {
    const isKnown = readDevice(caller.device, account.email, secret) !== undefined
    if (!isKnown) await parts.mail?.signedIn(account.id, caller)
    return deviceOf(account.email, caller, secret)
  }

  return {
    /** Answers the same, and about as fast, for new and known addresses, so that nobody can probe addresses. */
    async signUp(body: NewPerson, language: Language, visitor: Visitor): Promise<void> {
      if (parts.signup === 'closed') throw forbidden(CLOSED)
      const { hasCode, recheck } = await parts.setup.admit(visitor, body.setup_code ?? undefined)
      if (parts.signup === 'invite' && !body.invitation && !hasCode) throw forbidden(BY_INVITATION)
      const take = body.invitation ? await openInvitation(parts, body.invitation, body.email) : undefined
      const account = {
        ...newAccount(body.email, body.name, clock.now()),
        email_verified: take?.by_mail ?? false,
      }
      refuseWeak(body.password, account, 'password')
      const hash = await passwords.hash(body.password)
      // The second key serializes all sign-ups, so that only the first account becomes an administrator.
      await uow.write([account.email, FIRST_ACCOUNT], async tx => {
        await recheck(tx)
        const isNew = await accountStore(tx).insert(account)
        if (isNew) {
          await accountStore(tx).setPassword(account.id, hash, account.created_at)
          await roleStore(tx).grantFirst(account.id, account.created_at)
          await setupStore(tx).remove()
          await take?.consume(tx)
          if (parts.verifies && !account.email_verified) await verificationStore(tx).wait(account.id)
        }
        await parts.mail?.signedUp(tx, account.email, language)
      })
    },

    /** The returned `device` is a cookie that identifies the browser at its next sign-in. */
    async signIn(
      body: { email: string; password: string; code?: string | null | undefined },
      caller: Caller,
    ): Promise<Pair & { device: string }> {
      const { email, password } = body
      const code = body.code ?? undefined
      const { account, session, device } = await attempt(email, caller, code, () =>
        openSession(email, password, caller, code),
      )
      return { ...(await pairFor(account, session, session.generation)), device }
    },

    passkeyOptions: parts.passkeys.signInOptions,

    async signInWithPasskey(response: AssertionResponse, caller: Caller): Promise<Pair & { device: string }> {
      const { account, session, evicted } = await parts.passkeys.signIn(response, caller)
      if (evicted.length > 0) sessions.announce({ sessions: evicted, personal_tokens: [] })
      const device = await known(account, caller)
      return { ...(await pairFor(account, session, session.generation)), device }
    },

    /**
     * Checks a password for the OpenID provider, with the same throttle as `signIn`. `app` is undefined for the web
     * app, whose sign-ins `openChecked` records.
     */
    async checkPassword(email: string, password: string, caller: Caller, app: string | undefined) {
      const checked = await attempt(email, caller, undefined, () => checker.check(email, password))
      if (!checked.needs_code) await recordSignIn(checked.account.id, caller, app)
      return checked
    },

    /**
     * Opens the web app's session after a sign-in at the OpenID provider. Returns undefined if the sign-in is no longer
     * valid.
     */
    async openChecked(
      { session_id: id, account_id, at, is_recorded }: CheckedSignIn,
      source: RequestSource,
    ): Promise<Pair | undefined> {
      const opened = await uow.write([account_id], async tx => {
        const account = await validAccount(tx, account_id, at)
        return account && beginSession(tx, account, clock.now(), source, { id, is_recorded })
      })
      if (!opened) return undefined
      if (opened.evicted.length > 0) sessions.announce({ sessions: opened.evicted, personal_tokens: [] })
      return pairFor(opened.account, opened.session, opened.session.generation)
    },

    async endById(sessionId: string, source: RequestSource): Promise<void> {
      const found = await sessions.find(sessionId)
      if (found) await sessions.end(found.account.id, found.session, source)
    },

    /**
     * Checks the code in the second step of a sign-in at the OpenID provider. `at_s` is when the password was checked,
     * in seconds.
     */
    async checkCode(
      of: { id: string; email: string; at_s: number },
      code: string,
      caller: Caller,
      app: string | undefined,
    ) {
      const checked = await attempt(of.email, caller, code, () =>
        checker.checkCode(of.id, of.at_s, code, caller),
      )
      await recordSignIn(of.id, caller, app)
      return checked
    },

    /** Like `checkPassword`, but a passkey needs no second step. */
    async checkPasskey(response: AssertionResponse, caller: Caller, app: string | undefined) {
      const checked = await parts.passkeys.check(response, caller, app)
      return { ...checked, device: await known(checked.account, caller) }
    },

    /** Returns the account of a sign-in at the OpenID provider, or undefined if the sign-in is no longer valid. */
    findSignedIn: checker.stillValid,

    async refresh(refreshToken: string, source: RequestSource): Promise<Pair> {
      const token = readRefreshToken(refreshToken, secret)
      const found = token && (await sessions.find(token.session_id))
      if (!found || found.disabled) throw unauthorized(AGAIN)
      const { account, session } = found
      const now = clock.now()
      const verdict = assessToken(token, session, now)
      if (verdict === 'stolen') {
        await sessions.end(account.id, session, source)
        throw unauthorized(AGAIN)
      }
      if (verdict === 'repeat') return pairFor(account, session, session.generation)
      // Only one of two concurrent refreshes advances the session, but both return the same next token.
      await uow.write([account.id], tx =>
        sessionStore(tx).exchange(session, now, expiryAfterUse(session.created_at, now), source.address),
      )
      return pairFor(account, session, session.generation + 1)
    },

    /** Answers identically for valid and invalid tokens. */
    async signOut(refreshToken: string, source: RequestSource): Promise<void> {
      const token = readRefreshToken(refreshToken, secret)
      const found = token && (await sessions.find(token.session_id))
      if (found) await sessions.end(found.account.id, found.session, source)
    },
  }
}

export const newAccount = (email: string, name: string | null | undefined, now: number): Account => ({
  id: newId(),
  email,
  name: nameFor(email, name),
  image: null,
  email_verified: false,
  created_at: now,
})

export function refuseWeak(password: string, account: Account, field: string): void {
  const fault = passwordFault(password, account, isCommonPassword)
  if (fault) throw invalid(field, fault)
}
