import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, before, it } from 'node:test'
import type { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { greeted } from '../../../../test/support/device.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

let limited: TestApp
let unlimited: TestApp

before(async () => {
  limited = await startTestApp(await openFreshSqlite(), { WS_MESSAGE_MAX: '6' })
  unlimited = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
})
after(() => Promise.all([limited.close(), unlimited.close()]))

function pongsOf(socket: WebSocket): string[] {
  const received: string[] = []
  socket.on('pong', data => received.push(String(data)))
  return received
}

it('answers a ping with its own data', async () => {
  const device = await greeted(limited, 'ann')
  const pong = once(device.socket, 'pong')
  device.socket.ping('are you there?')
  assert.equal(String((await pong)[0]), 'are you there?')
  await device.close()
})

it('counts pings as messages, ignores those over the limit, and stays open', async () => {
  const device = await greeted(limited, 'bob')
  const pongs = pongsOf(device.socket)
  for (let i = 0; i < 2_000; i++) device.socket.ping(String(i))
  await device.fails('RATE_LIMIT_EXCEEDED', 'timer.create', { allocated_duration: 60 })
  assert.deepEqual(pongs, ['0', '1', '2', '3', '4', '5'])
  limited.clock.advance(60_000)
  const pong = once(device.socket, 'pong')
  device.socket.ping('again')
  assert.equal(String((await pong)[0]), 'again')
  await device.close()
})

it('ends a connection that pings and never reads the answers', async () => {
  const raw = Promise.withResolvers<Socket>()
  const device = await greeted(unlimited, 'cleo')
  unlimited.app.server.once('connection', raw.resolve)
  const stopped = await greeted(unlimited, 'cleo')
  const atServer = await raw.promise
  stopped.socket.pause()
  const data = 'x'.repeat(125)
  const isEnded = once(atServer, 'close')
  // Sends pings until the unread answers fill the operating system's buffers and 1 MiB of the server's own buffer.
  while (atServer.writableLength < 1_048_576 && !atServer.destroyed) {
    for (let i = 0; i < 1_000; i++) stopped.socket.ping(data)
    await device.settled()
  }
  // One more ping makes the server close the connection as too slow, but the client never reads the close frame.
  stopped.socket.ping(data)
  await device.settled()
  unlimited.clock.advance(5_000)
  await isEnded
  stopped.socket.resume()
  assert.notEqual((await stopped.closed).code, 1000)
  await device.close()
})
