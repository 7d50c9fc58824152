import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderedIds } from './ids.ts'

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids contain the time and sort by creation: thousands in one millisecond, and after the clock was set back', () => {
  let now = 1_790_000_000_000
  const newId = orderedIds(() => now)
  const first = newId()
  assert.equal(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16), now)
  const ids = [first, ...Array.from({ length: 10_000 }, newId)]
  now -= 1_000
  ids.push(newId())
  now += 2_000
  ids.push(newId())
  for (const id of ids) assert.match(id, V7)
  assert.deepEqual(ids, ids.toSorted())
})

test('ids of two processes in the same millisecond differ', () => {
  const made = Array.from({ length: 1_000 }, () => orderedIds(() => 1)())
  assert.equal(new Set(made).size, made.length)
})
