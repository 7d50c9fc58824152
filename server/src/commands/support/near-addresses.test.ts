import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, nearAddresses } from './near-addresses.ts'

const KNOWN = ['ann@example.org', 'bob@example.org', null, 'caroline@example.org', 'carolina@example.org']

test('a typo in the name or in the domain is near, another name is not', () => {
  assert.deepEqual(nearAddresses('anm@example.org', KNOWN), ['ann@example.org'])
  assert.deepEqual(nearAddresses('Ann@exmaple.org', KNOWN), ['ann@example.org'])
  assert.deepEqual(nearAddresses('bob@example.com', KNOWN), ['bob@example.org'])
  assert.deepEqual(nearAddresses('carolin@example.org', KNOWN), [
    'caroline@example.org',
    'carolina@example.org',
  ])
  for (const given of ['dora@example.org', 'ann@example.org', 'x@y.zz'])
    assert.deepEqual(nearAddresses(given, KNOWN), [])
})

test('an error ends with the near addresses, if there are any', () => {
  assert.equal(didYouMean('anm@example.org', KNOWN), ' Did you mean ann@example.org?')
  assert.equal(
    didYouMean('carolin@example.org', KNOWN),
    ' Did you mean caroline@example.org or carolina@example.org?',
  )
  assert.equal(didYouMean('dora@example.org', KNOWN), '')
})
