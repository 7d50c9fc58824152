// Two real instances share one PostgreSQL and one Redis. The tests stop or kill each of them while the SDK is in use.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, createClient, type TimerSocket } from '@daymark/client'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import type { Service } from '../../scripts/services/service.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { type Balancer, startBalancer } from './support/balancer.ts'
import { startIssuer, type TestIssuer } from './support/issuer.ts'
import { type RunningServer, startProgram } from './support/process.ts'
import { LoadedPerson, PACE_MS } from './support/sdk-load.ts'

describe('two instances under the load of SDK clients', () => {
  let issuer: TestIssuer
  let postgres: Service
  let redis: Service
  let settings: Record<string, string>
  let instances: RunningServer[]
  let balancer: Balancer
  let people: LoadedPerson[] = []
  let sockets: TimerSocket[] = []
  let newcomers = 0
  /** Stops everything in reverse order, even if one of the steps fails. */
  const cleanUp = new AsyncDisposableStack()

  before(async () => {
    issuer = await startIssuer()
    cleanUp.defer(() => issuer.close())
    postgres = cleanUp.use(await startPostgres({ durable: true }))
    redis = cleanUp.use(await startRedis())
    settings = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ...issuer.settings,
      WS_RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'fatal',
    }
    // Both instances start at the same time on an empty database: one creates the tables while the other waits.
    instances = await Promise.all([startProgram(settings), startProgram(settings)])
    cleanUp.defer(async () => {
      await Promise.all(instances.map(each => each.stop()))
    })
    balancer = await startBalancer(instances.map(each => each.url))
    cleanUp.defer(() => balancer.close())
    cleanUp.defer(() => {
      for (const open of [...people, ...sockets]) open.close()
    })
  })
  after(() => cleanUp.disposeAsync())

  /** People write less while an instance starts, so that they do not take its CPU time. */
  async function startUnderLoad(): Promise<RunningServer> {
    for (const person of people) person.pace_ms = 200
    try {
      return await startProgram(settings)
    } finally {
      for (const person of people) person.pace_ms = PACE_MS
    }
  }

  /** `fault` runs while people write, and `afterwards` runs after their last write. */
  async function underLoad(
    fault: (more: () => Promise<void>) => Promise<void>,
    afterwards = async () => {},
  ): Promise<void> {
    people = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const token = await issuer.token({ sub: `person-${++newcomers}` })
        return new LoadedPerson(balancer.url, token)
      }),
    )
    await Promise.all(people.map(person => person.begin()))
    await fault(async () => {
      const goals = people.map(person => person.acknowledged + 10)
      while (people.some((person, i) => person.acknowledged < (goals[i] ?? 0))) await pause(10)
    })
    await Promise.all(people.map(person => person.finish()))
    await afterwards()
    for (const person of people) await person.check()
    for (const person of people) person.close()
  }

  const ready = async () =>
    Promise.all(instances.map(async each => (await fetch(`${each.url}/health/ready`)).json())) as Promise<
      { status: string }[]
    >

  it('lose nothing when one is killed -9 and restarted, and when the other is then replaced gracefully, as in a rolling deployment', async () => {
    await underLoad(async more => {
      await more()
      const [victim, other] = instances
      assert.ok(victim && other)
      await victim.kill()
      await more()
      const replacement = await startUnderLoad()
      instances = [replacement, other]
      balancer.set(instances.map(each => each.url))
      await more()
      instances = [replacement]
      balancer.set([replacement.url])
      assert.equal(await other.stop(), 0)
      await more()
      instances.push(await startUnderLoad())
      balancer.set(instances.map(each => each.url))
      await more()
    })
  })

  it('continue while Redis is stopped, and notify each other again when it is back', async () => {
    await underLoad(
      async more => {
        await more()
        await redis.stop()
        await more()
        assert.deepEqual(new Set((await ready()).map(each => each.status)), new Set(['degraded']))
      },
      // No later change reveals the gap, so the sockets must find the missed changes on their own.
      () => redis.restart(),
    )
    while ((await ready()).some(each => each.status !== 'ok')) await pause(50)
  })

  it('keep their sockets while PostgreSQL is stopped, reject commands with a message, and run them when it is back', async () => {
    const token = await issuer.token({ sub: `person-${++newcomers}` })
    sockets = instances.map(each => createClient({ baseUrl: each.url, token }).timers.connect())
    const [here, there] = sockets
    assert.ok(here && there)
    const { id } = await here.start({ allocated_duration: 60 })
    await there.start({ allocated_duration: 60 })
    const states: string[] = []
    for (const socket of sockets) socket.on('state', state => states.push(state))
    await postgres.stop()
    for (const socket of sockets) {
      await assert.rejects(
        socket.pause(id),
        (error: unknown) =>
          error instanceof CommandFailed && error.code === 'INTERNAL_ERROR' && /database/.test(error.message),
      )
    }
    // Readiness is cached for a second.
    while ((await ready()).some(each => each.status !== 'unavailable')) await pause(50)
    await postgres.restart()
    while ((await ready()).some(each => each.status !== 'ok')) await pause(50)
    assert.equal((await here.pause(id)).status, 'PAUSED')
    assert.equal((await there.resume(id)).status, 'RUNNING')
    assert.deepEqual(states, [])
  })

  it('refuse to start an older program on a newer schema, and say why', async () => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(
      `insert into migrations (position, name, checksum) values (9999, 'from-the-future', 'x')`,
    )
    await assert.rejects(openPostgresStorage(postgres.url), {
      name: 'SchemaMismatch',
      message: /newer Daymark.*from-the-future.*restore a backup/,
    })
    await client.query('delete from migrations where position = 9999')
    await client.end()
  })
})
