// Gap recovery while connections come and go: each gets what it missed, whoever asked first.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { growingFeed, OWNER } from '../../../../test/support/growing-feed.ts'
import { CHANGE_NOTICE, type TimerChange } from '../../../features/timers/change.ts'
import type { TimerService } from '../../../features/timers/service.ts'
import { MemoryBus } from '../../../platform/bus/memory.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { naiveUtc } from '../../../platform/kernel/zone.ts'
import { Hub } from '../connection/hub.ts'
import { timerDoor } from './socket.ts'

/** The other end of a connection: what it was sent, and a way to hang up. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  isPaused = false
  /** The seqs of the changes that arrived, in order. */
  readonly changes: number[] = []
  greeted = false

  send(data: Buffer | string, _options?: object, sent?: () => void): void {
    const message = JSON.parse(String(data)) as { type: string; seq?: number }
    if (message.type === 'timer.sync_result') this.greeted = true
    else if (message.seq !== undefined) this.changes.push(message.seq)
    sent?.()
  }

  close(code: number): void {
    if (this.readyState !== 1) return
    this.readyState = 3
    this.emit('close', code)
  }
}

function openHub() {
  const feed = growingFeed()
  const state = async () => ({ seq: feed.length, at: 0, value: [] })
  const bus = new MemoryBus()
  const log = { error: (details: object) => assert.fail(String((details as { err?: unknown }).err)) }
  const door = timerDoor({
    timers: { feed: { ...feed, after: feed.after, state } } as unknown as TimerService,
    bus,
    clock: systemClock,
    log,
    limit: () => undefined,
  })
  const hub = new Hub({ bus, door, clock: systemClock, log, mayPong: () => true })
  return {
    feed,
    hub,
    async connect(): Promise<FakeSocket> {
      const socket = new FakeSocket()
      const session = { actor: { id: OWNER }, expires_at: Number.POSITIVE_INFINITY } as Session
      const guest = { session, zone: naiveUtc, search: new URLSearchParams() }
      hub.welcome(socket as unknown as WebSocket, guest, () => {})
      await until(() => socket.greeted)
      // The greeting is over when the state was sent and its promise has settled.
      await nextTurn()
      return socket
    },
    /** A change whose notice arrives. */
    heard: (change: TimerChange) => bus.publish([{ user_id: OWNER, kind: CHANGE_NOTICE, body: change }]),
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}

/** Long enough for everything that has begun to end: all of it runs in turns of the loop, nothing waits for time. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await nextTurn()
}

test('a connection that came while another one was being served recovers what it missed itself', async () => {
  const { feed, hub, connect, heard } = openHub()
  const first = await connect()
  feed.grow()
  feed.hold()
  heard(feed.grow())
  await until(() => feed.reading === 1)
  first.close(1006)
  const second = await connect()
  // The notice of 3 is lost; that of 4 shows the gap while the recovery for the first connection still reads.
  feed.grow()
  heard(feed.grow())
  feed.release()
  await settled()
  assert.deepEqual(second.changes, [3, 4])
  assert.deepEqual(first.changes, [], 'it had gone')
  second.close(1000)
  await hub.close()
})

test('a connection that stays is served although another one came and went meanwhile', async () => {
  const { feed, hub, connect, heard } = openHub()
  const [stays, goes] = [await connect(), await connect()]
  feed.grow()
  feed.hold()
  heard(feed.grow())
  await until(() => feed.reading === 1)
  goes.close(1006)
  const comes = await connect()
  feed.grow()
  heard(feed.grow())
  feed.release()
  await settled()
  assert.deepEqual(stays.changes, [1, 2, 3, 4])
  assert.deepEqual(comes.changes, [3, 4])
  for (const socket of [stays, comes]) socket.close(1000)
  await hub.close()
})
