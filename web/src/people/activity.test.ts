import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Activities, agoText, isActive, remember, withActive } from './activity.ts'

const nothing: Activities = new Map()

test('keeps the last activity of each friend', () => {
  const first = remember(nothing, { friend_id: 'bob', action: 'start', timer_title: 'Writing' }, 1000)
  const second = remember(first, { friend_id: 'carol', action: 'pause' }, 2000)
  const third = remember(second, { friend_id: 'bob', action: 'stop' }, 3000)
  assert.deepEqual(second.get('bob'), { action: 'start', title: 'Writing', at: 1000 })
  assert.deepEqual(third.get('bob'), { action: 'stop', title: undefined, at: 3000 })
  assert.equal(third.size, 2)
  assert.equal(nothing.size, 0)
})

test('a friend is active after start or resume', () => {
  const after = (action: 'start' | 'pause' | 'resume' | 'stop' | 'cancel') =>
    isActive({ action, title: undefined, at: 0 })
  assert.deepEqual((['start', 'pause', 'resume', 'stop', 'cancel'] as const).map(after), [
    true,
    false,
    true,
    false,
    false,
  ])
  assert.equal(isActive(undefined), false)
})

test('merges the active timers of the server with notices received meanwhile', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const listed = (
    friend_id: string,
    action: 'start' | 'resume' | 'pause',
    second: number,
    timer_title?: string,
  ) => ({
    ...{ friend_id, display_name: friend_id, action, timer_id: friend_id, at: at(second) },
    ...(timer_title && { timer_title }),
  })
  const known: Activities = new Map([
    ['ann', { action: 'start', title: undefined, at: 1000 }],
    ['bob', { action: 'stop', title: 'Piano', at: 2000 }],
    ['cleo', { action: 'start', title: 'Chess', at: 9000 }],
  ])
  const list = [
    listed('dora', 'pause', 7, 'Paused'),
    listed('dora', 'start', 3, 'Running'),
    listed('cleo', 'pause', 1),
    listed('eve', 'pause', 4),
  ]
  assert.deepEqual(Object.fromEntries(withActive(known, list, 8000)), {
    // Ann is not in the server's list, because her timer ended while the socket was closed.
    bob: { action: 'stop', title: 'Piano', at: 2000 },
    cleo: { action: 'start', title: 'Chess', at: 9000 },
    dora: { action: 'start', title: 'Running', at: 3000 },
    eve: { action: 'pause', title: undefined, at: 4000 },
  })
})

test('formats how long ago it was', () => {
  assert.equal(agoText(20_000, 'en'), 'just now')
  assert.equal(agoText(-500, 'ko'), '방금')
  assert.equal(agoText(125_000, 'en'), '2 min. ago')
  assert.equal(agoText(3 * 3_600_000, 'en'), '3 hr. ago')
  assert.equal(agoText(26 * 3_600_000, 'en'), 'yesterday')
  assert.equal(agoText(125_000, 'ko'), '2분 전')
})
