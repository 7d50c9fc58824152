import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis'
import { type RedisAddress, type RedisNode, redisAddress } from './redis-address.ts'

/** Excludes `replyMapping`, because it would change the types of replies. */
export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>
type SentinelAddress = Extract<RedisAddress, { kind: 'sentinel' }>

/** Connects for commands on keys. In a cluster, each command goes to the node that owns its key. */
export function connectRedis(url: string, options: ConnectionOptions): Redis | Cluster {
  const address = addressOf(url)
  if (address.kind === 'single') return new Redis(address.url, options)
  if (address.kind === 'sentinel') return new Redis(sentinelOptions(address, options))
  const { lazyConnect = false, enableOfflineQueue = true, enableAutoPipelining = false } = options
  const { retryStrategy } = options
  return new Cluster([...address.nodes], {
    ...{
      lazyConnect,
      enableOfflineQueue,
      enableAutoPipelining,
      redisOptions: accessOptions(address, options),
    },
    ...(retryStrategy && { clusterRetryStrategy: (attempt: number) => retryStrategy(attempt) as number }),
    slotsRefreshTimeout: 1_000,
    // Notices a failover even if no node redirects a command. Off by default.
    slotsRefreshInterval: 5_000,
  })
}

/**
 * Connects for messages between instances. Cluster nodes forward messages to each other, so a connection to any node is
 * enough. If this connection is lost, messages may be lost too.
 */
export function connectRedisChannel(url: string, options: ConnectionOptions): Redis {
  const address = addressOf(url)
  if (address.kind === 'single') return new Redis(address.url, options)
  if (address.kind === 'sentinel') return new Redis(sentinelOptions(address, options))
  const anywhere: ConnectionOptions = { ...accessOptions(address, options), Connector: anyNode(address) }
  return new Redis(anywhere)
}

function addressOf(url: string): RedisAddress {
  const address = redisAddress(url)
  if (!address) throw new Error('REDIS_URL cannot be read.')
  return address
}

const accessOptions = (
  { tls, username, password }: ClusterAddress | SentinelAddress,
  options: ConnectionOptions,
): ConnectionOptions => ({
  ...options,
  ...(tls && { tls: {} }),
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
})

const sentinelOptions = (address: SentinelAddress, options: ConnectionOptions): ConnectionOptions => ({
  ...accessOptions(address, options),
  sentinels: [...address.nodes],
  name: address.name,
  ...(address.sentinelPassword !== undefined && { sentinelPassword: address.sentinelPassword }),
  ...(address.tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  // Retries soon, because a failover takes only seconds.
  sentinelRetryStrategy: attempt => Math.min(attempt * 100, 1_000),
})

const DISCONNECT_MS = 2_000

/** Each connection attempt uses the next node. */
function anyNode({ nodes, tls }: ClusterAddress) {
  let next = 0
  return class extends AbstractConnector {
    constructor() {
      super(DISCONNECT_MS)
    }

    async connect() {
      this.connecting = true
      const node = nodes[next++ % nodes.length] as RedisNode
      this.stream = tls
        ? connectTls({ ...node, ...(isIP(node.host) === 0 && { servername: node.host }) })
        : connectTcp(node)
      return this.stream
    }
  }
}
