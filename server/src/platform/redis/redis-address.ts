export interface RedisNode {
  readonly host: string
  readonly port: number
}

interface Access {
  readonly tls: boolean
  readonly username?: string
  readonly password?: string
}

export type RedisAddress =
  | { readonly kind: 'single'; readonly url: string }
  | (Access & {
      readonly kind: 'sentinel'
      readonly nodes: readonly RedisNode[]
      /** The Sentinels' name for the primary. */
      readonly name: string
      readonly sentinelPassword?: string
    })
  | (Access & { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] })

const MANY = /^(rediss?)\+(sentinel|cluster):\/\/(?:(.*)@)?([^@/?]+)(?:\/([^?/]*))?(?:\?(.*))?$/s
const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6_379 }

/** Returns undefined if the URL is not a valid Redis address. */
export function redisAddress(url: string): RedisAddress | undefined {
  if (!isDecodable(url)) return undefined
  if (/^rediss?:\/\//.test(url)) return URL.canParse(url) ? { kind: 'single', url } : undefined
  const [, scheme, kind, user, hosts = '', path = '', query] = MANY.exec(url) ?? []
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined
  const nodes = hosts.split(',').map(each => nodeOf(each, DEFAULT_PORTS[kind]))
  if (!nodes.every(node => node !== undefined)) return undefined
  const access = { tls: scheme === 'rediss', ...accessOf(user) }
  if (kind === 'cluster') return path === '' ? { kind, nodes, ...access } : undefined
  const name = decodeURIComponent(path)
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password')
  return name === ''
    ? undefined
    : { kind, nodes, name, ...access, ...(sentinelPassword !== null && { sentinelPassword }) }
}

/** False for a `%` that does not begin an encoded character, such as in an unencoded password. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function nodeOf(text: string, defaultPort: number): RedisNode | undefined {
  const address = `redis://${text}`
  if (text === '' || !URL.canParse(address)) return undefined
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) }
}

function accessOf(user: string | undefined): Omit<Access, 'tls'> {
  if (user === undefined) return {}
  const [, name = '', password] = /^([^:]*)(?::(.*))?$/s.exec(user) ?? []
  return {
    ...(name !== '' && { username: decodeURIComponent(name) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
}
