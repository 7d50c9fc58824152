import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { RedisWire, testRedisUrl } from '../../../test/support/redis.ts'
import { RedisConnectionQuota } from './connection-quota-redis.ts'

const observer = new Redis(testRedisUrl())
const opened: RedisConnectionQuota[] = []
let user: string

beforeEach(() => {
  user = `user-${randomUUID()}`
})
after(() => {
  for (const quota of opened) quota.close()
  observer.disconnect()
})

/** Opens a quota and waits until its counts are in Redis. */
async function open(keep_ms = 60_000, url = testRedisUrl()): Promise<RedisConnectionQuota> {
  const quota = new RedisConnectionQuota({ url, most: 3, keep_ms, wait_ms: 5_000 })
  opened.push(quota)
  const probe = `probe-${randomUUID()}`
  await until(async () => {
    await quota.take(probe)
    const isSeen = await observer.exists(`daymark:sockets:${probe}`)
    quota.free(probe)
    return isSeen === 1
  })
  return quota
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10)
}

it('counts the sockets of all instances together', async () => {
  const [here, there] = [await open(), await open()]
  assert.deepEqual(
    [await here.take(user), await there.take(user), await there.take(user)],
    [true, true, true],
  )
  assert.deepEqual([await here.take(user), await there.take(user)], [false, false])
  assert.deepEqual([await here.count(user), await there.count(user)], [3, 3])
  here.free(user)
  await until(() => there.take(user))
  assert.equal(await here.take(user), false)
})

it('never exceeds the limit when all connect at once', async () => {
  const instances = [await open(), await open()]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => instances[i % 2]?.take(user) ?? false),
  )
  const taken = answers.filter(Boolean).length
  assert.ok(taken >= 1 && taken <= 3, String(taken))
})

it('drops the count of an instance that has gone silent, and of no other', async () => {
  const [dying, living, other] = [await open(3_000), await open(3_000), await open(3_000)]
  await dying.take(user)
  await dying.take(user)
  await living.take(user)
  assert.equal(await other.take(user), false)
  dying.close()
  const counts = Object.values(await observer.hgetall(`daymark:sockets:${user}`))
  const lastEnd = Math.max(...counts.map(count => Number(count.split(':')[1])))
  assert.ok(lastEnd > 0)
  // Waits until the stored counts have expired. After that, only an instance that refreshes its counts has valid ones.
  await until(async () => Number((await observer.time())[0]) * 1000 > lastEnd)
  await until(() => other.take(user))
  await until(() => other.take(user))
  assert.equal(await other.take(user), false, 'the living instance keeps its slot')
})

it('counts locally while Redis is down', async () => {
  const wire = new RedisWire(testRedisUrl())
  await wire.join()
  const [cutOff, other] = [await open(60_000, wire.url), await open()]
  for (let i = 0; i < 3; i++) await other.take(user)
  assert.equal(await cutOff.take(user), false)
  await wire.cut()
  const alone = [
    await cutOff.take(user),
    await cutOff.take(user),
    await cutOff.take(user),
    await cutOff.take(user),
  ]
  assert.deepEqual(alone, [true, true, true, false])
})
