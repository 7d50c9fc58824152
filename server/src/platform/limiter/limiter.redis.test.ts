import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { Redis } from 'ioredis'
import { testRedisUrl } from '../../../test/support/redis.ts'
import { limiterSuite } from './limiter.suite.ts'
import type { Rule } from './port.ts'
import { RedisLimiter } from './redis.ts'
import { TAKE_SCRIPT } from './redis-script.ts'

const url = testRedisUrl()
const prefix = `test:${randomUUID()}:`
const one = new Redis(url)
const two = new Redis(url)

after(async () => {
  const left = await one.keys(`${prefix}*`)
  if (left.length > 0) await one.del(left)
  one.disconnect()
  two.disconnect()
})

/** Replaces the script's clock with a Redis key that the test sets. */
function scriptWithClock(clock: string): string {
  const script = TAKE_SCRIPT.replace("redis.call('TIME')", `cjson.decode(redis.call('GET', '${clock}'))`)
  assert.notEqual(script, TAKE_SCRIPT)
  return script
}

limiterSuite('redis', async () => {
  const clock = `${prefix}clock`
  const options = { prefix, script: scriptWithClock(clock) }
  return {
    instances: [new RedisLimiter(one, options), new RedisLimiter(two, options)],
    setTime: async ms => {
      await one.set(clock, JSON.stringify([String(Math.floor(ms / 1000)), String((ms % 1000) * 1000 + 999)]))
    },
  }
})

const rule: Rule = { key: 'rule', window_ms: 60_000, max: 30 }

test("64 parallel requests of two clients with Redis's clock: exactly 30 are allowed", async () => {
  const limiters = [new RedisLimiter(one, { prefix }), new RedisLimiter(two, { prefix })]
  const takes = Array.from({ length: 32 }, () =>
    limiters.map(limiter => limiter.take(rule, 'parallel')),
  ).flat()
  const decisions = await Promise.all(takes)
  assert.equal(decisions.filter(decision => decision.allowed).length, 30)
})

test("waiting exactly as long as a refusal says works with Redis's clock", async () => {
  const short: Rule = { key: 'short', window_ms: 3000, max: 1 }
  const limiter = new RedisLimiter(one, { prefix })
  assert.equal((await limiter.take(short, 'real')).allowed, true)
  const refused = await limiter.take(short, 'real')
  assert.deepEqual({ ...refused, reset_s: 3 }, { allowed: false, limit: 1, remaining: 0, reset_s: 3 })
  assert.ok(refused.reset_s >= 1 && refused.reset_s <= 3, String(refused.reset_s))
  await new Promise(resolve => setTimeout(resolve, refused.reset_s * 1000))
  assert.equal((await limiter.take(short, 'real')).allowed, true)
})

test('a log expires soon after its newest entry has left the window, and never exceeds the maximum', async () => {
  const limiter = new RedisLimiter(one, { prefix })
  for (let i = 0; i < 40; i++) await limiter.take(rule, 'expiring')
  const log = `${prefix}{expiring}:rule`
  const ttl = await one.pttl(log)
  assert.ok(ttl > 60_000 && ttl <= 70_000, String(ttl))
  assert.equal(await one.llen(log), 30)
})

test('a Redis that has lost the script loads it again', async () => {
  const limiter = new RedisLimiter(one, { prefix })
  await one.script('FLUSH')
  const decisions = await Promise.all(Array.from({ length: 5 }, () => limiter.take(rule, 'flushed')))
  assert.deepEqual(decisions.map(decision => decision.remaining).toSorted(), [25, 26, 27, 28, 29])
  await one.script('FLUSH')
  assert.equal((await limiter.take(rule, 'flushed')).remaining, 24)
})

test('any other error of Redis is passed on, and the script does not run again', async t => {
  const again = t.mock.method(one, 'eval')
  await one.set(`${prefix}{wrong}:rule`, 'not a list')
  await assert.rejects(new RedisLimiter(one, { prefix }).take(rule, 'wrong'), /WRONGTYPE/)
  assert.equal(again.mock.callCount(), 0)
})

test('all counters of one client share one cluster hash tag', async () => {
  const limiter = new RedisLimiter(one, { prefix })
  await limiter.take(rule, 'tagged')
  await limiter.take({ ...rule, key: 'other' }, 'tagged')
  const names = await one.keys(`${prefix}*tagged*`)
  assert.deepEqual(names.toSorted(), [`${prefix}{tagged}:other`, `${prefix}{tagged}:rule`])
})
