import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { RedisWire, testRedisUrl } from '../../../test/support/redis.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { openLimiter } from './open.ts'
import type { Rule } from './port.ts'

const redis_url = testRedisUrl()
const rule: Rule = { key: 'test', window_ms: 60_000, max: 30 }

/** Returns a log that lets a test wait for the next line at a level. */
function listeningLog() {
  const waiting = { info: Promise.withResolvers<string>(), warn: Promise.withResolvers<string>() }
  const lines: string[] = []
  const write = (level: 'info' | 'warn') => (text: string) => {
    lines.push(text)
    waiting[level].resolve(text)
    waiting[level] = Promise.withResolvers()
  }
  return {
    lines,
    info: write('info'),
    warn: write('warn'),
    next: (level: 'info' | 'warn') => waiting[level].promise,
  }
}

async function openOn(t: TestContext, url: string) {
  const log = listeningLog()
  const options = { redis_url: url, clock: systemClock, log, wait_ms: 2_000, retry_ms: 20 }
  const opened = await openLimiter(options)
  t.after(() => opened.close())
  return { ...opened, log }
}

test('two instances on one Redis: of 64 parallel requests, exactly 30 are allowed', async t => {
  const instances = await Promise.all([openOn(t, redis_url), openOn(t, redis_url)])
  const key = randomUUID()
  const takes = Array.from({ length: 32 }, () =>
    instances.map(({ limiter }) => limiter.take(rule, key)),
  ).flat()
  const decisions = await Promise.all(takes)
  assert.equal(decisions.filter(decision => decision.allowed).length, 30)
})

for (const breakWire of ['cut', 'silence'] as const) {
  test(`after a ${breakWire} of the connection, requests are counted locally until it recovers by itself`, async t => {
    const wire = new RedisWire(redis_url)
    await wire.join()
    t.after(() => wire.cut())
    const { limiter, check, log } = await openOn(t, wire.url)
    const key = randomUUID()
    assert.equal((await limiter.take(rule, key)).remaining, 29)
    assert.equal((await limiter.take(rule, key)).remaining, 28)

    const warned = log.next('warn')
    await wire[breakWire]()
    const during = await Promise.all(Array.from({ length: 64 }, () => limiter.take(rule, key)))
    assert.equal(during.filter(decision => decision.allowed).length, 30)
    assert.match(await warned, /counts rate limits on its own/)
    assert.equal(await check?.(), 'local')

    const returned = log.next('info')
    await wire.cut()
    await wire.join()
    await returned
    assert.equal(await check?.(), 'shared')
    assert.equal((await limiter.take(rule, key)).remaining, 27)
  })
}

test('it opens without Redis, and connects once Redis is up', async t => {
  const wire = new RedisWire(redis_url)
  await wire.join()
  const { url } = wire
  await wire.cut()
  const { limiter, check, log } = await openOn(t, url)
  const returned = log.next('info')
  assert.equal(await check?.(), 'local')
  assert.match(log.lines.join(), /ECONNREFUSED/)
  assert.equal((await limiter.take(rule, randomUUID())).remaining, 29)
  await wire.join()
  t.after(() => wire.cut())
  await returned
  assert.equal(await check?.(), 'shared')
})

test('without a Redis URL it counts in the process', async t => {
  const { limiter, check, close } = await openLimiter({ clock: systemClock, log: listeningLog() })
  t.after(close)
  assert.equal(check, undefined)
  assert.equal((await limiter.take(rule, 'a')).remaining, 29)
})
