import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, textOf } from './holiday-place.ts'

test('round trip of a country, a region with a hyphen, none, and no choice', () => {
  for (const place of [
    { country: 'DE', region: '' },
    { country: 'DE', region: 'BY' },
    { country: 'DE', region: 'BY-A' },
    { country: 'none', region: '' },
    { country: 'server', region: '' },
    { country: '', region: '' },
  ])
    assert.deepEqual(placeOf(textOf(place)), place)
  assert.deepEqual(placeOf(undefined), { country: '', region: '' })
})

test('a region without its country is ignored', () => {
  assert.equal(textOf({ country: '', region: 'BY' }), '')
  assert.equal(textOf({ country: 'none', region: 'BY' }), 'none')
  assert.equal(textOf({ country: 'server', region: 'BY' }), 'server')
})
