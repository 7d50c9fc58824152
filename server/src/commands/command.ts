// Shared code of the operator commands: reads settings, opens the database beside a running server, and prints
// errors.
import { isEmail } from '@daymark/contract/validation/email'
import { type Config, ConfigError, quotasOf, readConfig } from '../config/config.ts'
import { SecretMismatch } from '../features/accounts/keys/secret.ts'
import { openAccounts } from '../features/accounts/open.ts'
import { timerDetail } from '../features/timers/change.ts'
import { personalTokens } from '../features/tokens/revoke-all.ts'
import { recordedStorage } from '../platform/changes/recording/recorded-storage.ts'
import { changeRecorder } from '../platform/changes/recording/recorder.ts'
import { Problem } from '../platform/kernel/errors.ts'
import { systemClock } from '../platform/kernel/time/clock.ts'
import { MoveFailed } from '../platform/storage/copies/move/move.ts'
import { openStorage } from '../platform/storage/open.ts'
import { SchemaMismatch } from '../platform/storage/schema/migrate.ts'
import { DatabaseInUse } from '../platform/storage/sqlite/sqlite-lock.ts'
import type { Storage } from '../platform/storage/unit-of-work.ts'

/** Invalid input from the operator; printed as a message without a stack trace. */
export class Refusal extends Error {}

export interface CommandParts {
  config: Config
  storage: Storage
}

/** Runs a command that opens no database, and prints a failure as a message. */
export async function runPlainCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(`\n${messageFor(error)}\n`)
    process.exitCode = 1
  }
}

export async function runCommand(work: (parts: CommandParts) => Promise<void>): Promise<void> {
  let storage: Storage | undefined
  try {
    const config = readConfig()
    if (config.database.kind === 'sqlite' && config.database.path === ':memory:') {
      throw new Refusal('The database is in memory (DATABASE_URL): only the server itself can reach it.')
    }
    storage = await openStorage(config.database, { shared: true, poolSize: 1 })
    const record = changeRecorder({
      clock: systemClock,
      details: { timer: timerDetail },
      quotas: quotasOf(config),
    })
    await work({ config, storage: recordedStorage(storage, record) })
  } catch (error) {
    console.error(`\n${messageFor(error)}\n`)
    process.exitCode = 1
  } finally {
    await storage?.close()
  }
}

function messageFor(error: unknown): string {
  const readable = [Refusal, Problem, ConfigError, SchemaMismatch, SecretMismatch, MoveFailed, DatabaseInUse]
  if (readable.some(kind => error instanceof kind)) return withCause(error as Error)
  // `parseArgs` (unknown option) and the file system (missing folder, no permission) already throw readable
  // messages.
  const { code, message, stack, syscall } = error as NodeJS.ErrnoException
  const forPeople = code?.startsWith('ERR_PARSE_ARGS') || syscall !== undefined
  return forPeople ? message : `This failed unexpectedly. ${stack}`
}

/** Appends the cause, such as the reason why a database could not be reached. */
const withCause = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message

/** Opens the embedded accounts. Refuses if an external issuer handles sign-in. */
export function embeddedAccounts({ config, storage }: CommandParts) {
  if (config.OIDC_ISSUER_URL !== undefined) {
    throw new Refusal(
      `People sign in at ${config.OIDC_ISSUER_URL} (OIDC_ISSUER_URL). Manage accounts, passwords and tokens there.`,
    )
  }
  return openAccounts({
    config,
    storage,
    clock: systemClock,
    issuer: () => issuerOf(config),
    personalTokens: personalTokens(systemClock),
  })
}

function issuerOf(config: Config): string {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL
  throw new Refusal(
    'The server uses a free port (PORT=0), so its address is not known here. Set PUBLIC_URL to it.',
  )
}

export function readEmail(text: string | undefined, usage: string): string {
  if (text === undefined) throw new Refusal(`An email address is required.\n\n${usage}`)
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal(`"${text}" is not an email address.`)
  return email
}
