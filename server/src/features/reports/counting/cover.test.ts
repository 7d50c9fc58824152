import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { Cover, lengthOfRun, Runs } from './cover.ts'

const spans = fc.array(
  fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 20 })).map(([start, length]) => [start, start + length]),
  { maxLength: 120 },
)

function finished<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

test('overlapping time counts once, in any order of the spans and in any number of covers', () => {
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 6 }), covers => {
      const instants = new Set<number>()
      const runs = new Runs()
      for (const list of covers) {
        const own = new Set<number>()
        const cover = new Cover()
        for (const [start = 0, end = 0] of list) {
          cover.add(start, end)
          for (let at = start; at < end; at++) own.add(at)
        }
        const run = finished(cover.finish())
        assert.equal(lengthOfRun(run), own.size)
        runs.add(run)
        for (const at of own) instants.add(at)
      }
      assert.equal(lengthOfRun(finished(runs.finish())), instants.size)
    }),
  )
})
