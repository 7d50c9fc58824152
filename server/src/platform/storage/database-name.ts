import { resolve } from 'node:path'

export type DatabaseAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** Describes the database in messages. Omits the password. */
export function databaseName(database: DatabaseAddress): string {
  if (database.kind === 'sqlite')
    return database.path === ':memory:' ? 'SQLite in memory' : `SQLite at ${resolve(database.path)}`
  const addresses = addressesOf(database.url).map(address => new URL(address))
  const { username = '', pathname = '', searchParams } = addresses[0] ?? {}
  const hosts = addresses.map(({ host }) => host).join(',')
  const server = hosts || searchParams?.get('host') || 'the default host'
  const user = decodeURIComponent(username)
  return `PostgreSQL at ${user && `${user}@`}${server}${decodeURIComponent(pathname)}`
}

/**
 * Splits an address with several hosts, such as postgres://name@one:5432,two:5432/daymark, into one address per host.
 * Removes the parameter target_session_attrs, because the caller itself looks for the server that accepts writes.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map(host => {
    const address = new URL(`${start}${host}${end}`)
    address.searchParams.delete('target_session_attrs')
    return address.href
  })
}

const canSplit = (url: string): boolean => {
  try {
    return addressesOf(url).every(address => URL.canParse(address))
  } catch {
    return false
  }
}

/**
 * Returns what is wrong with a PostgreSQL address, if anything. Does not repeat the address, because it may contain a
 * password.
 */
export function postgresUrlFault(address: string): string | undefined {
  if (!canSplit(address))
    return 'is not a valid address: write postgres://user:password@host:port/database, with %2F for / in the password, %3F for ? and %23 for #'
  const { username, pathname, hash } = new URL(addressesOf(address)[0] ?? address)
  // After an unescaped / or # in the password, the rest of the password would count as the database name or fragment.
  if (`${pathname}${hash}`.includes('@'))
    return 'has a / or # in the password, or an @ in the name of the database: write %2F for /, %23 for # and %40 for @'
  try {
    decodeURIComponent(username + pathname)
    return undefined
  } catch {
    return 'has a % in the user or in the name of the database that is not followed by two hexadecimal digits: write %25 for %'
  }
}
