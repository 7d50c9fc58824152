// Opens connections to Redis: to one server, to the primary that Sentinels name, or to a cluster.
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis'
import { type RedisAddress, type RedisNode, redisAddress } from './redis-address.ts'

/** Without `replyMapping`, which would change the types of replies. */
export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>
type SentinelAddress = Extract<RedisAddress, { kind: 'sentinel' }>

/** Opens a connection for commands on keys. In a cluster, each command goes to the node that has its key. */
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
    // Refreshes the map of slots regularly, so that the client notices a failover even if no node redirects a command.
    // This is off by default.
    slotsRefreshTimeout: 1_000,
    slotsRefreshInterval: 5_000,
  })
}

/**
 * Opens a connection for messages between instances. Every node of a cluster passes messages on to all others, so one
 * connection to any node is enough. The loss of this connection means that messages may have been lost.
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
  // Asks all Sentinels again soon, because a failover takes only seconds.
  sentinelRetryStrategy: attempt => Math.min(attempt * 100, 1_000),
})

const DISCONNECT_MS = 2_000

/** Tries the next node whenever a connection fails. */
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
