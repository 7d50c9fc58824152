import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachInTurns, mapInTurns } from './in-turns.ts'

/** Blocks the event loop for about a millisecond. */
function work(): void {
  for (const until = performance.now() + 1; performance.now() < until; );
}

test('other work runs often while a long list is processed', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  await eachInTurns(Array(320).fill(0), work)
  running = false
  assert.ok(turns >= 10, `${turns} turns`)
})

test('a short list is processed at once', async () => {
  let turned = false
  const turn = setImmediate(() => {
    turned = true
  })
  await eachInTurns([1, 2, 3], work)
  assert.equal(turned, false)
  clearImmediate(turn)
})

test('results come in the order of the list', async () => {
  const list = Array.from({ length: 100 }, (_, n) => n)
  assert.deepEqual(
    await mapInTurns(list, (n, at) => [n, at]),
    list.map(n => [n, n]),
  )
})

test('a failure stops the processing', async () => {
  const fails = eachInTurns([1, 2], () => {
    throw new Error('no')
  })
  await assert.rejects(fails, /no/)
})
