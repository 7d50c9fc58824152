// One Redis counts for all instances, and a Redis outage does not stop the service.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestApp, type TestApp } from './support/app.ts'
import { RedisWire, testRedisUrl } from './support/redis.ts'
import { openFreshSqlite } from './support/sqlite.ts'

const post = async (server: TestApp, token: string) =>
  server.fetch('/v1/tags', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })

async function twoInstances(redisUrl: string): Promise<TestApp[]> {
  const settings = { RATE_LIMIT_ENABLED: 'true', REDIS_URL: redisUrl }
  return Promise.all([0, 1].map(async () => startTestApp(await openFreshSqlite(), settings)))
}

async function readiness(server: TestApp) {
  // The health result is cached for a second.
  server.clock.advance(1_000)
  const response = await server.fetch('/health/ready')
  const body = (await response.json()) as {
    status: string
    components: Record<string, { status: string }>
  }
  return { code: response.status, status: body.status, redis: body.components['redis']?.status }
}

describe('two instances on one Redis', () => {
  let instances: TestApp[]
  before(async () => {
    instances = await twoInstances(testRedisUrl())
  })
  after(() => Promise.all(instances.map(instance => instance.close())))

  it('allow exactly 30 of 64 parallel requests of one person', async () => {
    const rounds: number[][] = []
    // If a busy machine responds late, an instance counts locally for a second and allows more requests.
    while (rounds.at(-1)?.length !== 30 && rounds.length < 5) {
      for (const each of instances) while ((await readiness(each)).redis !== 'ok') await pause(50)
      const sub = `person-${crypto.randomUUID()}`
      const answers = await Promise.all(
        instances.flatMap(instance =>
          Array.from({ length: 32 }, async () => post(instance, await instance.issuer.token({ sub }))),
        ),
      )
      assert.ok(answers.every(answer => answer.status === 422 || answer.status === 429))
      const passed = answers.filter(answer => answer.status === 422)
      rounds.push(passed.map(answer => Number(answer.headers.get('x-ratelimit-remaining'))))
    }
    assert.deepEqual(
      rounds.at(-1)?.toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, i) => i),
    )
  })
})

describe('an outage of Redis', () => {
  it('leaves each instance counting alone, is reported, and ends by itself', async () => {
    const wire = new RedisWire(testRedisUrl())
    await wire.join()
    const server = await startTestApp(await openFreshSqlite(), {
      RATE_LIMIT_ENABLED: 'true',
      REDIS_URL: wire.url,
    })
    const ready = () => readiness(server)
    try {
      assert.deepEqual(await ready(), { code: 200, status: 'ok', redis: 'ok' })
      await wire.cut()
      const token = await server.issuer.token({ sub: `person-${crypto.randomUUID()}` })
      const answers = await Promise.all(Array.from({ length: 40 }, () => post(server, token)))
      assert.equal(answers.filter(answer => answer.status === 422).length, 30)
      assert.deepEqual(await ready(), { code: 200, status: 'degraded', redis: 'down' })
      await wire.join()
      // Polls, because the server does not announce that Redis is back.
      while ((await ready()).redis !== 'ok') await pause(50)
    } finally {
      await server.close()
      await wire.cut()
    }
  })
})
