// Peers that never let a request end. Each one runs on 127.0.0.1 and does exactly one bad thing.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { CidrList } from '../client-address/cidr.ts'
import { type OutboundOptions, openOutbound, type PersonalRequest } from './outbound.ts'
import type { OutboundPolicy } from './outbound-url.ts'

const loopback = new CidrList()
loopback.add('127.0.0.0/8')
const policy: OutboundPolicy = {
  allowHttp: true,
  allowedNetworks: loopback,
  allowedPorts: [],
  own: { origin: () => undefined, listening: () => undefined },
}
const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const open = (options: OutboundOptions = {}) => openOutbound(policy, { resolve, ...options })

const servers: Server[] = []
const sockets = new Set<Socket>()
after(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** Calls `act` after the head of a request has arrived. */
async function peer(act: (socket: Socket) => void): Promise<{ url: string; closed: () => Promise<unknown> }> {
  const closing: Promise<unknown>[] = []
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket)
    closing.push(new Promise(done => socket.once('close', done)))
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
    socket.resume()
    // A peer that has been told to stop stops. Whether it was told is what the tests wait for.
    socket.on('end', () => socket.destroy())
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://peer.test:${port}/`, closed: () => Promise.all(closing) }
}

/** Writes `first`, and then the bytes again and again. */
const every = (socket: Socket, ms: number, bytes: string, first = '') => {
  socket.write(first)
  const timer = setInterval(() => socket.write(bytes), ms)
  socket.on('close', () => clearInterval(timer))
}

const OK = 'HTTP/1.1 200 OK\r\n'
const endless: [name: string, act: (socket: Socket) => void][] = [
  ['never answers', () => {}],
  ['drips the headers', socket => every(socket, 5, 'x', `${OK}a: `)],
  ['drips header lines', socket => every(socket, 20, 'a: b\r\n', OK)],
  ['drips the body', socket => every(socket, 20, 'x', `${OK}content-length: 900\r\n\r\n`)],
  ['drips chunks', socket => every(socket, 20, '1\r\nx\r\n', `${OK}transfer-encoding: chunked\r\n\r\n`)],
  [
    'never ends its trailers',
    socket => every(socket, 20, 'a: b\r\n', `${OK}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`),
  ],
  ['never closes a body without a length', socket => socket.write(`${OK}\r\nbegun`)],
]

for (const [name, act] of endless)
  test(`a peer that ${name} is cut off at the deadline`, async () => {
    const { url, closed } = await peer(act)
    const outbound = open({ deadline_ms: 300 })
    const read = async (request: Partial<PersonalRequest>) =>
      (await outbound.fetch({ url, by: { person: 'kim' }, maxBytes: 1000, ...request })).bytes()
    await assert.rejects(read({}), { kind: 'timeout' })
    await assert.rejects(read({ method: 'POST', body: 'x'.repeat(100_000) }), { kind: 'timeout' })
    await closed()
    assert.equal(outbound.figures().inFlight, 0)
  })

const refused: [name: string, act: (socket: Socket) => void, kind: string][] = [
  [
    'answers 101',
    socket =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    'unreadable',
  ],
  [
    'answers 101 without saying to what',
    socket => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    'unreadable',
  ],
  [
    'sends informational responses for ever',
    socket => every(socket, 1, 'HTTP/1.1 100 Continue\r\n\r\n'),
    'unreadable',
  ],
  ['sends headers for ever', socket => every(socket, 1, `a: ${'b'.repeat(1_000)}\r\n`, OK), 'unreadable'],
  [
    'sends trailers for ever',
    socket => every(socket, 1, `a: ${'b'.repeat(1_000)}\r\n`, `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`),
    'unreadable',
  ],
  ['resets the connection', socket => socket.resetAndDestroy(), 'unreachable'],
  ['closes without an answer', socket => socket.end(), 'unreachable'],
]

for (const [name, act, kind] of refused)
  test(`a peer that ${name} is an error at once`, async () => {
    const { url, closed } = await peer(act)
    const outbound = open({ deadline_ms: 10_000 })
    const request = { url, by: { person: 'kim' }, maxBytes: 1_000_000 }
    await assert.rejects(async () => (await outbound.fetch(request)).bytes(), { kind })
    await assert.rejects(async () => (await outbound.fetchConfigured(request)).bytes(), { kind })
    await closed()
    assert.equal(outbound.figures().inFlight, 0)
  })

test('a response that nobody reads is closed at the deadline', async () => {
  const { url, closed } = await peer(socket => socket.write(`${OK}content-length: 900\r\n\r\nbegun`))
  const outbound = open({ deadline_ms: 200 })
  const response = await outbound.fetch({ url, by: { person: 'kim' }, maxBytes: 1000 })
  await closed()
  assert.equal(outbound.figures().inFlight, 0)
  await assert.rejects(response.bytes(), { kind: 'timeout' })
})

test('a peer that accepts no TLS and one that drips a greeting end at the deadline, too', async () => {
  const { url, closed } = await peer(socket => every(socket, 20, '\u0016'))
  const outbound = open({ deadline_ms: 300 })
  const secure = url.replace('http:', 'https:')
  await assert.rejects(outbound.fetch({ url: secure, by: { person: 'kim' }, maxBytes: 10 }))
  const { port } = new URL(url)
  const socket = await outbound.connect({ host: 'peer.test', port: Number(port), deadline_ms: 300 })
  socket.write('EHLO\r\n')
  const [error] = await once(socket, 'error')
  assert.equal(error.kind, 'timeout')
  await closed()
  assert.equal(outbound.figures().inFlight, 0)
})

test('a name that never resolves ends at the deadline', async () => {
  const outbound = open({ deadline_ms: 200, resolve: () => new Promise(() => {}) })
  const request = { url: 'https://silent.test/', by: { person: 'kim' }, maxBytes: 10 }
  await assert.rejects(outbound.fetch(request), { kind: 'timeout' })
  await assert.rejects(outbound.fetchConfigured(request), { kind: 'timeout' })
  await assert.rejects(outbound.connect({ host: 'silent.test', port: 25, deadline_ms: 50 }), {
    kind: 'timeout',
  })
  assert.equal(outbound.figures().inFlight, 0)
})

test('one person, one host and people who are not signed in cannot use up the requests of others', async () => {
  const { url } = await peer(() => {})
  const quick = await peer(socket => socket.end(`${OK}content-length: 0\r\n\r\n`))
  const outbound = open({
    deadline_ms: 60_000,
    budget: { person: 4, host: 4, personAndHost: 2, strangers: 2, wait_ms: 20 },
  })
  const abort = new AbortController()
  const ask = (by: PersonalRequest['by'], to = url) =>
    outbound.fetch({ url: to, by, maxBytes: 10, signal: abort.signal })
  const hanging = [ask({ person: 'kim' }), ask({ person: 'kim' })]
  await assert.rejects(ask({ person: 'kim' }), { kind: 'busy' })
  hanging.push(ask({ person: 'lee' }), ask({ person: 'lee' }))
  await assert.rejects(ask({ person: 'park' }), { kind: 'busy' }, 'the host has no slot left')
  hanging.push(ask({ stranger: '192.0.2.1' }), ask({ stranger: '192.0.2.2' }))
  await assert.rejects(ask({ stranger: '192.0.2.3' }, quick.url), { kind: 'busy' })
  for (const person of ['kim', 'lee', 'park']) assert.equal((await ask({ person }, quick.url)).status, 200)
  abort.abort()
  for (const each of await Promise.allSettled(hanging)) assert.equal(each.status, 'rejected')
  assert.equal(outbound.figures().inFlight, 0)
})

test('a call inside a transaction is refused, and one after the commit is not', async t => {
  const { url } = await peer(socket => socket.end(`${OK}content-length: 0\r\n\r\n`))
  const storage = await openFreshSqlite()
  t.after(() => storage.close())
  const warned: string[] = []
  const outbound = open()
  const lenient = open({ misused: error => warned.push(error.message) })
  const request = { url, by: { person: 'kim' }, maxBytes: 10 }
  await assert.rejects(
    storage.write([], () => outbound.fetch(request)),
    /inside a transaction/,
  )
  await assert.rejects(
    storage.snapshot(() => outbound.fetchConfigured(request)),
    /inside a transaction/,
  )
  await storage.write([], () => lenient.fetch(request))
  assert.equal(warned.length, 1)
  await storage.write([], async () => {})
  await storage.read(() => outbound.fetch(request))
})
