import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isZone } from './zone.ts'

test('accepts zone names, not offsets or partial names', () => {
  assert.ok(isZone('Europe/Berlin'))
  assert.ok(isZone('UTC'))
  assert.ok(!isZone('Europe/Ber'))
  assert.ok(!isZone('+09:00'))
  assert.ok(!isZone(''))
})
