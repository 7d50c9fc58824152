// Tests faults of one machine: a full disk, and a shutdown while requests are running.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ApiError, createClient } from '@daymark/client'
import { sql } from 'kysely'
import { integrityOf } from '../src/platform/storage/copies/backup.ts'
import { startTestApp } from './support/app.ts'
import { startIssuer } from './support/issuer.ts'
import { runProgram, startProgram } from './support/process.ts'
import { openFreshSqlite } from './support/sqlite.ts'

describe('a full disk under SQLite', () => {
  it('is reported clearly, corrupts nothing, and ends when there is space again', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-full-'))
    const settings = { DATA_DIR: folder, ...issuer.settings, LOG_LEVEL: 'fatal' }
    const token = await issuer.token({ sub: 'ann' })
    const acknowledged: string[] = []
    try {
      const full = await startProgram(settings, 3000)
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

      const again = await startProgram(settings)
      const roomy = createClient({ baseUrl: again.url, token })
      const kept = new Set((await roomy.tags.listGroups()).map(group => group.id))
      assert.deepEqual(
        acknowledged.filter(id => !kept.has(id)),
        [],
      )
      await roomy.tags.createGroup({ body: { name: 'after', color: '#000000' } })
      assert.equal(await again.stop(), 0)
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
    const { code, err } = await runProgram('main.ts', [], { DATA_DIR: folder, PORT: '0' }, '', 100)
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

describe('SIGTERM during work', () => {
  it('exits 0 although one client never finishes its request, one is idle, and one does not answer the close frame', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
    const server = await startProgram({ DATA_DIR: folder, ...issuer.settings })
    const { port, hostname } = new URL(server.url)
    const handshake = handshakeOf(await issuer.token({ sub: 'ann' }))
    const unfinished = [
      'POST /v1/tags HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 99',
    ]
    const clients = [handshake, unfinished, ['']].map(head => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(`${head.join('\r\n')}\r\n\r\n{"na`)
      return socket
    })
    const [silent] = clients
    assert.ok(silent)
    assert.match(String(await once(silent, 'data')), /101 Switching/)
    assert.equal(await server.stop(), 0)
    for (const socket of clients) socket.destroy()
    await issuer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const late of ['never', 'in time'] as const) {
    it(`refuses a handshake in flight and exits 0; the issuer answers ${late}`, async () => {
      const issuer = await startIssuer()
      const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
      const server = await startProgram({ DATA_DIR: folder, ...issuer.settings })
      const { port, hostname } = new URL(server.url)
      const asked = issuer.stall()
      const socket = connect(Number(port), hostname)
      socket.write(`${handshakeOf(await issuer.token({ sub: 'ann' })).join('\r\n')}\r\n\r\n`)
      await asked
      const answer = once(socket, 'data')
      const stopped = server.stop()
      assert.match(String(await answer), /^HTTP\/1.1 503 .*"detail":"The server is shutting down/s)
      if (late === 'in time') issuer.resume()
      assert.equal(await stopped, 0)
      socket.destroy()
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    })
  }

  it('closes a connection as soon as its last request is answered', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
    const server = await startProgram({ DATA_DIR: folder, ...issuer.settings })
    const { port, hostname } = new URL(server.url)
    const head =
      'POST /v1/tags HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
    const [answered, unfinished] = [connect(Number(port), hostname), connect(Number(port), hostname)]
    for (const socket of [answered, unfinished]) {
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(head)
    }
    // Once the server has answered this later request, it has received both earlier ones.
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
    const stopped = server.stop()
    await until(() =>
      fetch(`${server.url}/health`).then(
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
    await issuer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('exits 0 although nothing reads its log any more', async () => {
    for (const reader of ['stalled', 'gone'] as const) {
      const folder = mkdtempSync(join(tmpdir(), 'daymark-log-'))
      const server = await startProgram({ DATA_DIR: folder, LOG_LEVEL: 'info' })
      server.stopReading(reader)
      // Causes more log output than a pipe can buffer.
      for (let i = 0; i < 40; i++) {
        await Promise.all(
          Array.from({ length: 50 }, async () => (await fetch(`${server.url}/health`)).text()),
        )
      }
      assert.equal(await server.stop(), 0, reader)
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('finishes requests, closes sockets with 1001 and exits 0; nothing is incomplete', async () => {
    const issuer = await startIssuer()
    const folder = mkdtempSync(join(tmpdir(), 'daymark-stop-'))
    const settings = { DATA_DIR: folder, ...issuer.settings }
    try {
      const server = await startProgram(settings)
      const token = await issuer.token({ sub: 'ann' })
      const client = createClient({ baseUrl: server.url, token })
      const { id } = await client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws/timers`, [
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
          if (acknowledged.length === 30) void server.stop()
        }
      })
      const ends = await Promise.allSettled(writers)
      assert.ok(ends.every(end => end.status === 'rejected'))
      const [event] = await closed
      assert.equal(event.code, 1001)
      assert.equal(await server.ended, 0)

      const again = await startProgram(settings)
      const kept = await createClient({ baseUrl: again.url, token }).tags.list()
      const names = new Set(kept.map(tag => tag.name))
      assert.deepEqual(
        acknowledged.filter(name => !names.has(name)),
        [],
      )
      await again.stop()
    } finally {
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 10))
}
