import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { Semaphore } from './semaphore.ts'

test('runs up to the capacity at once, the rest in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }),
      fc.scheduler(),
      async (most, weights, scheduler) => {
        const semaphore = new Semaphore(most)
        const started: number[] = []
        let running = 0
        const all = weights.map((weight, at) =>
          semaphore.run(weight, async () => {
            started.push(at)
            running += Math.min(weight, most)
            assert.ok(running <= most)
            await scheduler.schedule(Promise.resolve())
            running -= Math.min(weight, most)
            return at
          }),
        )
        await scheduler.waitFor(Promise.all(all))
        assert.deepEqual(
          started,
          weights.map((_, at) => at),
        )
        assert.deepEqual(await Promise.all(all), started)
      },
    ),
  )
})

test('a failure lets the next one run', async () => {
  const semaphore = new Semaphore(1)
  await assert.rejects(
    semaphore.run(1, async () => {
      throw new Error('no')
    }),
  )
  assert.equal(await semaphore.run(1, async () => 'yes'), 'yes')
})
