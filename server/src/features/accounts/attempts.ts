// Throttles sign-in checks per email address and source, and records failures in the audit trail.
import { forbidden, Problem, unauthorized } from '../../platform/kernel/errors.ts'
import type { Language } from '../../platform/kernel/language.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import type { Account } from './account.ts'
import { codeKey } from './factors/recovery-code.ts'
import type { Refused } from './sessions/open-session.ts'
import { accountStore } from './store.ts'
import { newDeviceId, readDevice, writeDevice } from './throttle/device-cookie.ts'
import type { AttemptSource, LoginThrottle } from './throttle/login-throttle.ts'

export interface Caller extends RequestSource {
  /** The rate-limit key of the client's network. */
  network: string
  language: Language
  /** The device cookie from an earlier sign-in. */
  device?: string | undefined
}

/** The account-mail feature implements this interface. */
export interface EntryMail {
  signedUp(tx: Tx, email: string, language: Language): Promise<void>
  signedIn(accountId: string, caller: Caller): Promise<void>
}

export interface AttemptParts {
  uow: UnitOfWork
  clock: Clock
  throttle: LoginThrottle
  secret: string
  /** Undefined if email is not configured. */
  mail?: EntryMail | undefined
}

const WRONG = 'The email address or the password is wrong.'
export const DISABLED = 'This account is disabled. Ask the operator of this server.'
const CODE_REQUIRED = 'Enter the code of your authenticator app, or a recovery code.'
const WRONG_CODE = 'The code is wrong or was already used.'

/** Clients recognize the error path `code`, ask for the code, and retry with it. */
const codeProblem = (detail: string, message: string) =>
  new Problem('unauthorized', detail, { errors: [{ path: 'code', message }] })

export const codeRequired = () => codeProblem(CODE_REQUIRED, 'is required')

export const isCodeProblem = (error: unknown): boolean =>
  error instanceof Problem && error.errors?.[0]?.path === 'code'

/** True if only the code is missing. Such an attempt does not count as failed. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof Problem && error.message === CODE_REQUIRED

/** Returns the cookie that identifies this browser at its next sign-in. */
export const deviceOf = (email: string, caller: Caller, secret: string): string =>
  writeDevice(readDevice(caller.device, email, secret) ?? newDeviceId(), email, secret)

export function signInAttempts({ uow, clock, throttle, secret, mail }: AttemptParts) {
  /** Also writes an audit entry for unknown addresses, so that response times do not reveal who has an account. */
  async function recordFailure(email: string, { address, user_agent }: RequestSource): Promise<void> {
    await uow.write([email], async tx => {
      const account = await accountStore(tx).findByEmail(email)
      await record(tx, {
        ...{ owner_id: account?.id ?? null, event: 'sign_in_failed', at: clock.now() },
        source: { address, user_agent },
      })
    })
  }

  /**
   * Runs `check`, which verifies a password, a code, or both. Wrong codes have their own counter, because a correct
   * password must not reset that counter.
   */
  return async <T extends { account: Account; needs_code?: boolean }>(
    email: string,
    caller: Caller,
    code: string | undefined,
    check: () => Promise<T | Refused | undefined>,
  ): Promise<T & { device: string }> => {
    const device = readDevice(caller.device, email, secret)
    const source: AttemptSource =
      device === undefined ? { kind: 'network', key: caller.network } : { kind: 'device', key: device }
    const checkPassword = async () => {
      const outcome = await throttle.attempt(email, source, check)
      if (outcome !== undefined) return outcome
      await recordFailure(email, caller)
      throw unauthorized(WRONG)
    }
    const checkBoth = () =>
      throttle.attempt(codeKey(email), source, async () => {
        const outcome = await checkPassword()
        return outcome === 'wrong_code' ? undefined : outcome
      })
    const outcome = code === undefined ? await checkPassword() : ((await checkBoth()) ?? 'wrong_code')
    if (outcome === 'disabled') throw forbidden(DISABLED)
    if (outcome === 'code_required') throw codeProblem(CODE_REQUIRED, 'is required')
    if (outcome === 'wrong_code') {
      await recordFailure(email, caller)
      throw codeProblem(WRONG_CODE, 'is wrong')
    }
    const passed = outcome as T
    if (device === undefined && !passed.needs_code) await mail?.signedIn(passed.account.id, caller)
    return { ...passed, device: deviceOf(email, caller, secret) }
  }
}
