// The address of a database, and its name in messages.
import { resolve } from 'node:path'

export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** Without a password. */
export function databaseName(database: DatabaseAddress): string {
  if (database.kind === 'sqlite')
    return database.path === ':memory:' ? 'SQLite in memory' : `SQLite at ${resolve(database.path)}`
  const { username, host, pathname, searchParams } = new URL(database.url)
  const server = host || searchParams.get('host') || 'the default host'
  const user = decodeURIComponent(username)
  return `PostgreSQL at ${user && `${user}@`}${server}${decodeURIComponent(pathname)}`
}
