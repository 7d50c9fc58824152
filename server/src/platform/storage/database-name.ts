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

/** Says what is wrong with an address of PostgreSQL, without repeating it, because it may contain a password. */
export function postgresUrlFault(address: string): string | undefined {
  if (!URL.canParse(address))
    return 'is not a valid address: write postgres://user:password@host:port/database, with %2F for / in the password, %3F for ? and %23 for #'
  const { username, pathname, hash } = new URL(address)
  // Otherwise, the rest of the password would be taken for the name of the database.
  if (`${pathname}${hash}`.includes('@'))
    return 'has a / or # in the password, or an @ in the name of the database: write %2F for /, %23 for # and %40 for @'
  try {
    decodeURIComponent(username + pathname)
    return undefined
  } catch {
    return 'has a % in the user or in the name of the database that is not followed by two hexadecimal digits: write %25 for %'
  }
}
