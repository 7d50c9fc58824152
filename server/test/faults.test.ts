// Faults on one machine: a full disk, and a shutdown while requests are running.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ApiError, createClient } from '@daymark/client'
import { sql } from 'kysely'
import { integrityOf } from '../src/platform/storage/copies/backup.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import { startEmbedded } from './support/accounts.ts'
import { startTestApp } from './support/app.ts'
import { startIssuer } from './support/issuer.ts'
import { runProgram, type Settings, startProgram } from './support/process.ts'
import { openFreshSqlite } from './support/sqlite.ts'

describe('a full disk under SQLite', () => {
  it('is reported clearly, corrupts nothing, and ends when there is space again', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-full-'))
    const settings = { DATA_DIR: folder, ...issuer.settings, LOG_LEVEL: 'fatal' }
    const token = await issuer.token({ sub: 'ann' })
    const acknowledged: string[] = []
    try {
      const full = await startProgram(settings, { limitKiB: 3000 })
      const client = createClient({ baseUrl: full.url, token })
      const fill = async () => {
        for (let i = 0; i < 2000; i++) {
          const group = await client.tags.createGroup({
            body: { name: `n-${i}`, color: '#000000', description: 'x'.repeat(10_000) },
          })
          acknowledged.push(group.id)
        }
      }
      await assert.rejects(fill(), (error: unknown) => error instanceof ApiError && error.status === 503)
      assert.ok(acknowledged.length > 10)
      assert.equal((await client.tags.listGroups({ query: { limit: 1 } })).length, 1, 'reads still work')
      assert.equal(await full.stop(), 0)
      assert.equal(integrityOf(join(folder, 'daymark.db')), 'ok')

      const storage = await openSqliteStorage(join(folder, 'daymark.db'))
      const again = await startTestApp(storage)
      const rows = await storage.read(db => db.sql.selectFrom('tag_groups').select('id').execute())
      const kept = new Set(rows.map(({ id }) => id))
      assert.deepEqual(
        acknowledged.filter(id => !kept.has(id)),
        [],
      )
      const bob = await again.as('bob')
      await bob.tags.createGroup({ body: { name: 'after', color: '#000000' } })
      await again.close()
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a disk without space for the tables of a new database', () => {
  it('is explained in one sentence', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-small-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const { code, err } = await runProgram('main.ts', [], { DATA_DIR: folder, PORT: '0' }, '', {
      limitKiB: 100,
    })
    assert.equal(code, 1)
    assert.match(err, /The database \S+daymark\.db cannot be opened: disk I\/O error\.$/)
  })
})

describe('a disk that SQLite reports as full', () => {
  it('is named as the reason, and writes work again as soon as there is space', async () => {
    const storage = await openFreshSqlite()
    const server = await startTestApp(storage)
    const ann = await server.as('ann')
    await ann.users.me()
    const pages = (most: number) =>
      storage.write([], tx => sql.raw(`pragma max_page_count = ${most}`).execute(tx.sql))
    const create = () =>
      ann.tags.createGroup({ body: { name: 'G', color: '#000000', description: 'x'.repeat(10_000) } })
    await pages(1)
    await assert.rejects(
      async () => {
        for (let i = 0; i < 100; i++) await create()
      },
      (error: unknown) =>
        error instanceof ApiError &&
        error.status === 503 &&
        /out of disk space.*Nothing was changed/.test(error.detail),
    )
    const before = (await ann.tags.listGroups()).length
    await pages(1_000_000)
    await create()
    assert.equal((await ann.tags.listGroups()).length, before + 1)
    await server.close()
  })

  it('makes the server not ready, with the reason, until a write succeeds', async () => {
    const storage = await openFreshSqlite()
    const server = await startTestApp(storage)
    const ann = await server.as('ann')
    await ann.users.me()
    const create = () =>
      ann.tags.createGroup({ body: { name: 'G', color: '#000000', description: 'x'.repeat(10_000) } })
    const pages = (most: number) =>
      storage.write([], tx => sql.raw(`pragma max_page_count = ${most}`).execute(tx.sql))
    const ready = async () => {
      server.clock.advance(1_001)
      const answer = await server.fetch('/health/ready')
      const { components } = (await answer.json()) as { components: Record<string, object> }
      return [answer.status, components['database']]
    }
    await pages(1)
    await assert.rejects(
      async () => {
        for (let i = 0; i < 100; i++) await create()
      },
      (error: unknown) => error instanceof ApiError && error.status === 503,
    )
    const reason =
      'The server has run out of disk space. Nothing was changed. Ask the operator of this server.'
    for (const _ of [1, 2]) assert.deepEqual(await ready(), [503, { status: 'down', reason, age_s: 0 }])
    await ann.tags.listGroups()
    await pages(1_000_000)
    assert.deepEqual(await ready(), [200, { status: 'ok', age_s: 0 }])
    await create()
    await server.close()
  })

  it('is named by the OpenID provider too, as a fault that passes', async () => {
    const storage = await openFreshSqlite()
    const server = await startEmbedded(storage, { PORT: '0' })
    const issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const pages = (most: number) =>
      storage.write([], tx => sql.raw(`pragma max_page_count = ${most}`).execute(tx.sql))
    const ask = () =>
      fetch(`${issuer}/auth/oauth/device_authorization`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ client_id: 'daymark-cli', scope: `openid ${'x'.repeat(5_000)}` }),
      })
    assert.equal((await ask()).status, 200)
    await pages(1)
    let answer = await ask()
    for (let i = 0; i < 100 && answer.ok; i++) answer = await ask()
    assert.equal(answer.status, 503)
    const { error, error_description } = (await answer.json()) as Record<string, string>
    assert.equal(error, 'temporarily_unavailable')
    assert.match(error_description ?? '', /out of disk space/)
    await pages(1_000_000)
    assert.equal((await ask()).status, 200)
    await server.close()
  })
})

const handshakeOf = (token: string): string[] => [
  'GET /v1/ws/timers HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  `Sec-WebSocket-Protocol: authorization.bearer.${token}`,
]

/** The number of requests whose log lines fill the pipe to this process. */
const MORE_LOG_THAN_A_PIPE_BUFFERS = 2_000

/** Sends the requests on one connection. The server closes a connection with more than 16 unanswered requests. */
async function request(socket: Socket, times: number): Promise<void> {
  const batch = 10
  for (let sent = 0; sent < times; sent += batch) {
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(batch))
    let answers = ''
    while (answers.split('HTTP/1.1 200').length <= batch) answers += String((await once(socket, 'data'))[0])
  }
}

/** The tests run concurrently, because each only waits until its own server ends. */
describe('SIGTERM during work', { concurrency: true }, () => {
  const cleanUp = new AsyncDisposableStack()
  after(() => cleanUp.disposeAsync())

  async function startServer(settings: Settings = {}) {
    const issuer = await startIssuer()
    cleanUp.defer(() => issuer.close())
    const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
    cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }))
    const server = await startProgram({ DATA_DIR: folder, ...issuer.settings, ...settings })
    const token = await issuer.token({ sub: 'ann' })
    const { port, hostname } = new URL(server.url)
    const connected = async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      cleanUp.defer(async () => void socket.destroy())
      await once(socket, 'connect')
      return socket
    }
    return { ...server, issuer, folder, token, connected }
  }

  it('closes a connection as soon as its last request is answered, and exits 0 although one client never finishes its request, one is idle, and one does not answer the close frame', async () => {
    const { url, token, connected, stop } = await startServer()
    const [silent, idle, answered, unfinished] = await Promise.all([
      connected(),
      connected(),
      connected(),
      connected(),
    ])
    silent.write(`${handshakeOf(token).join('\r\n')}\r\n\r\n`)
    assert.match(String(await once(silent, 'data')), /101 Switching/)
    idle.write('\r\n')
    for (const socket of [answered, unfinished])
      socket.write(
        'POST /v1/tags HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
      )
    // Once the server has answered this request, it has received both earlier ones.
    assert.equal((await fetch(`${url}/health`)).status, 200)
    const stopped = stop()
    await until(() =>
      fetch(`${url}/health`).then(
        () => false,
        () => true,
      ),
    )
    answered.write('}')
    const first = await Promise.race([
      once(answered.resume(), 'close').then(() => 'answered'),
      once(unfinished.resume(), 'close').then(() => 'unfinished'),
    ])
    assert.equal(first, 'answered')
    assert.equal(await stopped, 0)
  })

  for (const [late, signal, code, reader] of [
    ['never', 'SIGTERM', 0, 'nothing reads its log any more'],
    ['in time', 'SIGHUP', 129, 'its log is read'],
  ] as const) {
    it(`refuses a handshake in flight and exits ${code} on ${signal}; the issuer answers ${late}, and ${reader}`, async () => {
      const { issuer, token, connected, stop, stopReading } = await startServer({ LOG_LEVEL: 'info' })
      if (reader === 'nothing reads its log any more') {
        stopReading('stalled')
        await request(await connected(), MORE_LOG_THAN_A_PIPE_BUFFERS)
      }
      const asked = issuer.stall()
      const socket = await connected()
      socket.write(`${handshakeOf(token).join('\r\n')}\r\n\r\n`)
      await asked
      const answer = once(socket, 'data')
      const stopped = stop(signal)
      assert.match(String(await answer), /^HTTP\/1.1 503 .*"detail":"The server is shutting down/s)
      if (late === 'in time') issuer.resume()
      assert.equal(await stopped, code)
    })
  }

  it('finishes requests, closes sockets with 1001 and exits 0 although its log cannot be written; nothing is incomplete', async () => {
    const { url, token, folder, stop, stopReading, ended } = await startServer({ LOG_LEVEL: 'info' })
    // Every write to the closed pipe fails.
    stopReading('gone')
    const client = createClient({ baseUrl: url, token })
    const { id } = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws/timers`, [
      `authorization.bearer.${token}`,
    ])
    await once(socket, 'open')
    const closed = once(socket, 'close') as Promise<[CloseEvent]>
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const name = `${writer}-${i}`
        await client.tags.create({ body: { name, color: '#000000', group_id: id } })
        acknowledged.push(name)
        if (acknowledged.length === 30) void stop()
      }
    })
    const ends = await Promise.allSettled(writers)
    assert.ok(ends.every(end => end.status === 'rejected'))
    const [event] = await closed
    assert.equal(event.code, 1001)
    assert.equal(await ended, 0)

    const storage = await openSqliteStorage(join(folder, 'daymark.db'))
    const rows = await storage.read(db => db.sql.selectFrom('tags').select('name').execute())
    await storage.close()
    const names = new Set(rows.map(({ name }) => name))
    assert.deepEqual(
      acknowledged.filter(name => !names.has(name)),
      [],
    )
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 10))
}
