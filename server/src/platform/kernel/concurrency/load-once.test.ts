import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadOnce } from './load-once.ts'

test('loads once for all callers, and again after a failure', async () => {
  let count = 0
  const load = loadOnce(async () => {
    count++
    if (count === 1) throw new Error('no')
    return count
  })
  const first = load()
  assert.equal(load(), first)
  await assert.rejects(first, /no/)
  assert.deepEqual(await Promise.all([load(), load()]), [2, 2])
  assert.equal(await load(), 2)
  assert.equal(count, 2)
})
