import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '../outbox/entry.ts'
import { statusOf } from './status.ts'

const of = (states: readonly OutboxEntry['state'][], isOffline: boolean) => {
  const entries = states.map(state => ({ state }) as OutboxEntry)
  return statusOf({ entries, unsaved: 0, live: 'live', sender: 'ready', isOffline, isBehind: false }).state
}

test('a failed attempt to send means offline only while something waits', () => {
  assert.equal(of(['waiting'], true), 'offline')
  assert.equal(of([], true), 'synced', 'the change was discarded, and the socket is connected')
  assert.equal(of(['sent'], true), 'sending')
  assert.equal(of(['waiting'], false), 'sending')
})
