import { Refusal } from './commands/support/arguments.ts'
import { ConfigError } from './config/config.ts'
import { SettingsFileError } from './config/settings-file.ts'
import { SecretMismatch } from './features/accounts/keys/secret.ts'
import { Problem } from './platform/kernel/errors.ts'
import { DamagedArchive } from './platform/storage/copies/archive/archive.ts'
import { BackupFailed } from './platform/storage/copies/archive/backups.ts'
import { RestoreFailed } from './platform/storage/copies/archive/restore.ts'
import { MoveFailed } from './platform/storage/copies/move/move.ts'
import { DatabaseUnusable, folderTrouble } from './platform/storage/open-failure.ts'
import { SchemaMismatch } from './platform/storage/schema/migrate.ts'
import { DatabaseLost } from './platform/storage/server-id.ts'
import { DatabaseInUse } from './platform/storage/sqlite/sqlite-lock.ts'
import { WorkerDidNotStart } from './platform/workers/supervisor.ts'

const EXPLAINED = [
  SettingsFileError,
  Refusal,
  ConfigError,
  SchemaMismatch,
  DatabaseLost,
  DatabaseInUse,
  DatabaseUnusable,
  SecretMismatch,
  MoveFailed,
  BackupFailed,
  RestoreFailed,
  DamagedArchive,
  WorkerDidNotStart,
]

export function failureMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, cause } = error
  if (error instanceof DatabaseUnusable) return message
  const isExplained = error instanceof Problem || EXPLAINED.some(kind => error instanceof kind)
  if (isExplained) return cause instanceof Error ? `${message} (${cause.message})` : message
  return systemTrouble(error)
}

function systemTrouble(error: NodeJS.ErrnoException): string | undefined {
  const { code, syscall, path, message } = error
  if (code === undefined || syscall === undefined) return undefined
  // The supervisor opens the port for its workers, so a worker's error says `bind` instead of `listen`.
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo') return listenTrouble(error)
  return path === undefined ? message : (folderTrouble(error, path, 'use another path') ?? message)
}

function listenTrouble(error: NodeJS.ErrnoException): string {
  const { address, port, hostname } = error as { address?: string; port?: number; hostname?: string }
  const place = `${address ?? hostname}${port === undefined ? '' : `:${port}`}`
  const remedies: Record<string, string> = {
    EADDRINUSE: `${place} is already in use. Choose another PORT, or stop the program that uses it.`,
    EADDRNOTAVAIL: `this machine has no address ${address}. Correct HOST; 0.0.0.0 listens on all addresses.`,
    EACCES: `this user may not listen on ${place}. Choose a PORT above 1023 and put a proxy in front of it.`,
    ENOTFOUND: `the name ${hostname} has no address. Correct HOST; 0.0.0.0 listens on all addresses.`,
  }
  return `Daymark cannot start: ${remedies[error.code ?? ''] ?? error.message}`
}
