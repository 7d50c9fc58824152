import assert from 'node:assert/strict'
import { it } from 'node:test'
import { restartDelay } from './restart-delay.ts'
import { addRetired } from './retired-counters.ts'
import type { MetricData } from './worker-message.ts'

it('a worker is replaced at once, and later after each failure in a row', () => {
  assert.deepEqual([1, 2, 3, 4, 20].map(restartDelay), [0, 500, 1000, 2000, 30_000])
})

it('counters and histograms of ended workers are added, and gauges are dropped', () => {
  const metric = (name: string, type: string, value: number, labels = {}): MetricData => ({
    ...{ name, type, help: name, aggregator: 'sum' },
    values: [{ value, labels }],
  })
  const first = addRetired([], [metric('a', 'counter', 2, { x: 1, y: 2 }), metric('g', 'gauge', 5)])
  const both = addRetired(first, [metric('a', 'counter', 3, { y: 2, x: 1 }), metric('h', 'histogram', 1)])
  assert.deepEqual(
    both.map(({ name, values }) => [name, values.map(({ value }) => value)]),
    [
      ['a', [5]],
      ['h', [1]],
    ],
  )
})
