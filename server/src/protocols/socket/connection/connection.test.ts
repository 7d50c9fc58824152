import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, before, it } from 'node:test'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { connect, Device, greeted, listening } from '../../../../test/support/device.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import { type Client, Connection } from './connection.ts'

let server: TestApp

before(async () => {
  server = await startTestApp(await openFreshSqlite(), { WS_MESSAGE_MAX: '6', JWT_LEEWAY_S: '30' })
})
after(() => server.close())

it('closes with 1008 when the token expires, leeway included, and runs nothing afterwards', async () => {
  const short = await server.issuer.token({ sub: 'short' }, { expiresIn: 100, now: server.clock.now() })
  const device = await connect(server, 'short', { protocols: [BEARER_PROTOCOL + short] })
  await device.next('timer.sync_result')
  server.clock.advance(125_000)
  await device.start()
  server.clock.advance(6_000)
  device.send('timer.create', { allocated_duration: 60 })
  assert.deepEqual(await device.closed, { code: 1008, reason: 'token expired' })
  assert.equal((await (await server.as('short')).timers.list()).length, 1)
})

it('pings every 30 seconds and gives up after two unanswered ones', async () => {
  const protocol = BEARER_PROTOCOL + (await server.issuer.token({ sub: 'deaf' }, { now: server.clock.now() }))
  const address = `ws://${await listening(server.app)}/v1/ws/timers`
  const silent = new WebSocket(address, [protocol], { autoPong: false })
  const device = new Device(silent)
  const alive = await greeted(server, 'deaf')
  await device.next('timer.sync_result')
  for (let i = 0; i < 2; i++) {
    const pings = [once(silent, 'ping'), once(alive.socket, 'ping')]
    server.clock.advance(30_000)
    await Promise.all(pings)
  }
  const ping = once(alive.socket, 'ping')
  server.clock.advance(30_000)
  assert.equal((await device.closed).code, 1006)
  await ping
  await alive.close()
})

it('reports every sign of its client, but not a lost connection', () => {
  const socket = new EventEmitter()
  let signs = 0
  const session = { actor: { id: 'ann' }, expires_at: 0 }
  new Connection(socket as WebSocket, { session } as Client, {
    now: () => 0,
    ping_ms: 1,
    mayPong: () => true,
    noteActivity: () => void signs++,
    ended: () => {},
    failed: () => {},
  })
  socket.emit('pong')
  socket.emit('message', Buffer.from('x'), false)
  socket.emit('close', 1001)
  assert.equal(signs, 3)
  socket.emit('close', 1006)
  assert.equal(signs, 3)
})

it('closes with 1009 for a frame over 64 KiB, and only then', async () => {
  const device = await greeted(server, 'big')
  device.sendText(JSON.stringify({ type: 'x', pad: 'y'.repeat(65_536 - 21) }))
  assert.equal((await device.next('error')).payload.code, 'UNKNOWN_TYPE')
  device.sendText('z'.repeat(65_537))
  assert.equal((await device.closed).code, 1009)
  const fragments = await greeted(server, 'big')
  for (let i = 0; i < 5; i++) fragments.socket.send('z'.repeat(15_000), { fin: i === 4 })
  assert.equal((await fragments.closed).code, 1009)
})

it('limits messages per person over all connections and stays open; a refused message does not run and does not count', async () => {
  const [first, second] = [await greeted(server, 'chatty'), await greeted(server, 'chatty')]
  for (let i = 0; i < 3; i++) {
    await first.start()
    second.sendText('nonsense')
    assert.equal((await second.next('error')).payload.code, 'INVALID_MESSAGE')
  }
  for (const device of [first, second, first]) {
    const error = await device.fails('RATE_LIMIT_EXCEEDED', 'timer.create', { allocated_duration: 60 })
    assert.ok((error.payload.retry_after ?? 0) > 50)
  }
  assert.equal((await (await server.as('chatty')).timers.list()).length, 3)
  server.clock.advance(60_000)
  await first.start()
  await Promise.all([first.close(), second.close()])
})

it('treats the repetition of an id that was refused by the limit as new', async () => {
  const device = await greeted(server, 'patient')
  for (let i = 0; i < 6; i++) await device.settled()
  const refused = await device.ask('timer.create', { allocated_duration: 60 }, 'later')
  assert.equal(refused.type, 'error')
  server.clock.advance(60_000)
  assert.equal((await device.ask('timer.create', { allocated_duration: 60 }, 'later')).type, 'timer.created')
  await device.close()
})

it('enforces only the cap when the limits are off', async () => {
  const free = await startTestApp(await openFreshSqlite(), {
    WS_RATE_LIMIT_ENABLED: 'false',
    WS_MESSAGE_MAX: '1',
    WS_CONNECT_MAX: '1',
    WS_MAX_CONNECTIONS_PER_USER: '2',
  })
  const devices = [await greeted(free, 'ann'), await greeted(free, 'ann')]
  for (let i = 0; i < 5; i++) await devices[0]?.settled()
  assert.equal((await (await connect(free, 'ann')).closed).code, 4029)
  await free.close()
})

it('closes with 1001 at shutdown, after finishing the current message', async () => {
  const closing = await startTestApp(await openFreshSqlite())
  const [busy, idle] = [await greeted(closing, 'busy'), await greeted(closing, 'idle')]
  busy.send('timer.create', { allocated_duration: 60 }, 'last')
  const reply = busy.until(message => message.reply_to === 'last')
  await once(busy.socket, 'message')
  const closed = closing.close()
  assert.equal((await busy.closed).code, 1001)
  assert.equal((await idle.closed).code, 1001)
  assert.equal((await reply).type, 'timer.created')
  await closed
})
