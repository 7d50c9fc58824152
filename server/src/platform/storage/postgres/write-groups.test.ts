import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import type { Tx } from '../unit-of-work.ts'
import { type RunTogether, writeGroups } from './write-groups.ts'

const tx = {} as Tx

/** Returns groups that run without a database, and the number of writes in each transaction. */
function world({ commitFails = false } = {}) {
  const sizes: number[] = []
  const run: RunTogether = async (_keys, works, committing) => {
    sizes.push(works.length)
    // Waits for the next event loop iteration, so that all writes from the current one queue behind the first.
    await new Promise(resolve => setImmediate(resolve))
    const values: unknown[] = []
    for (const work of works) values.push(await work(tx))
    committing()
    if (commitFails && works.length > 1) throw new Error('The connection was lost.')
    return values
  }
  return { sizes, groups: writeGroups(run) }
}

test('writes that wait for the same person share transactions, in order, each in its own context', async () => {
  const { sizes, groups } = world()
  const context = new AsyncLocalStorage<number>()
  const seen: (number | undefined)[] = []
  const write = (at: number) =>
    context.run(at, () =>
      groups.write(['ann'], async () => {
        seen.push(context.getStore())
        return at
      }),
    )
  const numbers = Array.from({ length: 20 }, (_, at) => at)
  const writing = Promise.all(numbers.map(write))
  assert.equal(groups.waiting(), 19)
  assert.deepEqual(await writing, numbers)
  assert.deepEqual(seen, numbers)
  assert.deepEqual(sizes, [1, 16, 3])
  assert.equal(groups.waiting(), 0)
})

test('other people and writes of several people do not wait', async () => {
  const { sizes, groups } = world()
  const all = [['ann'], ['bea'], ['ann', 'bea'], []]
  await Promise.all(all.map(keys => groups.write(keys, async () => {})))
  assert.deepEqual(sizes, [1, 1, 1, 1])
})

test('writes of one person that concern others run one after the other, so that they occupy one connection', async () => {
  let running = 0
  let most = 0
  const groups = writeGroups(async (_keys, [work], committing) => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
    const value = await work?.(tx)
    committing()
    return [value]
  })
  const write = (keys: string[], at: number) =>
    groups.write(keys, async () => {
      if (at === 1) throw new Error('no')
      return at
    })
  const writing = Promise.allSettled(
    ['bea', 'cem', 'dan', 'eva'].map((other, at) => write(['ann', other], at)),
  )
  assert.equal(groups.waiting(), 3)
  assert.deepEqual(
    (await writing).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual([most, groups.waiting()], [1, 0])
  await Promise.all([write(['ann', 'bea'], 5), write(['bea', 'ann'], 6)])
  assert.equal(most, 2, 'another person does not wait here')
})

test('after a failure every write runs by itself, so that only the failed one is refused', async () => {
  const { sizes, groups } = world()
  const write = (at: number) =>
    groups.write(['ann'], async () => {
      if (at === 2) throw new Error('no')
      return at
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3].map(write))
  assert.deepEqual(
    outcomes.map(each => (each.status === 'fulfilled' ? each.value : 'refused')),
    [0, 1, 'refused', 3],
  )
  assert.deepEqual(sizes, [1, 3, 1, 1, 1])
})

test('a commit without an answer is not repeated, because it may have succeeded', async () => {
  const { groups } = world({ commitFails: true })
  let runs = 0
  const write = () => groups.write(['ann'], async () => void runs++)
  const outcomes = await Promise.allSettled([write(), write(), write()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(runs, 3)
})
