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

test('long lists that are processed at the same time let other work run between them', async () => {
  const pieces: number[] = []
  let done = 0
  let inTurn = 0
  const count = () => {
    pieces.push(inTurn)
    inTurn = 0
    if (done < 8) setImmediate(count)
  }
  setImmediate(count)
  const busy = () => {
    inTurn++
    work()
  }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      await eachInTurns(Array(64).fill(0), busy)
      done++
    }),
  )
  // The first parts of all lists run at once. After that, each turn processes one part of one list.
  assert.ok(Math.max(...pieces.slice(1)) <= 32, pieces.join())
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
