import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownCountry } from '../../../../server/src/features/holidays/place/countries.ts'
import { countriesIn } from './countries.ts'

test('the server knows the holidays of every country', () => {
  const codes = countriesIn('en').map(({ code }) => code)
  assert.ok(codes.length > 100, `${codes.length} countries`)
  assert.deepEqual(
    codes.filter(code => knownCountry(code) !== code),
    [],
  )
})

test('names are localized and sorted', () => {
  const nameOf = (language: string) => countriesIn(language).find(({ code }) => code === 'DE')?.name
  assert.equal(nameOf('en'), 'Germany')
  assert.equal(nameOf('ko'), '독일')
  const names = countriesIn('en').map(({ name }) => name)
  assert.ok(names.indexOf('Åland Islands') < names.indexOf('Albania'))
})
