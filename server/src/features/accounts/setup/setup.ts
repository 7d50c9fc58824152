// The setup code: whoever creates the first account becomes an administrator, so on a server that strangers can reach
// only the operator may do that.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerInfo } from '@daymark/contract/accounts/server-info'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { SetupCode } from '../../../platform/workers/worker-message.ts'
import { easilyTyped } from '../passwords/generated.ts'
import type { LoginThrottle } from '../throttle/login-throttle.ts'
import { isForwarded, isPublished, type ReachSettings } from './reachable.ts'
import { setupStore } from './setup-store.ts'

export interface SetupSettings extends ReachSettings {
  readonly ACCOUNTS_SIGNUP: 'open' | 'invite' | 'closed'
  readonly SETUP_CODE?: string | undefined
}

export interface SetupParts {
  uow: UnitOfWork
  clock: Clock
  settings: SetupSettings
  throttle: LoginThrottle
  publicUrl(): string
}

export interface Visitor {
  /** The rate-limit key of the client's network. */
  network: string
  header(name: string): string | undefined
}

export interface Admission {
  /** True if the setup code was given for the first account. */
  hasCode: boolean
  /** Call this function in the transaction of the sign-up, before the account exists. */
  recheck(tx: Tx): Promise<void>
}

export type Setup = ReturnType<typeof setup>

const WHERE = 'The server prints it when it starts, and "npm run user -- --setup-link" prints it again.'
const MISSING = `This server has no account yet. Enter its setup code to create the first one. ${WHERE}`
const REMEMBER_MS = 60_000
const WRONG = `The setup code is wrong. ${WHERE}`

export function setup({ uow, clock, settings, throttle, publicUrl }: SetupParts) {
  const isAsked = ({ header }: Pick<Visitor, 'header'>): boolean =>
    // The code stands in for an invitation, because nobody could invite the first person.
    isPublished(settings) || settings.ACCOUNTS_SIGNUP === 'invite' || isForwarded(header)

  /** Creates the code if there is none yet. */
  async function currentCode(): Promise<string> {
    if (settings.SETUP_CODE !== undefined) return settings.SETUP_CODE
    const known = await uow.read(db => setupStore(db).find())
    if (known !== undefined) return known
    const fresh = easilyTyped(4, 4)
    return uow.write([], async tx => {
      await setupStore(tx).insert(fresh)
      return (await setupStore(tx).find()) ?? fresh
    })
  }

  const isNeeded = (): Promise<boolean> => uow.read(db => setupStore(db).isNeeded())

  /** Asks the database rarely once there is an account, because every page load asks. */
  let thereUntil = 0
  async function mayBeNeeded(): Promise<boolean> {
    if (clock.now() < thereUntil) return false
    const needed = await isNeeded()
    if (!needed) thereUntil = clock.now() + REMEMBER_MS
    return needed
  }

  return {
    /** Undefined if nobody can create a first account with it. */
    async code(): Promise<SetupCode | undefined> {
      if (settings.ACCOUNTS_SIGNUP === 'closed' || !(await isNeeded())) return undefined
      const code = await currentCode()
      return { code, url: `${publicUrl()}/sign-up#setup_code=${encodeURIComponent(code)}` }
    },

    /** Never throws, because apps ask how to sign in while the database cannot be reached, too. */
    async state(visitor: Pick<Visitor, 'header'>): Promise<ServerInfo['setup']> {
      if (settings.ACCOUNTS_SIGNUP === 'closed' || !(await mayBeNeeded().catch(() => false))) return 'none'
      return isAsked(visitor) ? 'code' : 'open'
    },

    /** Throws 403 if this sign-up would create the first account, and needs the code but does not have it. */
    async admit(visitor: Visitor, given: string | undefined): Promise<Admission> {
      if (!isAsked(visitor)) return { hasCode: false, recheck: async () => {} }
      const isFirst = await isNeeded()
      if (isFirst && given === undefined) throw setupProblem(MISSING, 'is required')
      if (isFirst && given !== undefined) {
        const code = await currentCode()
        const source = { kind: 'setup', key: visitor.network } as const
        const isRight = await throttle.attempt('setup code', source, async () =>
          isSame(given, code) ? true : undefined,
        )
        if (!isRight) throw setupProblem(WRONG, 'is wrong')
      }
      return {
        hasCode: isFirst,
        async recheck(tx) {
          // The last account may have been deleted since the check.
          if (!isFirst && (await setupStore(tx).isNeeded())) throw setupProblem(MISSING, 'is required')
        },
      }
    },
  }
}

const setupProblem = (detail: string, message: string) =>
  new Problem('forbidden', detail, { errors: [{ path: 'setup_code', message }] })

/** Compares hashes in constant time, because the texts may differ in length. */
const isSame = (given: string, code: string): boolean =>
  timingSafeEqual(hashOf(given.trim()), hashOf(code.trim()))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
