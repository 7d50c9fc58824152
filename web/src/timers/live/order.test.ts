import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import { activeOrder } from './order.ts'

const timer = (id: string, hour: number, is_running = true) =>
  ({ id, is_running, started_at: `2026-05-01T0${hour}:00:00Z` }) as Timer
const ids = (timers: readonly Timer[]) => timers.map(each => each.id).join('')

test('initially running timers come before paused ones, newest first', () => {
  const order = activeOrder()
  assert.equal(ids(order([timer('a', 1), timer('b', 2), timer('c', 3, false)])), 'bac')
})

test('pausing and resuming do not change the order', () => {
  const order = activeOrder()
  assert.equal(ids(order([timer('a', 1), timer('b', 2)])), 'ba')
  assert.equal(ids(order([timer('a', 1), timer('b', 2, false)])), 'ba')
  assert.equal(ids(order([timer('a', 1, false), timer('b', 2)])), 'ba')
})

test('a new timer comes first, an ended one is removed', () => {
  const order = activeOrder()
  order([timer('a', 1), timer('b', 2, false)])
  assert.equal(ids(order([timer('a', 1), timer('b', 2, false), timer('c', 3)])), 'cab')
  assert.equal(ids(order([timer('b', 2, false), timer('c', 3)])), 'cb')
  order([])
  assert.equal(ids(order([timer('a', 1, false), timer('b', 2)])), 'ba')
})
