import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedFor } from './cached.ts'

function counter(fails = false) {
  let now = 0
  let made = 0
  const read = cachedFor(1_000, { now: () => now }, async () => {
    made++
    if (fails) throw new Error('not now')
    return made
  })
  return {
    read,
    made: () => made,
    at: (moment: number) => {
      now = moment
    },
  }
}

test('callers share one value while it is computed and until it expires', async () => {
  const { read, made, at } = counter()
  assert.deepEqual(await Promise.all([read(), read(), read()]), [1, 1, 1])
  at(999)
  assert.equal(await read(), 1)
  at(1_000)
  assert.deepEqual(await Promise.all([read(), read()]), [2, 2])
  assert.equal(made(), 2)
})

test('a clock that steps back causes a recomputation', async () => {
  const { read, at } = counter()
  at(10_000)
  await read()
  at(5_000)
  assert.equal(await read(), 2)
})

test('a failure is shared by its waiters and not cached', async () => {
  const { read, made } = counter(true)
  const [first, second] = await Promise.allSettled([read(), read()])
  assert.equal(first.status, 'rejected')
  assert.equal(second.status, 'rejected')
  assert.equal(made(), 1)
  await assert.rejects(read())
  assert.equal(made(), 2)
})
