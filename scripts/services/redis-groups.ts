// Real Redis topologies: a primary and a replica with three Sentinels, or a cluster.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { startRedis } from './redis.ts'
import type { Service } from './service.ts'

export interface RedisGroup extends AsyncDisposable {
  /** The value for REDIS_URL. */
  readonly url: string
  readonly servers: readonly Service[]
}

const SLOTS = 16_384
const NODES = 3

/** If the primary does not answer for half a second, the Sentinels promote the replica. */
export async function startSentinels(): Promise<RedisGroup> {
  const stack = new AsyncDisposableStack()
  const password = randomBytes(16).toString('hex')
  const auth = `masterauth ${password}`
  const primary = stack.use(await startRedis({ password, settings: [auth] }))
  const replica = stack.use(
    await startRedis({ password, settings: [auth, `replicaof 127.0.0.1 ${primary.port}`] }),
  )
  const sentinels: Service[] = []
  for (let i = 0; i < NODES; i++)
    sentinels.push(
      stack.use(
        await startRedis({
          isSentinel: true,
          settings: [
            `sentinel monitor daymark 127.0.0.1 ${primary.port} 2`,
            `sentinel auth-pass daymark ${password}`,
            'sentinel down-after-milliseconds daymark 500',
            'sentinel failover-timeout daymark 3000',
          ],
        }),
      ),
    )
  await untilInfo(primary.url, 'replication', /state=online/)
  for (const { port } of sentinels)
    await untilInfo(`redis://127.0.0.1:${port}`, 'sentinel', /slaves=1,sentinels=3/)
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    url: `redis+sentinel://:${password}@${hosts}/daymark`,
    servers: [primary, replica],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Three nodes, and a replica that takes over if the first node does not answer for a second. */
export async function startCluster(): Promise<RedisGroup> {
  const stack = new AsyncDisposableStack()
  const password = randomBytes(16).toString('hex')
  const nodes: { service: Service; bus: number }[] = []
  for (let i = 0; i <= NODES; i++) {
    const bus = await freePort()
    const settings = [
      'cluster-enabled yes',
      `cluster-port ${bus}`,
      'cluster-node-timeout 1000',
      'cluster-require-full-coverage no',
      `masterauth ${password}`,
    ]
    nodes.push({ service: stack.use(await startRedis({ password, settings })), bus })
  }
  for (const [i, { service }] of nodes.entries()) {
    const redis = new Redis(service.url)
    const [from, to] = [Math.ceil((SLOTS / NODES) * i), Math.ceil((SLOTS / NODES) * (i + 1)) - 1]
    if (i < NODES) await redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
    for (const other of nodes) await redis.call('CLUSTER', 'MEET', '127.0.0.1', other.service.port, other.bus)
    redis.disconnect()
  }
  for (const { service } of nodes) await untilAgreed(service.url)
  const [first, replica] = [nodes[0], nodes[NODES]]
  if (first && replica) await replicate(first.service.url, replica.service.url)
  const hosts = nodes.map(({ service }) => `127.0.0.1:${service.port}`).join(',')
  return {
    url: `redis+cluster://:${password}@${hosts}`,
    servers: nodes.map(({ service }) => service),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * Waits until a section of the server's information matches. Polls, because servers do not announce when they have
 * discovered each other.
 */
async function untilInfo(url: string, section: string, found: RegExp): Promise<void> {
  const redis = new Redis(url)
  while (!found.test(await redis.info(section))) await sleep(20)
  redis.disconnect()
}

async function replicate(primaryUrl: string, replicaUrl: string): Promise<void> {
  const [primary, replica] = [new Redis(primaryUrl), new Redis(replicaUrl)]
  await replica.call('CLUSTER', 'REPLICATE', String(await primary.call('CLUSTER', 'MYID')))
  primary.disconnect()
  replica.disconnect()
  await untilInfo(primaryUrl, 'replication', /state=online/)
}

async function untilAgreed(url: string): Promise<void> {
  const redis = new Redis(url)
  const agrees = async () => {
    const text = String(await redis.call('CLUSTER', 'INFO'))
    return [/cluster_state:ok/, /cluster_slots_ok:16384/, /cluster_known_nodes:4/].every(each =>
      each.test(text),
    )
  }
  while (!(await agrees())) await sleep(20)
  redis.disconnect()
}
