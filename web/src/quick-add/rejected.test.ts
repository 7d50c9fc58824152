import assert from 'node:assert/strict'
import { it } from 'node:test'
import { afterEdit, chipBefore } from './rejected.ts'

const TOMORROW = { start: 5, end: 13 }

it('rejected parts move with the text around them, and are forgotten when their words change', () => {
  assert.deepEqual(afterEdit([TOMORROW], 'Call tomorrow', 'Call tomorrow 3pm'), [TOMORROW])
  assert.deepEqual(afterEdit([TOMORROW], 'Call tomorrow', 'Call Anna tomorrow'), [{ start: 10, end: 18 }])
  assert.deepEqual(afterEdit([TOMORROW], 'Call tomorrow', 'Call tomorr'), [])
  assert.deepEqual(afterEdit([TOMORROW], 'Call tomorrow', ''), [])
})

it('finds the chip that ends at the caret', () => {
  const chip = { type: 'when', text: 'tomorrow', value: '2026-11-17', ...TOMORROW } as const
  assert.equal(chipBefore([chip], 13), chip)
  assert.equal(chipBefore([chip], 12), undefined)
})
