import assert from 'node:assert/strict'
import { test } from 'node:test'
import { opening } from './opening.ts'
import type { Sync } from './sync.ts'

const connection = (): Sync => ({ answerTo: () => undefined }) as unknown as Sync

test('runs actions at once when the connection is open, and otherwise in order when it opens', async () => {
  const opens = opening()
  const ran: unknown[] = []
  const first = opens.run(sync => ran.push(['first', sync]))
  const second = opens.run(sync => ran.push(['second', sync]))
  assert.equal(ran.length, 0)
  const sync = connection()
  opens.set(sync)
  assert.deepEqual(ran, [
    ['first', sync],
    ['second', sync],
  ])
  assert.deepEqual(await Promise.all([first, second]), [1, 2])
  const third = opens.run(given => ran.push(['third', given]))
  assert.equal(ran.length, 3)
  assert.equal(await third, 3)
})

test('an action that fails does not stop the next one', async () => {
  const opens = opening()
  const failed = opens.run(() => {
    throw new Error('refused')
  })
  const next = opens.run(() => 'done')
  opens.set(connection())
  await assert.rejects(failed, /refused/)
  assert.equal(await next, 'done')
  await assert.rejects(
    opens.run(() => Promise.reject(new Error('late'))),
    /late/,
  )
})

test('actions are rejected while the connection cannot open, and run again when it opens', async () => {
  const opens = opening()
  const failure = new Error('cannot open')
  const waiting = opens.run(() => 'done')
  opens.fail(failure)
  await assert.rejects(waiting, failure)
  await assert.rejects(
    opens.run(() => 'done'),
    failure,
  )
  assert.equal(opens.failure(), failure)
  opens.set(connection())
  assert.equal(await opens.run(() => 'done'), 'done')
  assert.equal(opens.failure(), undefined)
})

test('waits for the next connection after the first one is closed, and notifies listeners', async () => {
  const opens = opening()
  const seen: (Sync | undefined)[] = []
  const stop = opens.subscribe(() => seen.push(opens.sync()))
  const [first, second] = [connection(), connection()]
  opens.set(first)
  opens.set(undefined)
  const got = opens.run(sync => sync)
  opens.set(second)
  assert.equal(await got, second)
  stop()
  opens.set(undefined)
  assert.deepEqual(seen, [first, undefined, second])
})
