import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { type EmbeddedApp, PASSWORD, startEmbedded } from './support/accounts.ts'
import { openFreshSqlite } from './support/sqlite.ts'

type Line = Record<string, unknown>

const ID = '01a1dd40-93c2-7156-a99d-dae837885b29'
const REFUSED = 'sign-in refused'

describe('strangers', () => {
  const lines: Line[] = []
  let server: EmbeddedApp
  let port: number
  let token: string
  let readToken: string

  before(async () => {
    const log = pino(
      { level: 'info' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(JSON.parse(String(chunk)))
          done()
        },
      }),
    )
    server = await startEmbedded(await openFreshSqlite(), {}, { log })
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const { client, access_token } = await server.join('ann@example.org')
    token = access_token
    readToken = (await client.tokens.create({ body: { name: 'r', scopes: ['read'] } })).token
  })
  after(() => server.close())

  /** Sends only a request's headers, without the body that they announce. */
  async function statusOfHead(line: string, headers: Record<string, string> = {}): Promise<number> {
    const all = { host: 'x', 'content-length': '1000000', 'content-type': 'application/json', ...headers }
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `${line} HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1])
  }

  const since = (start: number, message: string) =>
    lines.slice(start).filter(line => line['msg'] === message || message === '*')

  it('get 401 before their body is read, even if it is too large or of another type', async () => {
    for (const request of [
      'POST /v1/todos',
      `PATCH /v1/todos/${ID}`,
      'POST /v1/graphql',
      'PUT /auth/account',
    ]) {
      assert.ok([401, 405].includes(await statusOfHead(request)), request)
      assert.ok([401, 405].includes(await statusOfHead(request, { authorization: 'Bearer x.y.z' })), request)
    }
    for (const headers of [{ 'content-length': '99999999' }, { 'content-type': 'text/plain' }])
      assert.equal(await statusOfHead('POST /v1/todos', headers), 401)
    const send = (body: string, type = 'application/json') =>
      server.fetch('/v1/todos', { method: 'POST', body, headers: { 'content-type': type } })
    assert.equal((await send('{')).status, 401)
    assert.equal((await send('x', 'text/plain')).status, 401)
    assert.equal((await send(`"${'x'.repeat(1_048_577)}"`)).status, 401)
  })

  it('a token without the scope gets 403 just as early', async () => {
    const headers = { authorization: `Bearer ${readToken}` }
    assert.equal(await statusOfHead('POST /v1/todos', headers), 403)
  })

  it('unknown paths and methods are reported before a body is read, with a token or without', async () => {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      assert.equal(await statusOfHead('POST /v1/nothing', headers), 404)
      assert.equal(await statusOfHead('POST /nothing', headers), 404)
      assert.equal(await statusOfHead('PUT /v1/tags', headers), 405)
      assert.equal(await statusOfHead('PUT /v1/tags/groups', headers), 405)
      assert.equal(await statusOfHead('POST /health', headers), 405)
    }
  })

  it('known people still learn what is wrong with a body', async () => {
    const send = async (body: string, type = 'application/json') => {
      const headers = { 'content-type': type, authorization: `Bearer ${token}` }
      return (await server.fetch('/v1/todos', { method: 'POST', body, headers })).status
    }
    assert.deepEqual(
      [await send('{'), await send('x', 'text/plain'), await send(`"${'x'.repeat(1_048_577)}"`)],
      [422, 415, 413],
    )
  })

  it('an aborted upload is not an error of the server', async () => {
    const start = lines.length
    const accepted = once(server.app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /v1/todos HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\n',
    )
    // `100 Continue` means that the server is now waiting for the body.
    await once(socket, 'data')
    socket.write('{"title":')
    const [connection] = await accepted
    const ended = new Promise(resolve => connection.once('close', resolve))
    socket.resetAndDestroy()
    await ended
    // Once another request has been answered, the server has handled the closed connection.
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
    const levels = since(start, '*').map(line => Number(line['level']))
    assert.ok(
      levels.every(level => level <= 30),
      JSON.stringify(since(start, '*')),
    )
  })

  it('a rejected token leaves a line with the address and never the token', async () => {
    const start = lines.length
    const bad = 'eyJhbGciOiJFUzI1NiJ9.e30.c2VjcmV0'
    const response = await fetch(`http://127.0.0.1:${port}/v1/todos`, {
      headers: { authorization: `Bearer ${bad}` },
    })
    assert.equal(response.status, 401)
    const [line, ...more] = since(start, REFUSED)
    assert.deepEqual(more, [])
    assert.equal(line?.['client_address'], '127.0.0.1')
    assert.equal(line?.['request_id'], response.headers.get('x-request-id'))
    assert.equal(line?.['route'], '/v1/todos')
    assert.ok(!JSON.stringify(lines.slice(start)).includes('c2VjcmV0'))
  })

  it('a rejected password leaves a line with the address and never the password', async () => {
    const start = lines.length
    const response = await server.post('/auth/sign-in', {
      email: 'ann@example.org',
      password: 'a wild guess',
    })
    assert.equal(response.status, 401)
    const [line, ...more] = since(start, REFUSED)
    assert.deepEqual(more, [])
    assert.equal(line?.['client_address'], '127.0.0.1')
    assert.equal(line?.['route'], '/auth/sign-in')
    assert.ok(!/wild guess|ann@example/.test(JSON.stringify(lines.slice(start))))
    assert.equal(
      (await server.post('/auth/sign-in', { email: 'ann@example.org', password: PASSWORD })).status,
      200,
    )
  })

  it('a rejected token on a socket leaves the same line', async () => {
    const start = lines.length
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/ws/timers`, 'authorization.bearer.c2VjcmV0')
    await new Promise(resolve => socket.addEventListener('close', resolve))
    const [line] = since(start, REFUSED)
    assert.equal(line?.['client_address'], '127.0.0.1')
    assert.equal(line?.['route'], '/v1/ws/timers')
    assert.ok(!JSON.stringify(lines.slice(start)).includes('c2VjcmV0'))
  })

  it('a request without credentials is not logged as rejected', async () => {
    const start = lines.length
    assert.equal((await server.fetch('/v1/todos')).status, 401)
    const nameless = new WebSocket(`ws://127.0.0.1:${port}/v1/ws/timers`)
    await new Promise(resolve => nameless.addEventListener('close', resolve))
    assert.deepEqual(since(start, REFUSED), [])
  })

  it('two Host headers are rejected, on the sockets too', async () => {
    const raw = async (head: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`${head}host: a\r\nHost: b\r\nconnection: close\r\n\r\n`)
      return text(socket)
    }
    assert.match(
      await raw('GET /health HTTP/1.1\r\n'),
      /^HTTP\/1\.1 400 .*\{"detail":"There is more than one Host header\."\}$/s,
    )
    const upgrade =
      'GET /v1/ws/timers HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    assert.match(
      await raw(upgrade),
      /^HTTP\/1\.1 400 .*\{"detail":"There is more than one Host header\."\}$/s,
    )
  })
})
