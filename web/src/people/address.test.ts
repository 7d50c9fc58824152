import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askOf, codeLink } from './address.ts'

test('a code in any notation', () => {
  assert.deepEqual(askOf(' r6pf 92md-r4 '), { friend_code: 'R6PF92MDR4' })
})

test('an email address', () => {
  assert.deepEqual(askOf('bob@example.org '), { email: 'bob@example.org' })
})

test('the link of a QR code', () => {
  assert.deepEqual(askOf(codeLink('https://day.example.org', 'R6PF92MDR4')), { friend_code: 'R6PF92MDR4' })
})

test('an empty field', () => {
  assert.equal(askOf('  '), undefined)
})
