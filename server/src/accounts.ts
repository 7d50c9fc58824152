// The part of the composition that concerns embedded accounts, for the server and for the command line.
import type { JWK } from 'jose'
import type { Config } from './config.ts'
import { accountAdmin } from './features/accounts/admin.ts'
import { passwordGuard } from './features/accounts/guard.ts'
import { tokenIssuer } from './features/accounts/issue.ts'
import { accountLibrary } from './features/accounts/library.ts'
import { openSecret, type SecretPlace } from './features/accounts/secret.ts'
import { accountService } from './features/accounts/service.ts'
import { accountSessions } from './features/accounts/sessions.ts'
import type { Clock } from './kernel/clock.ts'
import type { Storage } from './storage/unit-of-work.ts'

export interface AccountsParts {
  config: Config
  storage: Storage
  clock: Clock
  issuer(): string
  sessionsEnded?(ids: readonly string[]): void
  accountDeleted?(id: string): void
}

export async function openAccounts({ config, storage, clock, ...parts }: AccountsParts) {
  const secret = await openSecret(secretPlace(config, storage), storage)
  const library = accountLibrary(storage, secret, clock)
  const guard = passwordGuard({ uow: storage, clock, library })
  const sessions = accountSessions({ uow: storage, clock, ended: parts.sessionsEnded ?? (() => {}) })
  const trustEmail = config.ACCOUNTS_TRUST_EMAIL
  const issue = tokenIssuer({ clock, library, issuer: parts.issuer, trustEmail })
  const accounts = accountService({
    uow: storage,
    clock,
    library,
    guard,
    sessions,
    issue,
    secret,
    signup: config.ACCOUNTS_SIGNUP,
    deleted: parts.accountDeleted ?? (() => {}),
  })
  return {
    accounts,
    admin: accountAdmin({ uow: storage, clock, library, guard, issue }),
    publicJwks: async (): Promise<JWK[]> =>
      (await accounts.publicKeys()).map(key => ({
        ...(JSON.parse(key.public_key) as JWK),
        kid: key.id,
        alg: key.alg ?? 'ES256',
        use: 'sig',
      })),
  }
}

export function secretPlace(config: Config, storage: Storage): SecretPlace {
  if (config.AUTH_SECRET !== undefined) return { kind: 'given', secret: config.AUTH_SECRET }
  if (storage.dialect.name === 'postgres') return { kind: 'database', folder: config.DATA_DIR }
  const isPassing = config.database.kind === 'sqlite' && config.database.path === ':memory:'
  return isPassing ? { kind: 'passing' } : { kind: 'file', folder: config.DATA_DIR }
}
