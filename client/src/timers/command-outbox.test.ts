import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientMessage, ServerMessage } from '@daymark/contract/sockets/timer-socket'
import { randomId } from '../random-id.ts'
import { ServerClock } from '../socket/server-clock.ts'
import { CommandFailed, type FailedCommand, TimerOutbox } from './command-outbox.ts'
import { type OutboxStorage, outboxIn } from './command-storage.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const TIMER = '01a1dd40-93c2-7156-a99d-dae837885b29'

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: index => [...items.keys()][index] ?? null,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
    clear: () => items.clear(),
  }
}

/** A window with its own clock. The device's clock is `wrongBy` ahead of the server's clock. */
function openWindow(storage: OutboxStorage, { wrongBy = 0, known = true } = {}) {
  const time = { wall: NOW + wrongBy, steady: 0 }
  const clock = new ServerClock({ wall: () => time.wall, steady: () => time.steady })
  if (known) clock.set(NOW)
  const failures: FailedCommand[] = []
  const lastEvents = new Map<string, number>()
  const outbox = new TimerOutbox({
    storage,
    clock,
    lastEventAt: id => lastEvents.get(id),
    failed: failure => failures.push(failure),
  })
  return {
    outbox,
    clock,
    failures,
    lastEvents,
    pass(ms: number) {
      time.wall += ms
      time.steady += ms
    },
    give(type: 'timer.pause' | 'timer.resume' = 'timer.pause') {
      const id = randomId()
      const outcome = outbox.add(id, { type, payload: { timer_id: TIMER } })
      outcome.catch(() => {})
      return { id, outcome }
    },
  }
}

const shared = () => outboxIn(memoryStorage(), 'outbox/ann/')
const ids = (messages: readonly ClientMessage[]) => messages.map(message => message.id)
const pressed = (message: ClientMessage | undefined) =>
  message && 'at' in message.payload ? Date.parse(String(message.payload.at)) : undefined
const success = (reply_to: string) => ({ type: 'timer.updated', reply_to }) as ServerMessage
const refusal = (reply_to: string) =>
  ({ type: 'error', reply_to, payload: { code: 'PAUSE_FAILED', message: 'No.' } }) as ServerMessage

test('windows keep each other’s commands, and each sends all of them in the order of the actions', () => {
  const storage = shared()
  const [first, second] = [openWindow(storage), openWindow(storage)]
  const a = first.give('timer.pause').id
  second.pass(5)
  const b = second.give('timer.resume').id
  first.pass(10)
  const c = first.give('timer.pause').id
  for (const { outbox } of [first, second]) assert.deepEqual(ids(outbox.take()), [a, b, c])
  assert.deepEqual(
    ids(openWindow(storage).outbox.take()),
    [a, b, c],
    'and so does a window that is opened later',
  )
})

test('a command that one window has settled is not sent by another, nor after a reload', async () => {
  const storage = shared()
  const [first, second] = [openWindow(storage), openWindow(storage)]
  const { id, outcome } = first.give()
  second.outbox.take()
  first.outbox.settle(success(id))
  assert.equal((await outcome).type, 'timer.updated')
  for (const window of [first, second, openWindow(storage)]) assert.deepEqual(window.outbox.take(), [])
})

test('no window sends a discarded command', async () => {
  const storage = shared()
  const [first, second] = [openWindow(storage), openWindow(storage)]
  const { id, outcome } = first.give()
  second.outbox.take()
  first.outbox.drop(id, new Error('changed my mind'))
  await assert.rejects(outcome, /changed my mind/)
  assert.deepEqual(second.outbox.take(), [])
})

test('a refusal rejects the promise of its caller, or is reported if the caller is gone', async () => {
  const storage = shared()
  const [first, second] = [openWindow(storage), openWindow(storage)]
  const waited = first.give()
  second.outbox.take()
  first.outbox.settle(refusal(waited.id))
  second.outbox.settle(refusal(waited.id))
  await assert.rejects(waited.outcome, { code: 'PAUSE_FAILED', message: 'No.' })
  assert.equal(second.failures.length, 0, 'its own window has reported it')
  const left = first.give()
  first.outbox.abandon(new Error('closed'))
  assert.deepEqual(ids(second.outbox.take()), [left.id])
  second.outbox.settle(refusal(left.id))
  assert.deepEqual(
    second.failures.map(({ command, error }) => [command.type, error.code]),
    [['timer.pause', 'PAUSE_FAILED']],
  )
  assert.deepEqual(second.outbox.take(), [])
})

test("commands contain the time of the action by the server's clock", () => {
  const window = openWindow(shared(), { wrongBy: 3_600_000 })
  window.pass(1_000)
  const { id } = window.give()
  window.pass(60_000)
  assert.equal(pressed(window.outbox.message(id)), NOW + 1_000)
  assert.equal(pressed(window.outbox.take()[0]), NOW + 1_000)
  window.lastEvents.set(TIMER, NOW + 70_000)
  const { id: late } = window.give('timer.resume')
  window.clock.set(NOW + 80_000)
  assert.equal(
    pressed(window.outbox.message(late)),
    NOW + 70_000,
    'not before the last known event of the timer',
  )
})

test("the time of an action before the first connection is corrected when the server's clock is known", () => {
  const storage = shared()
  const window = openWindow(storage, { wrongBy: 600_000, known: false })
  const { id } = window.give()
  window.pass(30_000)
  window.clock.set(NOW + 30_000)
  assert.equal(pressed(window.outbox.message(id)), NOW)
  assert.equal(pressed(openWindow(storage, { wrongBy: 600_000 }).outbox.take()[0]), NOW, 'after a reload')
})

test("the time of an action is never ahead of the server's clock", () => {
  const window = openWindow(shared())
  window.pass(5_000)
  const { id } = window.give()
  // The server's time arrives only now and shows that the device's clock is ahead.
  window.clock.set(NOW + 2_000)
  assert.equal(pressed(window.outbox.message(id)), NOW + 2_000)
})

test("is not before an event that happened meanwhile if only the estimate of the server's clock is late", () => {
  const window = openWindow(shared())
  const { id } = window.give('timer.resume')
  window.lastEvents.set(TIMER, NOW + 40)
  assert.equal(pressed(window.outbox.take()[0]), NOW + 40)
  window.lastEvents.set(TIMER, NOW + 60_000)
  assert.equal(pressed(window.outbox.message(id)), NOW, 'another device acted a minute later')
})

test('a time that the caller sets is kept', () => {
  const window = openWindow(shared())
  const id = randomId()
  const at = new Date(NOW - 5_000).toISOString()
  void window.outbox.add(id, { type: 'timer.pause', payload: { timer_id: TIMER, at } })
  assert.equal(pressed(window.outbox.message(id)), NOW - 5_000)
})

test('commands older than 30 days are reported and never sent', async () => {
  const storage = shared()
  const window = openWindow(storage)
  const { outcome } = window.give()
  openWindow(storage).give('timer.resume')
  window.pass(30 * DAY + 1)
  const recent = window.give().id
  assert.deepEqual(ids(window.outbox.take()), [recent])
  await assert.rejects(
    outcome,
    (error: unknown) => error instanceof CommandFailed && error.code === 'TOO_OLD',
  )
  assert.deepEqual(
    window.failures.map(({ command, error }) => [command.type, error.code]),
    [['timer.resume', 'TOO_OLD']],
  )
  assert.deepEqual(ids(openWindow(storage).outbox.take()), [recent], 'and it is gone')
})

test('commands of other people and unrelated texts are not touched', () => {
  const items = memoryStorage()
  openWindow(outboxIn(items, 'outbox/bob/')).give()
  items.setItem('outbox/ann/x', 'no JSON')
  items.setItem('outbox/ann/y', '{"message":{"id":"z"}}')
  items.setItem('other', '1')
  assert.deepEqual(openWindow(outboxIn(items, 'outbox/ann/')).outbox.take(), [])
  assert.equal(items.length, 4)
})

test('ids are UUIDs of version 4', () => {
  const made = Array.from({ length: 200 }, randomId)
  for (const id of made)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(new Set(made).size, made.length)
})

test('reports waiting commands at every change, and after a reload even before it connects', async () => {
  const storage = shared()
  const heard: number[] = []
  const first = openWindow(storage)
  const outbox = new TimerOutbox({
    storage,
    clock: first.clock,
    lastEventAt: () => undefined,
    failed: () => {},
    changed: waiting => heard.push(waiting.length),
  })
  assert.equal(outbox.waiting, outbox.waiting, 'the same list until something changes')
  const outcome = outbox.add(randomId(), { type: 'timer.pause', payload: { timer_id: TIMER } })
  first.pass(5)
  const second = randomId()
  void outbox.add(second, { type: 'timer.resume', payload: { timer_id: TIMER } }).catch(() => {})
  assert.deepEqual(heard, [1, 2])
  const reloaded = openWindow(storage, { known: false })
  reloaded.pass(60)
  assert.deepEqual(ids(reloaded.outbox.waiting), ids(outbox.waiting))
  assert.deepEqual(reloaded.outbox.waiting.map(pressed), [NOW, NOW + 5])
  outbox.settle(success(outbox.waiting[0]?.id ?? ''))
  await outcome
  assert.deepEqual(ids(outbox.waiting), [second])
  outbox.settle(refusal(second))
  assert.deepEqual(heard, [1, 2, 1, 0])
})
