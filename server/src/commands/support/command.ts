import type { ParseArgsConfig } from 'node:util'
import { isEmail } from '@daymark/contract/validation/email'
import { type Config, quotasOf, readConfig } from '../../config/config.ts'
import { failureMessage } from '../../failure.ts'
import { COMMAND_ISSUER } from '../../features/accounts/keys/issue.ts'
import { openAccounts } from '../../features/accounts/open.ts'
import { devicePasswordStore } from '../../features/device-passwords/store.ts'
import { connectedAppStore } from '../../features/oauth/store.ts'
import { timerDetail } from '../../features/timers/change.ts'
import { personalTokens } from '../../features/tokens/revoke-all.ts'
import { recordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import { changeRecorder } from '../../platform/changes/recording/recorder.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { newestBackups } from '../../platform/storage/copies/archive/claim.ts'
import { databaseName } from '../../platform/storage/database-name.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { requireCurrentSchema } from '../../platform/storage/schema/schema-state.ts'
import { requireSameServer } from '../../platform/storage/server-id.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { type Arguments, type CommandShape, Refusal, readArguments } from './arguments.ts'
import { commandSource } from './audit.ts'

type Options = NonNullable<ParseArgsConfig['options']>

export interface CommandParts {
  config: Config
  storage: Storage
}

/** For commands that need no database, or that open it themselves. */
export async function runCommand<O extends Options>(
  shape: CommandShape<O>,
  work: (given: Arguments<O>) => Promise<void>,
): Promise<void> {
  endQuietlyWithReader()
  try {
    const given = readArguments(shape)
    if (given) await work(given)
    else console.log(shape.usage)
  } catch (error) {
    console.error(`\n${failureMessage(error) ?? `This failed unexpectedly. ${(error as Error).stack}`}\n`)
    process.exitCode = 1
  }
}

/** Requires a database with the current schema. Never creates or upgrades one. */
export function runDatabaseCommand<O extends Options>(
  shape: CommandShape<O>,
  work: (parts: CommandParts, given: Arguments<O>) => Promise<void>,
): Promise<void> {
  return runCommand(shape, async given => {
    const config = readConfig()
    announceDatabase(config)
    await requireCurrentSchema(config.database).catch(async error => {
      // A lost database has no schema either, and its sentence names the backups.
      await requireSameServer(config, () => newestBackups(config, systemClock.now()))
      throw error
    })
    const storage = await openStorage(config.database, {
      ...{ shared: true, poolSize: 1, schema: 'as-is' },
      prepares: config.DATABASE_PREPARED_STATEMENTS,
    })
    try {
      const record = changeRecorder({
        clock: systemClock,
        details: { timer: timerDetail },
        quotas: quotasOf(config),
      })
      await work({ config, storage: recordedStorage(storage, record, systemClock) }, given)
    } finally {
      await storage.close()
    }
  })
}

/** Prints to standard error, because scripts read the output of some commands. Throws for an in-memory database. */
export function announceDatabase({ database }: Config): void {
  if (database.kind === 'sqlite' && database.path === ':memory:')
    throw new Refusal('The database is in memory (DATABASE_URL): only the server itself can reach it.')
  console.error(`Database: ${databaseName(database)}`)
}

let isQuiet = false

/** `export | head` must not fail when the reader closes the pipe. */
function endQuietlyWithReader(): void {
  if (isQuiet) return
  isQuiet = true
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}

/** Throws if an external issuer handles sign-in. */
export function embeddedAccounts({ config, storage }: CommandParts, command: string) {
  if (config.OIDC_ISSUER_URL !== undefined) {
    throw new Refusal(
      `People sign in at ${config.OIDC_ISSUER_URL} (OIDC_ISSUER_URL). Manage accounts, passwords and tokens there.`,
    )
  }
  return openAccounts({
    config,
    storage,
    clock: systemClock,
    issuer: () => COMMAND_ISSUER,
    commandSource: commandSource(command),
    publicUrl: () => config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    personalTokens: {
      revokeAll: async (tx, ownerId) => [
        ...(await personalTokens(systemClock).revokeAll(tx, ownerId)),
        ...(await devicePasswordStore(tx).removeOf(ownerId)),
        ...(await connectedAppStore(tx).removeOf(ownerId)),
      ],
    },
    endBrowserSessions: (tx, ownerId) => connectedAppStore(tx).endBrowserSessions(ownerId),
  })
}

export function readEmail(text: string | undefined, usage: string): string {
  if (text === undefined) throw new Refusal(`An email address is required.\n\n${usage}`)
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal(`"${text}" is not an email address.`)
  return email
}
