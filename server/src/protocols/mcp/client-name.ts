// Clients with a protocol version before 2026-07-28 send their name only when they connect. The server returns it in
// the session id, which every later request repeats, so the server stores nothing.

const PREFIX = 'client-'
const LONGEST = 60

export const UNKNOWN_CLIENT = 'Assistant'

/** Reduces the name to one line of printable characters, because people read it in their history. */
export function cleanName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const clean = name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .toWellFormed()
  return clean === '' ? undefined : clean
}

export const sessionIdOf = (name: string): string => PREFIX + Buffer.from(name).toString('base64url')

export function nameInSessionId(id: string | undefined): string | undefined {
  if (id === undefined || id.length > 400 || !id.startsWith(PREFIX)) return undefined
  return cleanName(Buffer.from(id.slice(PREFIX.length), 'base64url').toString())
}

/** The name in the change log: the client's name, followed by the token's name if it differs. */
export const sourceName = (client: string, tokenName: string | undefined): string =>
  tokenName === undefined || tokenName === client ? client : `${client} (${tokenName})`
