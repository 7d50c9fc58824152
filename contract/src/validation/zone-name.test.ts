import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ianaZone, zoneName } from './zone-name.ts'

test('names are returned in their usual spelling, offsets unchanged', () => {
  assert.equal(ianaZone('asia/seoul'), 'Asia/Seoul')
  assert.equal(ianaZone('utc'), 'UTC')
  assert.equal(zoneName('+09:00'), '+09:00')
  for (const bad of ['', 'Mars/Olympus', '+9', '+0900', 'x'.repeat(1_000_000)])
    assert.equal(zoneName(bad), undefined)
})

test('unknown names do not evict known ones, and long texts are not looked up', t => {
  const lookUps = t.mock.method(Intl, 'DateTimeFormat').mock
  ianaZone('Europe/Lisbon')
  const before = lookUps.callCount()
  for (let n = 0; n < 2_000; n++) ianaZone(`Nowhere/City${n}`)
  assert.equal(lookUps.callCount(), before + 2_000)
  assert.equal(ianaZone('Europe/Lisbon'), 'Europe/Lisbon')
  assert.equal(ianaZone(`Europe/${'x'.repeat(1_000_000)}`), undefined)
  assert.equal(lookUps.callCount(), before + 2_000)
})
