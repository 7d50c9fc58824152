import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../platform/kernel/errors.ts'
import { hashQueue } from './hash-queue.ts'

/** Creates jobs that the test finishes explicitly, and records how many run at the same time. */
function workload(queue = hashQueue({ mostRunning: 2, mostWaiting: 3 })) {
  const started: number[] = []
  const ends: ((error?: Error) => void)[] = []
  let running = 0
  let most = 0
  const add = (name: number) =>
    queue.run(() => {
      started.push(name)
      most = Math.max(most, ++running)
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      ends[name] = error => {
        running--
        if (error) reject(error)
        else resolve(name)
      }
      return promise
    })
  return { add, started, end: (name: number, error?: Error) => ends[name]?.(error), most: () => most }
}

/** Waits until every job that can start has started. */
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

test('runs two at a time, in order of arrival', async () => {
  const work = workload()
  const all = [0, 1, 2, 3, 4].map(work.add)
  await settled()
  assert.deepEqual(work.started, [0, 1])
  work.end(1)
  await settled()
  assert.deepEqual(work.started, [0, 1, 2])
  for (const name of [0, 2, 3, 4]) {
    work.end(name)
    await settled()
  }
  assert.deepEqual(await Promise.all(all), [0, 1, 2, 3, 4])
  assert.equal(work.most(), 2)
})

test('rejects at once beyond the queue limit, with a retry time', async () => {
  const work = workload()
  const accepted = [0, 1, 2, 3, 4].map(work.add)
  await assert.rejects(
    work.add(5),
    (error: unknown) =>
      error instanceof Problem && error.kind === 'unavailable' && (error.retry_after ?? 0) > 0,
  )
  for (const name of [0, 1, 2, 3, 4]) {
    work.end(name)
    await settled()
  }
  await Promise.all(accepted)
  const later = work.add(6)
  await settled()
  work.end(6)
  assert.equal(await later, 6)
})

test('a failure frees its slot', async () => {
  const work = workload(hashQueue({ mostRunning: 1, mostWaiting: 1 }))
  const first = work.add(0)
  const second = work.add(1)
  await settled()
  work.end(0, new Error('broken'))
  await assert.rejects(first, /broken/)
  await settled()
  work.end(1)
  assert.equal(await second, 1)
})
