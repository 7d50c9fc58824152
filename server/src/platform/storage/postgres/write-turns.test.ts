import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { writeTurns } from './write-turns.ts'

/** Returns turns, and a write that counts how many writes run at the same time. */
function world() {
  const turns = writeTurns()
  const figures = { running: 0, most: 0 }
  const write = <T>(keys: readonly string[], result: () => T) =>
    turns.run(keys, async () => {
      figures.most = Math.max(figures.most, ++figures.running)
      await nextTurn()
      figures.running--
      return result()
    })
  return { turns, figures, write }
}

test('writes of one person run in order, each in its own context', async () => {
  const { turns, figures, write } = world()
  const context = new AsyncLocalStorage<number>()
  const numbers = Array.from({ length: 20 }, (_, at) => at)
  const writing = Promise.all(
    numbers.map(at => context.run(at, () => write(['ann'], () => context.getStore()))),
  )
  assert.equal(turns.waiting(), 19)
  assert.deepEqual(await writing, numbers)
  assert.deepEqual([figures.most, turns.waiting()], [1, 0])
})

test('writes that concern others occupy one connection, too, and a failed one does not stop the next', async () => {
  const { turns, figures, write } = world()
  const writing = Promise.allSettled(
    ['bea', 'cem', 'dan', 'eva'].map((other, at) =>
      write(['ann', other], () => {
        if (at === 1) throw new Error('no')
      }),
    ),
  )
  assert.equal(turns.waiting(), 3)
  assert.deepEqual(
    (await writing).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual([figures.most, turns.waiting()], [1, 0])
})

test('other people do not wait', async () => {
  const { figures, write } = world()
  await Promise.all([['ann', 'bea'], ['bea', 'ann'], ['cem'], []].map(keys => write(keys, () => {})))
  assert.equal(figures.most, 4)
})
