// Returns the operator's message for a failed start; undefined for errors that only a developer can explain.
import { ConfigError } from './config/config.ts'
import { SecretMismatch } from './features/accounts/keys/secret.ts'
import { Problem } from './platform/kernel/errors.ts'
import { SchemaMismatch } from './platform/storage/schema/migrate.ts'
import { DatabaseInUse } from './platform/storage/sqlite/sqlite-lock.ts'

const EXPLAINED = [ConfigError, SchemaMismatch, DatabaseInUse, SecretMismatch]

export function startFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (EXPLAINED.some(kind => error instanceof kind)) return error.message
  const { cause } = error
  if (error instanceof Problem)
    return cause instanceof Error ? `${error.message}\n${cause.message}` : error.message
  return systemTrouble(error)
}

function systemTrouble(error: NodeJS.ErrnoException): string | undefined {
  if (error.code === undefined || error.syscall === undefined) return undefined
  const { address, port } = error as { address?: string; port?: number }
  return error.code === 'EADDRINUSE'
    ? `Daymark cannot start: ${address}:${port} is already in use. Choose another PORT, or stop the program that uses it.`
    : `Daymark cannot start: ${error.message}`
}
