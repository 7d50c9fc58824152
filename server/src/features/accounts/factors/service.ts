// Second factors: an authenticator app, and recovery codes for when the app is lost.
import type { Actor } from '../../../platform/kernel/actor.ts'
import { notFound, rejected } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import type { RecordChange } from '../../audit/record.ts'
import type { Recheck } from '../confirmation.ts'
import { sealWith } from '../keys/seal.ts'
import { accountStore } from '../store.ts'
import type { LoginThrottle } from '../throttle/login-throttle.ts'
import { codeKey, digitsOf, hashOfCode, newRecoveryCodes } from './recovery-code.ts'
import { factorStore } from './store.ts'
import { type CodeChecker, loadChecker, type NewSecret, newSecret } from './totp.ts'

export interface FactorParts {
  uow: UnitOfWork
  clock: Clock
  throttle: LoginThrottle
  secret: string
  record: RecordChange
}

export interface FactorState {
  enabled: boolean
  confirmed_at: number | null
  recovery_codes_left: number
}

export type CodeOutcome = 'passed' | 'code_required' | 'wrong_code'

export type SecondFactors = ReturnType<typeof secondFactors>

const WRONG = 'The code is wrong or was already used.'
const NONE = 'This account has no authenticator app.'
const EXISTS = 'This account already has an authenticator app. Remove it first.'
const NOT_STARTED =
  'No authenticator app is waiting to be confirmed. Start with POST /v1/account/totp, then confirm with a code.'

export function secondFactors({ uow, clock, throttle, secret, record }: FactorParts) {
  const seal = sealWith(secret, 'second factor')

  /** Checks a code and consumes it. If the app's secret cannot be decrypted, accepts only recovery codes. */
  async function useCode(
    tx: Tx,
    accountId: string,
    code: string,
    check: CodeChecker,
    source: RequestSource,
  ): Promise<boolean> {
    const store = factorStore(tx)
    const factor = await store.find(accountId)
    if (!factor) return false
    const digits = digitsOf(code)
    if (digits === undefined) {
      const used = await store.useCode(accountId, hashOfCode(code, accountId))
      const at = clock.now()
      if (used) await record(tx, { owner_id: accountId, event: 'recovery_code_used', at, source })
      return used
    }
    const opened = seal.open(factor.secret, accountId)
    const step = opened === undefined ? undefined : check(opened, digits, clock.now())
    return step !== undefined && store.useStep(accountId, step)
  }

  async function issueCodes(tx: Tx, accountId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    await factorStore(tx).replaceCodes(
      accountId,
      codes.map(code => hashOfCode(code, accountId)),
    )
    return codes
  }

  /** Runs work that uses a code, throttled per session. */
  async function throttled<T>(
    actor: Actor,
    sessionId: string | undefined,
    work: (tx: Tx, check: CodeChecker) => Promise<T | undefined>,
  ): Promise<T> {
    const check = await loadChecker()
    const account = await uow.read(db => accountStore(db).find(actor.id))
    if (!account) throw notFound('Account not found.')
    const source = { kind: 'session', key: sessionId ?? actor.id } as const
    const outcome = await throttle.attempt(codeKey(account.email), source, () =>
      uow.write([actor.id], tx => work(tx, check)),
    )
    if (outcome === undefined) throw rejected(WRONG)
    return outcome
  }

  async function removeFactor(tx: Tx, owner_id: string, source: RequestSource): Promise<void> {
    const factor = await factorStore(tx).find(owner_id)
    if (!(await factorStore(tx).remove(owner_id))) throw notFound(NONE)
    const change = { event: 'factor_removed', at: clock.now(), source } as const
    if (factor?.confirmed_at) await record(tx, { owner_id, ...change })
  }

  return {
    state: (actor: { id: string }): Promise<FactorState> =>
      uow.read(async db => {
        const factor = await factorStore(db).find(actor.id)
        const confirmed_at = factor?.confirmed_at ?? null
        const enabled = confirmed_at !== null
        return {
          enabled,
          confirmed_at,
          recovery_codes_left: enabled ? await factorStore(db).countCodes(actor.id) : 0,
        }
      }),

    /** Starts the setup of an authenticator app. The new secret replaces an unconfirmed one. */
    async start(actor: Actor, recheck: Recheck): Promise<NewSecret> {
      const account = await uow.read(db => accountStore(db).find(actor.id))
      if (!account) throw notFound('Account not found.')
      const made = await newSecret(account.email)
      await uow.write([actor.id], async tx => {
        await recheck(tx)
        if ((await factorStore(tx).find(actor.id))?.confirmed_at) throw rejected(EXISTS)
        await factorStore(tx).save({
          account_id: actor.id,
          secret: seal.close(made.secret, actor.id),
          confirmed_at: null,
          last_step: 0,
          created_at: clock.now(),
        })
      })
      return made
    },

    /** Finishes the setup of the app and returns the recovery codes, which are not shown again. */
    confirm: (
      actor: Actor,
      code: string,
      sessionId: string | undefined,
      source: RequestSource,
    ): Promise<string[]> =>
      throttled(actor, sessionId, async (tx, check) => {
        const factor = await factorStore(tx).find(actor.id)
        if (!factor) throw rejected(NOT_STARTED)
        if (factor.confirmed_at !== null) throw rejected(EXISTS)
        if (digitsOf(code) === undefined || !(await useCode(tx, actor.id, code, check, source)))
          return undefined
        const at = clock.now()
        await factorStore(tx).confirm(actor.id, at)
        await record(tx, { owner_id: actor.id, event: 'factor_added', at, source })
        return issueCodes(tx, actor.id)
      }),

    async renewCodes(actor: Actor, recheck: Recheck, source: RequestSource): Promise<string[]> {
      return uow.write([actor.id], async tx => {
        await recheck(tx)
        if (!(await factorStore(tx).find(actor.id))?.confirmed_at) throw notFound(NONE)
        const change = { event: 'recovery_codes_renewed', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change })
        return issueCodes(tx, actor.id)
      })
    },

    async remove(actor: Actor, recheck: Recheck, source: RequestSource): Promise<void> {
      await uow.write([actor.id], async tx => {
        await recheck(tx)
        await removeFactor(tx, actor.id, source)
      })
    },

    async removeWithCode(
      actor: Actor,
      code: string,
      sessionId: string | undefined,
      source: RequestSource,
    ): Promise<void> {
      await throttled(actor, sessionId, async (tx, check) => {
        if (!(await useCode(tx, actor.id, code, check, source))) return undefined
        await removeFactor(tx, actor.id, source)
        return true
      })
    },

    /** Confirms the caller's identity with a code, and consumes the code. */
    async confirmCode(
      actor: Actor,
      code: string,
      sessionId: string | undefined,
      source: RequestSource,
    ): Promise<Recheck> {
      await throttled(actor, sessionId, async (tx, check) =>
        (await factorStore(tx).find(actor.id))?.confirmed_at &&
        (await useCode(tx, actor.id, code, check, source))
          ? true
          : undefined,
      )
      return async () => {}
    },

    /**
     * Returns a function that checks the code of a sign-in. Call that function in the transaction that opens the
     * session.
     */
    async gate(code: string | undefined) {
      const check = code === undefined ? undefined : await loadChecker()
      return async (tx: Tx, accountId: string, source: RequestSource): Promise<CodeOutcome> => {
        const factor = await factorStore(tx).find(accountId)
        if (!factor?.confirmed_at) return 'passed'
        if (code === undefined || !check) return 'code_required'
        return (await useCode(tx, accountId, code, check, source)) ? 'passed' : 'wrong_code'
      }
    },
  }
}
