// Resolves host names without getaddrinfo. Its thread pool has four threads for everything, so four names whose servers
// never answer would stop all other lookups, password hashes and file reads.
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { readFile, stat } from 'node:fs/promises'
import { isIP, isIPv4 } from 'node:net'
import { OutboundError, unresolved } from './outbound-error.ts'

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<readonly Address[]>

export interface LookupOptions {
  /** Asks the name servers. Fails with a code of `node:dns`. */
  ask?: Resolve
  hostsFile?: string
  resolverFile?: string
  timeout_ms?: number
  now?: () => number
}

const TIMEOUT_MS = 5_000
const FAILED_MS = 30_000
const MAX_FAILURES = 1_000
/** Lookups through the system, which may block one thread each. */
const MAX_SYSTEM = 2

const HOSTS_FILE =
  process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts'
const RESOLVER_FILE = '/etc/resolv.conf'

/**
 * Returns a function that resolves a host name within a time limit. Concurrent lookups of one name share their result,
 * and failures are cached. Successes are not, because each connection must check the addresses that it uses.
 */
export function nameLookup({
  ask = askNameServers(),
  hostsFile = HOSTS_FILE,
  resolverFile = RESOLVER_FILE,
  timeout_ms = TIMEOUT_MS,
  now = Date.now,
}: LookupOptions = {}): Resolve {
  const pending = new Map<string, Promise<readonly Address[]>>()
  const failures = new Map<string, { error: OutboundError; until: number }>()
  const hosts = cachedFile(hostsFile, readHosts)
  const suffixes = cachedFile(resolverFile, readSuffixes)
  let inSystem = 0

  async function find(name: string): Promise<readonly Address[]> {
    const known = (await hosts())?.get(name)
    if (known) return known
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK
    const isShort = !name.includes('.')
    const searched = ((await suffixes()) ?? []).map(suffix => `${name}.${suffix}`)
    for (const each of isShort ? [...searched, name] : [name, ...searched]) {
      const found = await ask(each).catch(orMissing)
      if (found && found.length > 0) return found
    }
    // Name servers do not know names of the local network (mDNS).
    if (isShort || name.endsWith('.local')) return askSystem(name)
    throw unresolved(name)
  }

  async function askSystem(name: string): Promise<readonly Address[]> {
    if (inSystem >= MAX_SYSTEM) throw unresolved(name)
    inSystem++
    return systemLookup(name, { all: true }).finally(() => inSystem--)
  }

  async function limited(name: string): Promise<readonly Address[]> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new OutboundError('unresolved', slow(name))), timeout_ms)
    try {
      return await Promise.race([find(name), late.promise])
    } catch (error) {
      const failure = error instanceof OutboundError ? error : unresolved(name, error)
      remember(name, failure)
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }

  function remember(name: string, error: OutboundError): void {
    failures.delete(name)
    failures.set(name, { error, until: now() + FAILED_MS })
    const [oldest] = failures.keys()
    if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest)
  }

  return async host => {
    if (isIP(host)) return [{ address: host, family: isIPv4(host) ? 4 : 6 }]
    const name = host.toLowerCase().replace(/\.$/, '')
    const failed = failures.get(name)
    if (failed && failed.until > now()) throw failed.error
    const running = pending.get(name)
    if (running) return running
    const lookup = limited(name).finally(() => pending.delete(name))
    pending.set(name, lookup)
    return lookup
  }
}

const slow = (name: string): string => `The name servers did not answer for ${name} in time.`

const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const MISSING = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Only a name that does not exist is looked up elsewhere. */
function orMissing(error: unknown): undefined {
  if (!MISSING.has((error as { code?: unknown }).code)) throw error
}

/** Asks for both families. One of them is enough. */
function askNameServers(): Resolve {
  let resolver: Resolver | undefined
  return async name => {
    // Created at the first use, because it starts a channel and reads the configuration of the system.
    resolver ??= new Resolver({ timeout: 1_500, tries: 2 })
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map(address => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map(address => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason
    return found
  }
}

/** Reads a file again after it has changed. Returns undefined if it cannot be read. */
function cachedFile<T>(path: string, parse: (text: string) => T): () => Promise<T | undefined> {
  let cached: { at: number; value: T } | undefined
  return async () => {
    try {
      const { mtimeMs } = await stat(path)
      if (cached?.at !== mtimeMs) cached = { at: mtimeMs, value: parse(await readFile(path, 'utf8')) }
      return cached.value
    } catch {
      return undefined
    }
  }
}

function readHosts(text: string): Map<string, readonly Address[]> {
  const found = new Map<string, Address[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names) found.set(name, [...(found.get(name) ?? []), { address, family }])
  }
  return found
}

/** The last `search` or `domain` line counts (resolv.conf(5)). */
function readSuffixes(text: string): string[] {
  const lines = text.split('\n').filter(line => /^(?:search|domain)\s/.test(line))
  return (lines.at(-1)?.trim().split(/\s+/).slice(1) ?? []).filter(suffix => suffix !== '.').slice(0, 6)
}
