import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { connect } from '../connection.ts'
import { ReconnectingSocket, type SocketMessage } from './reconnecting-socket.ts'

/** Simulates a server that has vanished: nothing arrives, not even a reply to `close`. */
class SilentSocket {
  static readonly opened: SilentSocket[] = []
  readonly sent: unknown[] = []
  closedWith: number | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number; reason: string }) => void) | undefined

  constructor() {
    SilentSocket.opened.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(code: number): void {
    this.closedWith = code
  }

  receive(message: SocketMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const GREETING: SocketMessage = { type: 'connected', timestamp: '2026-11-17T12:00:00' }

async function open(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  SilentSocket.opened.length = 0
  const states: string[] = []
  const socket = new ReconnectingSocket({
    connection: connect({ baseUrl: 'http://127.0.0.1:1', token: 'a-token' }),
    WebSocket: SilentSocket as unknown as typeof WebSocket,
    path: () => '/v1/ws',
    ping: () => ({ type: 'ping' }),
    receive: () => socket.markCaughtUp(),
    changed: state => states.push(state),
    rejected: error => states.push(error.message),
  })
  t.after(() => socket.close())
  await socket.open()
  const [first] = SilentSocket.opened
  assert.ok(first)
  return { socket, states, first }
}

/** Waits until the socket has read the token and opened its next connection. */
async function reconnect(t: TestContext): Promise<SilentSocket> {
  t.mock.timers.tick(60_000)
  for (let i = 0; i < 5; i++) await Promise.resolve()
  const last = SilentSocket.opened.at(-1)
  assert.ok(last)
  return last
}

it('gives up a connection that is never greeted, and connects again', async t => {
  const { socket, states, first } = await open(t)
  t.mock.timers.tick(29_999)
  assert.equal(first.closedWith, undefined)
  t.mock.timers.tick(1)
  assert.equal(first.closedWith, 4000)
  assert.equal(socket.state, 'offline')
  const second = await reconnect(t)
  assert.notEqual(second, first)
  second.receive(GREETING)
  assert.equal(socket.state, 'live')
  assert.deepEqual(states, ['offline', 'connecting', 'live'])
})

it('pings a silent connection, and gives it up without an answer', async t => {
  const { socket, first } = await open(t)
  first.receive(GREETING)
  t.mock.timers.tick(45_000)
  assert.deepEqual(first.sent, [{ type: 'ping' }])
  first.receive(GREETING)
  t.mock.timers.tick(45_000)
  t.mock.timers.tick(9_999)
  assert.equal(socket.state, 'live')
  t.mock.timers.tick(1)
  assert.equal(socket.state, 'offline')
  const second = await reconnect(t)
  assert.notEqual(second, first)
})

it('stays closed if it is closed while it waits for the token', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const token = Promise.withResolvers<string>()
  let asked = 0
  const waitForToken = () => {
    asked++
    return token.promise
  }
  const socket = new ReconnectingSocket({
    connection: connect({ baseUrl: 'http://127.0.0.1:1', token: waitForToken }),
    path: () => '/v1/ws',
    ping: () => ({}),
    receive: () => {},
    changed: () => {},
    rejected: () => {},
  })
  const opening = socket.open()
  socket.close()
  token.reject(new Error('no network'))
  await opening
  t.mock.timers.tick(60_000)
  assert.equal(asked, 1)
})

it('ignores what an abandoned connection still says', async t => {
  const { socket, first } = await open(t)
  t.mock.timers.tick(30_000)
  const second = await reconnect(t)
  first.receive(GREETING)
  first.onclose?.({ code: 1006, reason: '' })
  assert.equal(socket.state, 'connecting')
  second.receive(GREETING)
  assert.equal(socket.state, 'live')
})
