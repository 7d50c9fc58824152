// The list of countries is the server's, in the reader's language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listHolidays } from '../../../server/src/features/holidays/holidays.ts'
import { countriesIn } from './countries.ts'

test('the server knows the holidays of each of them', async () => {
  const unknown: string[] = []
  for (const { code } of countriesIn('en')) {
    const period = { from: '2026-01-01', to: '2026-12-31' }
    const answer = await listHolidays({ country: code, region: undefined, lang: undefined, ...period })
    if ('unknown' in answer) unknown.push(code)
  }
  assert.deepEqual(unknown, [])
})

test('names follow the language and its order', () => {
  const nameOf = (language: string) => countriesIn(language).find(({ code }) => code === 'DE')?.name
  assert.equal(nameOf('en'), 'Germany')
  assert.equal(nameOf('ko'), '독일')
  const names = countriesIn('en').map(({ name }) => name)
  assert.ok(names.indexOf('Åland Islands') < names.indexOf('Albania'))
})
