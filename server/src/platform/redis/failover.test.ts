import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type RedisGroup, startCluster, startSentinels } from '../../../../scripts/services/redis-groups.ts'
import { RedisConnectionQuota } from '../bus/connection-quota-redis.ts'
import { RedisBus } from '../bus/redis.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { openLimiter } from '../limiter/open.ts'
import { redisAddress } from './redis-address.ts'

const log = { info: () => {}, warn: () => {} }
const RULE = { key: 'test', window_ms: 60_000, max: 30 }

async function twoInstances(url: string) {
  const buses = [0, 1].map(() => new RedisBus({ url, log, ping_ms: 200 }))
  const limiters = await Promise.all(
    [0, 1].map(() => openLimiter({ redis_url: url, clock: systemClock, log })),
  )
  const quotas = [0, 1].map(() => new RedisConnectionQuota({ url, most: 3, wait_ms: 5_000 }))
  const [sender, receiver] = buses as [RedisBus, RedisBus]
  const received: unknown[] = []
  let gaps = 0
  receiver.listen({ notice: ({ body }) => received.push(body), lost: () => gaps++ })

  const reaches = async () => {
    const body = crypto.randomUUID()
    for (;;) {
      sender.publish([{ user_id: 'ann', kind: 'test', body }])
      for (let i = 0; i < 10; i++) {
        if (received.includes(body)) return
        await pause(20)
      }
    }
  }
  const isShared = async () => {
    const states = await Promise.all(limiters.map(each => each.check?.()))
    return states.every(state => state === 'shared')
  }
  return {
    limiters,
    quotas,
    reaches,
    isShared,
    gaps: () => gaps,
    async ready() {
      const answers = (bus: RedisBus) =>
        bus.check().then(
          () => true,
          () => false,
        )
      for (const bus of buses) while (!(await answers(bus))) await pause(20)
      await receiver.join('ann')
      while (!(await isShared())) await pause(20)
      for (const [own, other] of [quotas, quotas.toReversed()]) {
        const someone = crypto.randomUUID()
        for (let i = 0; (await other?.count(someone)) === 0; i++) {
          if (i > 0) own?.free(someone)
          await own?.take(someone)
        }
      }
    },
    async [Symbol.asyncDispose]() {
      for (const bus of buses) await bus.close()
      for (const limiter of limiters) limiter.close()
      for (const quota of quotas) quota.close()
    },
  }
}

for (const [title, start] of [
  ['behind Sentinels', startSentinels],
  ['as a cluster', startCluster],
] as const) {
  it(`Redis ${title} counts for both instances, passes notices on, and survives the loss of a server`, async () => {
    await using group: RedisGroup = await start()
    await using instances = await twoInstances(group.url)
    await instances.ready()
    const counts: number[] = []
    // Repeats the burst, because on a busy machine Redis may answer late. The instance then counts locally for a second
    // and allows more requests.
    while (counts.at(-1) !== 30 && counts.length < 5) {
      while (!(await instances.isShared())) await pause(20)
      const someone = crypto.randomUUID()
      const take = async (_: unknown, i: number) => instances.limiters[i % 2]?.limiter.take(RULE, someone)
      const decisions = await Promise.all(Array.from({ length: 64 }, take))
      counts.push(decisions.filter(decision => decision?.allowed).length)
    }
    assert.equal(counts.at(-1), 30, counts.join())
    const key = `person-${crypto.randomUUID()}`
    const taken = await Promise.all([0, 1, 0, 1, 0].map(i => instances.quotas[i]?.take(key)))
    assert.equal(taken.filter(Boolean).length, 3)
    await instances.reaches()

    const before = instances.gaps()
    await group.servers[0]?.kill()
    await instances.reaches()
    while (!(await instances.isShared())) await pause(50)
    // The receiving instance was connected to the killed node, so it must report a gap.
    while (instances.gaps() === before) await pause(20)
  })
}

it('addresses of Sentinels and clusters are read, and unreadable ones are refused', () => {
  assert.deepEqual(redisAddress('redis+sentinel://:p%40ss@a:1,b/main?sentinel_password=x'), {
    ...{ kind: 'sentinel', name: 'main', tls: false, password: 'p@ss', sentinelPassword: 'x' },
    nodes: [
      { host: 'a', port: 1 },
      { host: 'b', port: 26_379 },
    ],
  })
  assert.deepEqual(redisAddress('rediss+cluster://ann:secret@[::1]:7000,b'), {
    ...{ kind: 'cluster', tls: true, username: 'ann', password: 'secret' },
    nodes: [
      { host: '::1', port: 7000 },
      { host: 'b', port: 6_379 },
    ],
  })
  for (const bad of [
    'redis+sentinel://a:1',
    'redis+cluster://',
    'redis+cluster://a:x',
    'http://a',
    'redis+cluster://a/db',
  ])
    assert.equal(redisAddress(bad), undefined, bad)
})
