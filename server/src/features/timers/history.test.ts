import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { readHistory, writeHistory } from './history.ts'

test('any history is read as it was written, which is JSON', () => {
  const entry = fc.record({
    action: fc.constantFrom(
      'start' as const,
      'pause' as const,
      'resume' as const,
      'stop' as const,
      'cancel' as const,
    ),
    at: fc.oneof(fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) }), fc.nat(9)),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), drawn => {
      const history = drawn.map(each => ({ ...each }))
      const text = writeHistory(history)
      assert.deepEqual(readHistory(text), history)
      assert.deepEqual(
        JSON.parse(text),
        history.map(({ action, at }) => [action, at]),
      )
    }),
  )
})
