// Tests a server with two workers on PostgreSQL and Redis, for example when a worker is killed or replaced.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type TimerSocket } from '@daymark/client'
import pg from 'pg'
import { startIssuer, type TestIssuer } from './support/issuer.ts'
import { type RunningServer, runProgram, startProgram } from './support/process.ts'
import { testRedisUrl } from './support/redis.ts'
import { ownDatabaseUrl } from './support/storages.ts'

/** Below one person's limit, so that the load is never refused. */
const WRITES_EACH = 20

describe('two workers', () => {
  const cleanUp = new AsyncDisposableStack()
  let issuer: TestIssuer
  let database: string
  let server: RunningServer
  let people = 0

  before(async () => {
    issuer = await startIssuer()
    cleanUp.defer(() => issuer.close())
    const { url, drop } = await ownDatabaseUrl()
    cleanUp.defer(drop)
    database = url
    server = await startProgram({
      ...{ WORKERS: '2', DATABASE_URL: url, REDIS_URL: testRedisUrl(), ...issuer.settings },
      ...{ RATE_LIMIT_ENABLED: 'true', METRICS_ENABLED: 'true', LOG_LEVEL: 'info' },
    })
    cleanUp.defer(async () => void (await server.stop()))
  })
  after(() => cleanUp.disposeAsync())

  const newToken = () => issuer.token({ sub: `worker-person-${++people}` })
  const workers = () => childrenOf(server.pid)

  /** Without an agent, every request has its own connection, so that both workers get some requests. */
  async function send(path: string, token?: string, body?: object, agent?: Agent) {
    const call = request(`${server.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      agent: agent ?? false,
    })
    call.end(body && JSON.stringify(body))
    const [response] = await once(call, 'response')
    return { status: response.statusCode as number, body: await text(response) }
  }

  const figure = async (name: string): Promise<number> =>
    (await send('/metrics')).body
      .split('\n')
      .filter(line => line.startsWith(name))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)

  const healthy = async () =>
    JSON.parse((await send('/health/ready')).body) as { status: string; components: object }

  async function untilComplete(): Promise<void> {
    while ((await figure('daymark_workers ')) < 2 || (await healthy()).status !== 'ok') await pause(50)
  }

  /** Writes while `fault` runs. Returns the acknowledged ids and the reasons of failed requests. */
  async function underLoad(fault: (more: () => Promise<void>) => Promise<void>) {
    const acknowledged: string[] = []
    const failures: string[] = []
    let isEnding = false
    const writers = Array.from({ length: 4 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let token = ''
      for (let i = 0; !isEnding; i++) {
        if (i % WRITES_EACH === 0) token = await newToken()
        try {
          const { status, body } = await send(
            '/v1/tags/groups',
            token,
            { name: `group ${i}`, color: '#000000' },
            agent,
          )
          if (status === 201) acknowledged.push((JSON.parse(body) as { id: string }).id)
          else failures.push(`${status} ${body}`)
        } catch (error) {
          failures.push(String(error))
        }
        await pause(5)
      }
      agent.destroy()
    })
    await fault(async () => {
      const goal = acknowledged.length + 40
      while (acknowledged.length < goal) await pause(10)
    })
    isEnding = true
    await Promise.all(writers)
    return { acknowledged, failures }
  }

  async function missing(ids: readonly string[]): Promise<string[]> {
    const client = new pg.Client(database)
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select id from tag_groups')
    await client.end()
    const kept = new Set(rows.map(({ id }) => id))
    return ids.filter(id => !kept.has(id))
  }

  it('are one server: migrations run once, both answer, and health and metrics are of the whole', async () => {
    assert.equal(workers().length, 2)
    assert.equal(server.printed().match(/creating the tables of a new database/g)?.length, 1)
    assert.equal(server.printed().match(/Daymark is running/g)?.length, 1)
    const token = await newToken()
    for (let i = 0; i < 6; i++) assert.equal((await send('/v1/tags', token)).status, 200)
    const { status, components } = await healthy()
    assert.equal(status, 'ok')
    const names = ['database', 'issuer', 'jobs', 'outbound', 'redis', 'workers', 'writes']
    assert.deepEqual(Object.keys(components).sort(), names)
    assert.equal(await figure('daymark_request_seconds_count{method="GET",route="/v1/tags",'), 6)
    assert.equal(await figure('daymark_build_info'), 1)
    assert.equal(await figure('daymark_component_up{component="database"}'), 1)
    const lines = () => server.printed().match(/\{.*"route":"\/v1\/tags".*\}/g) ?? []
    while (lines().length < 6) await pause(20)
    const pids = new Set(lines().map(line => (JSON.parse(line) as { pid: number }).pid))
    assert.deepEqual([...pids].sort(), workers().sort())
  })

  it('count limits exactly: 30 of 64 parallel requests of one person pass', async () => {
    const counts: string[] = []
    // If a busy machine responds late, a worker counts locally for a second and allows more requests.
    while (counts.at(-1) !== '30 of 64' && counts.length < 5) {
      await untilComplete()
      const token = await newToken()
      const answers = await Promise.all(Array.from({ length: 64 }, () => send('/v1/tags', token, {})))
      const [passed, refused] = [422, 429].map(code => answers.filter(({ status }) => status === code).length)
      counts.push(`${passed} of ${(passed ?? 0) + (refused ?? 0)}`)
    }
    assert.equal(counts.at(-1), '30 of 64', counts.join())
  })

  it('deliver a change to the sockets of both', async () => {
    const client = createClient({ baseUrl: server.url, token: await newToken() })
    const sockets: TimerSocket[] = Array.from({ length: 4 }, () => client.timers.connect())
    try {
      const told = sockets.map(
        socket =>
          new Promise<void>(resolve => {
            socket.on('timers', ({ timers }) => timers.size > 0 && resolve())
          }),
      )
      await sockets[0]?.start({ allocated_duration: 60 })
      await Promise.all(told)
      assert.equal(await figure('daymark_sockets '), 4)
    } finally {
      for (const socket of sockets) socket.close()
    }
  })

  it('lose no acknowledged write when one is killed -9, and the supervisor replaces it', async () => {
    const [victim] = workers()
    assert.ok(victim)
    const { acknowledged, failures } = await underLoad(async more => {
      await more()
      process.kill(victim, 'SIGKILL')
      await more()
      await untilComplete()
      await more()
    })
    assert.deepEqual(await missing(acknowledged), [])
    // Only requests that the killed worker had accepted fail: at most one connection per writer.
    assert.ok(failures.length <= 4, failures.join('\n'))
    assert.equal(workers().length, 2)
    assert.ok(!workers().includes(victim))
    assert.equal(await figure('daymark_worker_restarts_total'), 1)
  })

  it('serve a connection that a worker had not accepted before it was killed', async () => {
    const token = await newToken()
    const [victim] = workers()
    assert.ok(victim)
    process.kill(victim, 'SIGSTOP')
    // One connection waits for the stopped worker; the other worker serves the rest.
    let answered = 0
    const waiting = Array.from({ length: 4 }, async () => {
      const { status } = await send('/v1/tags', token)
      answered++
      return status
    })
    while (answered < 3) await pause(10)
    process.kill(victim, 'SIGKILL')
    assert.deepEqual(await Promise.all(waiting), [200, 200, 200, 200])
    await untilComplete()
  })

  it('are replaced one by one on SIGHUP without a failed request, and their counts are kept', async () => {
    const before = workers()
    const created = () =>
      figure('daymark_request_seconds_count{method="POST",route="/v1/tags/groups",status="201"')
    const earlier = await created()
    const { acknowledged, failures } = await underLoad(async more => {
      await more()
      process.kill(server.pid, 'SIGHUP')
      while (!server.printed().includes('all workers were replaced')) await pause(50)
      await more()
    })
    assert.deepEqual(failures, [])
    assert.deepEqual(await missing(acknowledged), [])
    assert.deepEqual(
      workers().filter(pid => before.includes(pid)),
      [],
    )
    assert.equal(await created(), earlier + acknowledged.length)
    await untilComplete()
  })

  it('stop together on SIGTERM', async () => {
    const all = workers()
    assert.equal(await server.stop(), 0)
    for (const pid of all) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  it('end with one explanation if they cannot start', async () => {
    const { code, err } = await runProgram('main.ts', [], {
      ...{ WORKERS: '2', DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT_S: '0' },
      ...{ REDIS_URL: testRedisUrl(), PORT: '0' },
    })
    assert.equal(code, 1)
    assert.equal(err.match(/cannot be reached/g)?.length, 1)
    assert.match(err, /Daymark cannot start: a worker ended with exit code 1 before it could serve\.$/)
  })
})

const childrenOf = (pid: number): number[] =>
  execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
