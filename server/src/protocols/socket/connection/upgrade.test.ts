import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { after, before, it } from 'node:test'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { connect, greeted, listening } from '../../../../test/support/device.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

const LIMIT = 4
let server: TestApp
const token = (userId: string, options: { expiresIn?: number } = {}) =>
  server.issuer.token({ sub: userId, name: userId }, { now: server.clock.now(), ...options })

before(async () => {
  server = await startTestApp(await openFreshSqlite(), {
    CORS_ALLOWED_ORIGINS: 'https://app.example,wss://other.example',
    WS_CONNECT_MAX: String(LIMIT),
    WS_MAX_CONNECTIONS_PER_USER: '3',
    TRUSTED_PROXY_IPS: '127.0.0.1',
  })
})
after(() => server.close())

/** Sends a raw request on a new connection. */
async function raw(lines: string[]): Promise<{ status: number; text: string }> {
  const [host, port] = (await listening(server.app)).split(':')
  const socket = connectTcp(Number(port), host)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  socket.write(`${lines.join('\r\n')}\r\nHost: x\r\nConnection: close, Upgrade\r\n\r\n`)
  await once(socket, 'close')
  return { status: Number(text.split(' ')[1]), text }
}

it('works under both prefixes and echoes the subprotocol', async () => {
  for (const path of ['/v1/ws/timers', '/api/v1/ws/timers']) {
    const device = await greeted(server, 'paths', { path })
    assert.ok(device.socket.protocol.startsWith(BEARER_PROTOCOL))
    await device.close()
  }
})

it('refuses other paths with 404 and bad origins with 403, before the token is checked', async () => {
  const nowhere = await connect(server, 'x', { path: '/v1/ws/other' })
  assert.equal((await nowhere.refused).status, 404)
  for (const origin of ['https://evil.example', 'null']) {
    const refused = await (await connect(server, 'x', { headers: { origin }, protocols: [] })).refused
    assert.equal(refused.status, 403)
    assert.match(refused.body, /"detail":/)
  }
})

it('allows listed origins, its own, and none', async () => {
  const host = await listening(server.app)
  for (const origin of ['https://app.example', 'https://other.example', `http://${host}`]) {
    const device = await greeted(server, `origin ${origin}`, { headers: { origin } })
    await device.close()
  }
})

it('completes the handshake for a missing or bad token and closes with 1008', async () => {
  const good = await token('ann')
  const expired = await token('ann', { expiresIn: -3600 })
  const bad: string[][] = [
    [],
    ['something.else'],
    [BEARER_PROTOCOL],
    [`${BEARER_PROTOCOL}nonsense`],
    [BEARER_PROTOCOL + expired],
    [`${BEARER_PROTOCOL}${good.slice(0, -4)}AAAA`],
    [BEARER_PROTOCOL + good, `${BEARER_PROTOCOL}${good}x`],
  ]
  for (const [i, protocols] of bad.entries()) {
    const device = await connect(server, 'x', { protocols, headers: { 'x-forwarded-for': `10.0.0.${i}` } })
    assert.deepEqual(await device.closed, { code: 1008, reason: 'unauthorized' }, String(protocols[0]))
    assert.equal(device.received.length, 0)
    // If the server did not echo the subprotocol, a browser would fail the handshake and never see the close code.
    assert.equal(device.socket.protocol, protocols[0] ?? '')
  }
  const inQuery = await connect(server, 'x', {
    protocols: [],
    query: `?token=${good}`,
    headers: { 'x-forwarded-for': '10.0.0.99' },
  })
  assert.equal((await inQuery.closed).code, 1008)
})

it('closes with 4029 before connected when there were too many connections, and does not count those', async () => {
  for (let i = 0; i < LIMIT; i++) await (await greeted(server, 'busy')).close()
  for (let i = 0; i < 3; i++) {
    const device = await connect(server, 'busy')
    assert.equal((await device.closed).code, 4029)
    assert.equal(device.received.length, 0)
  }
  server.clock.advance(60_000)
  await (await greeted(server, 'busy')).close()
})

it('counts bad tokens by address', async () => {
  const attempt = async (address: string) => {
    const device = await connect(server, 'x', { protocols: ['bad'], headers: { 'x-forwarded-for': address } })
    return (await device.closed).code
  }
  const codes = []
  for (let i = 0; i <= LIMIT; i++) codes.push(await attempt('192.0.2.7'))
  assert.deepEqual(codes, [...Array(LIMIT).fill(1008), 4029])
  assert.equal(await attempt('192.0.2.8'), 1008)
})

it('limits the concurrent sockets of a person, and frees the slot of a closed one', async () => {
  const three = [await greeted(server, 'many'), await greeted(server, 'many'), await greeted(server, 'many')]
  assert.equal((await (await connect(server, 'many')).closed).code, 4029)
  await three[0]?.close()
  const fourth = await greeted(server, 'many')
  await Promise.all([fourth, ...three.slice(1)].map(device => device.close()))
})

it('closes with 1008 for an unknown zone, after the limit', async () => {
  for (const zone of ['Mars/Olympus', '', '+25:00', '%2B0900']) {
    const device = await connect(server, `zone ${zone}`, { query: `?timezone=${zone}` })
    assert.deepEqual(await device.closed, { code: 1008, reason: 'invalid timezone' })
    assert.equal(device.received.length, 0)
  }
  for (let i = 0; i < LIMIT; i++) {
    await (await connect(server, 'lost', { query: '?timezone=Mars' })).closed
  }
  assert.equal((await (await connect(server, 'lost')).closed).code, 4029, 'they were counted')
})

it('answers invalid handshakes, and leaves other upgrades alone', async () => {
  const plain = await server.fetch('/v1/ws/timers')
  assert.equal(plain.status, 426)
  const noKey = await raw(['GET /v1/ws/timers HTTP/1.1', 'Upgrade: websocket'])
  assert.equal(noKey.status, 400)
  assert.match(noKey.text, /x-request-id: .*\r\n\r\n\{"detail":"[^"]+"\}$/is)
  const h2c = await raw(['GET /health HTTP/1.1', 'Upgrade: h2c'])
  assert.equal(h2c.status, 200)
  const traversal = await raw(['GET /v1/../v1/ws/timers HTTP/1.1', 'Upgrade: websocket'])
  assert.equal(traversal.status, 404)
})

it('distinguishes "try again" from "sign in again" when the issuer is down', async () => {
  const other = await startTestApp(await openFreshSqlite())
  other.issuer.setDown(true)
  const device = await connect(other, 'ann')
  assert.equal((await device.refused).status, 503)
  await other.close()
})
