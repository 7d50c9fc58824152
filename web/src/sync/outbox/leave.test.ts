import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import { independent } from './leave.ts'

const entry = (operation: string, id: string, state: OutboxEntry['state'] = 'waiting') =>
  ({ key: `${operation} ${id}`, operation, id, state }) as OutboxEntry
const sent = (...entries: OutboxEntry[]) => independent(entries).map(({ id }) => id)

test('sends deletes and changes of different items together', () => {
  const entries = [
    entry('DELETE /v1/todos/{todo_id}', 'a'),
    entry('PATCH /v1/todos/{todo_id}', 'b', 'sending'),
  ]
  assert.deepEqual(sent(...entries), ['a', 'b'])
})

test('sends only the first of writes that may depend on each other', () => {
  assert.deepEqual(sent(entry('POST /v1/todos', 'a'), entry('POST /v1/todos', 'b')), ['a'])
  const same = [entry('PATCH /v1/todos/{todo_id}', 'a'), entry('DELETE /v1/todos/{todo_id}', 'a')]
  assert.deepEqual(sent(...same), ['a'])
})

test('does not send writes that are refused, completed or need the socket', () => {
  const entries = [
    entry('DELETE /v1/todos/{todo_id}', 'a', 'refused'),
    entry('DELETE /v1/todos/{todo_id}', 'b', 'sent'),
    entry('timer.stop', 'c'),
  ]
  assert.deepEqual(sent(...entries), [])
})
