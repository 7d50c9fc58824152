// Confirms the caller's identity before actions that a stolen access token must not allow.
import type { Actor } from '../../platform/kernel/actor.ts'
import { forbidden, rejected } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Passwords } from './passwords/passwords.ts'
import { sessionStore } from './sessions/session-store.ts'
import { accountStore } from './store.ts'
import type { LoginThrottle } from './throttle/login-throttle.ts'

/** Call this function in the transaction of the confirmed action. Throws if the confirmation is no longer valid. */
export type Recheck = (tx: Tx) => Promise<void>

export interface ConfirmationParts {
  uow: UnitOfWork
  clock: Clock
  throttle: LoginThrottle
  passwords: Passwords
}

/** After signing in, the caller can skip the password for this long. */
export const RECENT_MS = 600_000

const WRONG = 'The password is wrong.'
const MEANWHILE = 'The password was changed in the meantime. Try again.'
const NOT_RECENT = 'Enter your password: you signed in more than 10 minutes ago.'

export type Confirmation = ReturnType<typeof confirmation>

export function confirmation({ uow, clock, throttle, passwords }: ConfirmationParts) {
  async function password(
    account: { id: string; email: string },
    given: string,
    sessionId: string | undefined,
  ): Promise<Recheck> {
    const stored = await uow.read(db => accountStore(db).passwordOf(account.id))
    // Counts failures per session, so that failures on the sign-in page do not lock out the signed-in owner.
    const source = { kind: 'session', key: sessionId ?? account.id } as const
    const right = await throttle.attempt(account.email, source, async () =>
      (await passwords.verify(given, stored)) ? true : undefined,
    )
    if (!right) throw rejected(WRONG)
    return async tx => {
      if ((await accountStore(tx).passwordOf(account.id)) !== stored) throw rejected(MEANWHILE)
    }
  }

  return {
    password,

    /** Checks the password if one is given. Otherwise, the returned recheck requires a recent sign-in. */
    async recent(actor: Actor, sessionId: string | undefined, given: string | undefined): Promise<Recheck> {
      const account = await uow.read(db => accountStore(db).find(actor.id))
      if (account && given !== undefined) return password(account, given, sessionId)
      const recheck: Recheck = async tx => {
        const session = sessionId === undefined ? undefined : await sessionStore(tx).find(sessionId)
        if (!session || clock.now() - session.created_at > RECENT_MS) throw forbidden(NOT_RECENT)
      }
      return recheck
    },
  }
}
