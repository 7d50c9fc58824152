import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessCountry } from './country-guess.ts'

test('the time zone decides first', () => {
  assert.equal(guessCountry('Europe/Berlin', ['en-US', 'en']), 'DE')
  assert.equal(guessCountry('Asia/Seoul', ['ko-KR']), 'KR')
  assert.equal(guessCountry('America/New_York', ['en-GB']), 'US')
})

test('knows aliases of a time zone', () => {
  assert.equal(guessCountry('Asia/Calcutta', []), guessCountry('Asia/Kolkata', []))
  assert.equal(guessCountry('Asia/Kolkata', []), 'IN')
})

test('falls back to the region of the language, then to undefined', () => {
  assert.equal(guessCountry('UTC', ['fr', 'fr-CA']), 'CA')
  assert.equal(guessCountry('UTC', ['de']), undefined)
  assert.equal(guessCountry('UTC', ['en-001', 'not a language']), undefined)
})
