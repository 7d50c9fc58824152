// Wires up embedded accounts, for the server and for the command line.
import type { JWK } from 'jose'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { byCommand, type RequestSource } from '../audit/audit-entry.ts'
import { type RecordChange, record } from '../audit/record.ts'
import { personRemoval, type Removal } from '../people/users/removal.ts'
import { accountAdmin } from './admin.ts'
import type { EntryMail } from './attempts.ts'
import { confirmation } from './confirmation.ts'
import { deletionService } from './deletion/service.ts'
import { secondFactors } from './factors/service.ts'
import { tokenIssuer } from './keys/issue.ts'
import { openSecret, type SecretPlace } from './keys/secret.ts'
import { signingKeys } from './keys/signing-keys.ts'
import { passkeyService } from './passkeys/service.ts'
import type { HashCost } from './passwords/password-hash.ts'
import { passwords } from './passwords/passwords.ts'
import { accountService } from './service.ts'
import { accountSessions, type Ended, type PersonalTokens, type SessionParts } from './sessions/sessions.ts'
import { type SetupSettings, setup } from './setup/setup.ts'
import { loginThrottle } from './throttle/login-throttle.ts'

export interface AccountSettings extends SetupSettings {
  readonly ACCOUNTS_TRUST_EMAIL: boolean
  readonly ACCOUNT_DELETION_DAYS: number
  readonly AUTH_SECRET?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly DATA_DIR: string
  readonly database: { readonly kind: string; readonly path?: string }
}

export interface AccountsParts {
  config: AccountSettings
  storage: Storage
  clock: Clock
  issuer(): string
  /** Defaults to the issuer. */
  publicUrl?(): string
  personalTokens: PersonalTokens
  mail?: EntryMail | undefined
  endBrowserSessions?: SessionParts['endBrowserSessions']
  accessEnded?(ended: Ended): void
  /** Records changes in the audit trail, and may email people about them. The default sends no email. */
  recordChange?: RecordChange | undefined
  accountDeleted?(id: string): void
  /** Commands tell nobody that what a deleted person has shared is gone. */
  removal?: Removal | undefined
  /** The command that uses `admin`. */
  commandSource?: RequestSource | undefined
  /** Defaults to the recommended cost. */
  passwordCost?: HashCost | undefined
}

export async function openAccounts({ config, storage, clock, ...parts }: AccountsParts) {
  const secret = await openSecret(secretPlace(config, storage), storage)
  const keys = signingKeys({ uow: storage, clock, secret })
  const hashing = passwords(parts.passwordCost)
  const throttle = loginThrottle({ uow: storage, clock })
  const recordChange = parts.recordChange ?? record
  const factors = secondFactors({ uow: storage, clock, throttle, secret, record: recordChange })
  const passkeys = passkeyService({
    ...{ uow: storage, clock, secret, publicUrl: parts.issuer, record: recordChange },
  })
  const sessions = accountSessions({
    uow: storage,
    clock,
    personalTokens: parts.personalTokens,
    endBrowserSessions: parts.endBrowserSessions ?? (async () => {}),
    ended: parts.accessEnded ?? (() => {}),
  })
  const trustEmail = config.ACCOUNTS_TRUST_EMAIL
  const issue = tokenIssuer({ clock, keys, issuer: parts.issuer, trustEmail })
  const confirm = confirmation({ uow: storage, clock, throttle, passwords: hashing })
  const firstAccount = setup({
    ...{ uow: storage, clock, settings: config, throttle, publicUrl: parts.publicUrl ?? parts.issuer },
  })
  const accounts = accountService({
    uow: storage,
    clock,
    passwords: hashing,
    throttle,
    confirm,
    sessions,
    setup: firstAccount,
    factors,
    passkeys,
    issue,
    secret,
    signup: config.ACCOUNTS_SIGNUP,
    verifies: verifies(config),
    mail: parts.mail,
    trustEmail,
    record: recordChange,
  })
  return {
    accounts,
    setup: firstAccount,
    factors,
    passkeys,
    deletion: deletionService({
      ...{ uow: storage, clock, days: config.ACCOUNT_DELETION_DAYS, record: recordChange, sessions },
      removal: parts.removal ?? personRemoval({ uow: storage, clock }),
      deleted: parts.accountDeleted ?? (() => {}),
    }),
    admin: accountAdmin({
      ...{ uow: storage, clock, passwords: hashing, throttle, sessions, issue },
      verifies: verifies(config),
      source: parts.commandSource ?? byCommand('unknown'),
    }),
    secret,
    tools: { passwords: hashing, throttle, sessions, confirm },
    signingKeys: keys.all,
    publicJwks: async (): Promise<JWK[]> =>
      (await accounts.publicKeys()).map(key => ({
        ...(JSON.parse(key.public_key) as JWK),
        kid: key.id,
        alg: key.alg ?? 'ES256',
        use: 'sig',
      })),
  }
}

/** True if this server asks people to verify their addresses by email. */
export const verifies = ({ SMTP_URL, ACCOUNTS_TRUST_EMAIL }: AccountSettings): boolean =>
  SMTP_URL !== undefined && !ACCOUNTS_TRUST_EMAIL

export function secretPlace(config: AccountSettings, storage: Storage): SecretPlace {
  if (config.AUTH_SECRET !== undefined) return { kind: 'given', secret: config.AUTH_SECRET }
  if (storage.dialect.name === 'postgres') return { kind: 'database', folder: config.DATA_DIR }
  const isPassing = config.database.kind === 'sqlite' && config.database.path === ':memory:'
  return isPassing ? { kind: 'passing' } : { kind: 'file', folder: config.DATA_DIR }
}
