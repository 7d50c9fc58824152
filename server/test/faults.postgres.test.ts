// Stops, kills and slows down a real PostgreSQL server.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Client } from '@daymark/client'
import { sql } from 'kysely'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { Problem } from '../src/platform/kernel/errors.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { migratedPostgresUrl } from './support/storages.ts'

const create = (client: Client, groupId: string, name: string) =>
  client.tags.create({ body: { name, color: '#000000', group_id: groupId } })

const readiness = async (server: TestApp) => (await server.fetch('/health/ready')).status

/** Polls, because readiness is cached for a second and no event announces a change. */
async function untilReadiness(server: TestApp, status: 200 | 503): Promise<void> {
  while ((await readiness(server)) !== status) await pause(50)
}

describe('PostgreSQL stops and comes back', () => {
  it('answers 503 until it is back, recovers by itself and loses no acknowledged write', async () => {
    await using postgres = await startPostgres({ durable: true })
    const storage = await openPostgresStorage(postgres.url, { connectTimeoutMs: 1000 })
    const server = await startTestApp(storage)
    const ann = await server.as('ann')
    const { id } = await ann.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const acknowledged: string[] = []
    for (const round of [1, 2]) {
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; ; i++) {
          const name = `${round}-${writer}-${i}`
          await create(ann, id, name)
          acknowledged.push(name)
        }
      })
      const ends = Promise.allSettled(writers)
      while (acknowledged.length < round * 40) await pause(5)
      await (round === 1 ? postgres.kill() : postgres.stop())
      for (const end of await ends) {
        assert.equal(end.status, 'rejected')
        assert.ok(end.status === 'rejected' && end.reason instanceof ApiError)
        assert.equal(end.reason.status, 503, end.reason.detail)
        assert.match(end.reason.detail, /database/)
      }
      await untilReadiness(server, 503)
      await postgres.restart()
      await untilReadiness(server, 200)
      const kept = new Set((await ann.tags.list()).map(tag => tag.name))
      assert.deepEqual(
        acknowledged.filter(name => !kept.has(name)),
        [],
      )
    }
    assert.equal(storage.load().waiting, 0, 'nothing is stuck')
    await server.close()
  })
})

describe('a PostgreSQL server that accepts no writes', () => {
  it('makes the server not ready, with the reason, until a write succeeds', async () => {
    const { url, drop } = await migratedPostgresUrl()
    const storage = await openPostgresStorage(url, { poolSize: 1 })
    const server = await startTestApp(storage)
    const ann = await server.as('ann')
    const { id } = await ann.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const setReadOnly = (value: 'on' | 'off') =>
      storage.read(db => sql.raw(`set default_transaction_read_only = ${value}`).execute(db.sql))
    const database = async () => {
      server.clock.advance(1_001)
      const answer = await server.fetch('/health/ready')
      return [
        answer.status,
        ((await answer.json()) as { components: { database: object } }).components.database,
      ]
    }
    await setReadOnly('on')
    await assert.rejects(
      create(ann, id, 'a'),
      (error: unknown) => error instanceof ApiError && error.status === 503,
    )
    const reason = 'The database is read-only at the moment. Nothing was changed. Try again later.'
    for (const _ of [1, 2]) assert.deepEqual(await database(), [503, { status: 'down', reason, age_s: 0 }])
    await setReadOnly('off')
    assert.deepEqual(await database(), [200, { status: 'ok', age_s: 0 }])
    await create(ann, id, 'a')
    await server.close()
    await drop()
  })
})

describe('a slow database', () => {
  it('rejects work at once instead of queueing it up, and recovers', async () => {
    const { url, drop } = await migratedPostgresUrl()
    const storage = await openPostgresStorage(url, { poolSize: 2, queueSize: 3, connectTimeoutMs: 60_000 })
    const hold = Promise.withResolvers<void>()
    const busy = [0, 1].map(() => storage.write([], () => hold.promise))
    while (storage.load().connections < 2) await pause(5)
    const waiting = Array.from({ length: 3 }, () => storage.read(db => sql`select 1`.execute(db.sql)))
    await assert.rejects(
      storage.read(db => sql`select 1`.execute(db.sql)),
      (error: unknown) =>
        error instanceof Problem && error.kind === 'unavailable' && /busy/.test(error.message),
    )
    hold.resolve()
    await Promise.all([...busy, ...waiting])
    await storage.check()
    await storage.close()
    await drop()
  })

  it('answers 503 with Retry-After beyond the queue, and serves the queued requests', async () => {
    const { url, drop } = await migratedPostgresUrl()
    const storage = await openPostgresStorage(url, { poolSize: 2, queueSize: 3 })
    const server = await startTestApp(storage)
    const token = await server.issuer.token({ sub: 'ann' })
    const list = () => server.fetch('/v1/tags/groups', { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await list()).status, 200)
    const blocker = new pg.Client(url)
    await blocker.connect()
    await blocker.query('begin; lock table tag_groups in access exclusive mode')
    let refused = 0
    const answers = Array.from({ length: 40 }, async () => {
      const answer = await list()
      if (answer.status === 503) refused++
      return answer
    })
    // Rejected requests get their response while the accepted ones still wait.
    while (refused < 35) await pause(5)
    assert.equal(storage.load().waiting, 3)
    await blocker.query('rollback')
    await blocker.end()
    const all = await Promise.all(answers)
    assert.equal(all.filter(answer => answer.status === 200).length, 5)
    const turnedAway = all.filter(answer => answer.status === 503)
    assert.equal(turnedAway.length, 35)
    for (const answer of turnedAway) {
      assert.equal(answer.headers.get('retry-after'), '1')
      assert.match(((await answer.json()) as { detail: string }).detail, /busy/)
    }
    await server.close()
    await drop()
  })

  it('ends a statement that takes too long with 503, and its connection stays usable', async () => {
    const { url, drop } = await migratedPostgresUrl()
    const storage = await openPostgresStorage(url, { poolSize: 1, statementTimeoutMs: 200 })
    await assert.rejects(
      storage.read(db => sql`select pg_sleep(30)`.execute(db.sql)),
      (error: unknown) => error instanceof Problem && error.kind === 'unavailable',
    )
    await storage.check()
    await storage.close()
    await drop()
  })
})
