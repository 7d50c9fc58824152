import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { growingLog, OWNER } from '../../../../test/support/growing-log.ts'
import type { ChangeLog } from '../../../features/history/log.ts'
import { MemoryBus } from '../../../platform/bus/memory.ts'
import { CHANGES_NOTICE } from '../../../platform/changes/change.ts'
import type { Session } from '../../../platform/kernel/session.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { naiveUtc } from '../../../platform/kernel/time/zone.ts'
import { Hub } from '../connection/hub.ts'
import { conversationHandler } from './handler.ts'

/** Replaces a WebSocket and records what the server sends. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  isPaused = false
  /** The sequence numbers of the received changes, in order. */
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
  const growing = growingLog()
  const bus = new MemoryBus()
  const log = { error: (details: object) => assert.fail(String((details as { err?: unknown }).err)) }
  const all = async () => ({ seq: growing.length, at: 0, value: [] })
  const handler = conversationHandler({
    state: { all, one: () => assert.fail('not read') },
    activity: { notices: async () => [], readers: async () => new Map() },
    storage: { read: () => assert.fail('not read'), transaction: () => assert.fail('not written') },
    changes: growing as unknown as ChangeLog,
    shared: async () => {},
    bus,
    clock: systemClock,
    log,
    limit: () => undefined,
  })
  const hub = new Hub({ bus, handler, clock: systemClock, log, mayPong: () => true })
  return {
    growing,
    hub,
    async connect(): Promise<FakeSocket> {
      const socket = new FakeSocket()
      const session = { actor: { id: OWNER }, expires_at: Number.POSITIVE_INFINITY } as Session
      const client = { session, zone: naiveUtc, search: new URLSearchParams(), isLive: false }
      hub.accept(socket as unknown as WebSocket, client, () => {})
      await until(() => socket.greeted)
      // The greeting ends once the state has been sent and the greeting's promise has settled.
      await nextTurn()
      return socket
    },
    announce: () => bus.publish([{ user_id: OWNER, kind: CHANGES_NOTICE, body: {} }]),
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}

/** Waits until all started tasks have ended. They use no timers, only event loop iterations. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await nextTurn()
}

test('a connection that opens while another is being served gets what it missed', async () => {
  const { growing, hub, connect, announce } = openHub()
  const first = await connect()
  growing.grow()
  growing.hold()
  announce()
  await until(() => growing.reading === 1)
  first.close(1006)
  const second = await connect()
  growing.grow()
  announce()
  growing.release()
  await settled()
  assert.deepEqual(second.changes, [2])
  assert.deepEqual(first.changes, [], 'it was closed')
  second.close(1000)
  await hub.close()
})

test('a connection is served even if another opens and closes at the same time', async () => {
  const { growing, hub, connect, announce } = openHub()
  const [stays, goes] = [await connect(), await connect()]
  growing.grow()
  growing.hold()
  announce()
  await until(() => growing.reading === 1)
  goes.close(1006)
  const comes = await connect()
  growing.grow()
  announce()
  growing.release()
  await settled()
  assert.deepEqual(stays.changes, [1, 2])
  assert.deepEqual(comes.changes, [2])
  for (const socket of [stays, comes]) socket.close(1000)
  await hub.close()
})
