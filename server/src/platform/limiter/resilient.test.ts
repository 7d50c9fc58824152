import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { MemoryLimiter } from './memory.ts'
import type { Decision, Rule } from './port.ts'
import { ResilientLimiter } from './resilient.ts'

const rule: Rule = { key: 'rule', window_ms: 60_000, max: 3 }
const shared: Decision = { allowed: true, limit: 3, remaining: 1, reset_s: 7 }

function open(answer: () => Promise<Decision>) {
  const clock = { time: 0, now: () => clock.time }
  const said: string[] = []
  const asked: string[] = []
  const source = { answer }
  const local = new MemoryLimiter(clock)
  local.close()
  const limiter = new ResilientLimiter({
    shared: {
      take: ({ key }) => {
        asked.push(key)
        return source.answer()
      },
    },
    local,
    clock,
    log: { info: text => said.push(`info: ${text}`), warn: text => said.push(`warn: ${text}`) },
    wait_ms: 250,
    retry_ms: 1000,
  })
  return { clock, said, asked, source, limiter }
}

const answers = async () => shared
const fails = async () => Promise.reject(new Error('connection refused'))
const never = () => new Promise<Decision>(() => {})

test('while Redis answers, its decision counts', async t => {
  const { limiter, said } = open(answers)
  t.after(() => limiter.close())
  assert.deepEqual(await limiter.take(rule, 'a'), shared)
  assert.equal(limiter.state, 'shared')
  assert.deepEqual(said, [])
})

test('a failure is decided locally, and later requests do not wait for Redis at all', async t => {
  const { limiter, asked } = open(fails)
  t.after(() => limiter.close())
  assert.deepEqual(await limiter.take(rule, 'a'), { allowed: true, limit: 3, remaining: 2, reset_s: 60 })
  assert.equal(limiter.state, 'local')
  assert.deepEqual(limiter.take(rule, 'a'), { allowed: true, limit: 3, remaining: 1, reset_s: 60 })
  assert.deepEqual(limiter.take(rule, 'a'), { allowed: true, limit: 3, remaining: 0, reset_s: 60 })
  assert.deepEqual(limiter.take(rule, 'a'), { allowed: false, limit: 3, remaining: 0, reset_s: 60 })
  assert.deepEqual(asked, ['rule'])
})

test('requests in progress when Redis fails are counted locally, each once', async t => {
  const { limiter } = open(fails)
  t.after(() => limiter.close())
  const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter.take(rule, 'a')))
  assert.equal(decisions.filter(decision => decision.allowed).length, 3)
})

test('the wait for a slow Redis is bounded', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { limiter, said } = open(never)
  const taken = limiter.take(rule, 'a')
  mock.timers.tick(250)
  assert.equal((await taken).remaining, 2)
  assert.equal(limiter.state, 'local')
  assert.match(said.join(), /no answer within 250 ms/)
})

test('an answer that was late only because this process was blocked counts', async t => {
  const { limiter, source } = open(never)
  t.after(() => limiter.close())
  const { promise, resolve } = Promise.withResolvers<Decision>()
  source.answer = () => promise
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const taken = limiter.take(rule, 'a')
  mock.timers.tick(250)
  resolve(shared)
  assert.deepEqual(await taken, shared)
  assert.equal(limiter.state, 'shared')
})

test('it switches back by itself and logs that once', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { limiter, source, said, asked } = open(fails)
  await limiter.take(rule, 'a')
  mock.timers.tick(1000)
  assert.equal(await limiter.check(), 'local')
  source.answer = answers
  mock.timers.tick(1000)
  assert.equal(await limiter.check(), 'shared')
  assert.deepEqual(await limiter.take(rule, 'a'), shared)
  assert.deepEqual(asked, ['rule', 'probe', 'probe', 'rule'])
  assert.deepEqual(said, [
    'warn: Redis does not answer; this instance counts rate limits on its own: connection refused',
    'info: Redis answers again; rate limits are shared by all instances',
  ])
})

test('an outage is logged once per minute', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { limiter, clock, said } = open(fails)
  await limiter.take(rule, 'a')
  for (; clock.time < 150_000; clock.time += 1000) {
    mock.timers.tick(1000)
    await limiter.check()
  }
  assert.equal(said.length, 3)
})

test('a flapping Redis does not fill the log', async t => {
  const { limiter, source, clock, said } = open(answers)
  t.after(() => limiter.close())
  for (; clock.time < 60_000; clock.time += 500) {
    source.answer = clock.time % 1000 === 0 ? fails : answers
    await limiter.check()
  }
  assert.equal(said.length, 2)
})

test('readiness detects an outage before any request does; concurrent checks share one probe', async t => {
  const { limiter, asked } = open(fails)
  t.after(() => limiter.close())
  assert.equal(limiter.state, 'shared')
  assert.deepEqual(await Promise.all([limiter.check(), limiter.check()]), ['local', 'local'])
  assert.deepEqual(asked, ['probe'])
})

test('closing ends the reconnection attempts', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { limiter, asked } = open(fails)
  await Promise.all([limiter.take(rule, 'a'), limiter.take(rule, 'a')])
  limiter.close()
  mock.timers.tick(10_000)
  assert.deepEqual(asked, ['rule', 'rule'])
})
