import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Preferences } from '@daymark/contract/people/preferences'
import { cachedValues, type Guess, missingValues, mondayBased, setValues, sundayBased } from './cached.ts'

const NOTHING: Preferences = {
  id: 'ann',
  timezone: null,
  language: null,
  week_start: null,
  time_format: null,
  working_hours: null,
  default_timer_minutes: null,
  focus: null,
  holiday_country: null,
  holiday_region: null,
  theme: null,
  default_tag_group_id: null,
  default_reminders: null,
  notifications: null,
  deadlines_in_calendar_apps: null,
  week_templates: null,
  version: 0,
}
const GUESS: Guess = {
  timezone: 'Europe/Berlin',
  language: 'en',
  theme: 'system',
  time_format: '24h',
  week_start: 0,
  holiday_country: 'DE',
  holiday_region: 'BY',
}

test('only given fields are cached, and null removes a value', () => {
  assert.deepEqual(cachedValues({}), [])
  assert.deepEqual(cachedValues({ theme: 'dark', timezone: null }), [
    ['timezone', undefined],
    ['theme', 'dark'],
  ])
})

test('unset preferences do not replace values of the browser', () => {
  assert.deepEqual(cachedValues(setValues({ ...NOTHING, theme: 'dark' })), [['theme', 'dark']])
})

test('weeks are counted from Monday on the server and from Sunday here', () => {
  assert.deepEqual(cachedValues({ week_start: 6 }), [['week-start', '0']])
  for (const day of [0, 1, 2, 3, 4, 5, 6]) assert.equal(mondayBased(sundayBased(day)), day)
})

test('a country is cached with its region', () => {
  const place = (holiday_country: string | null, holiday_region: string | null = null) =>
    cachedValues({ holiday_country, holiday_region })[0]?.[1]
  assert.equal(place('DE'), 'DE')
  assert.equal(place('DE', 'BY'), 'DE-BY')
  assert.equal(place('none'), 'none')
  assert.equal(place(null), undefined)
})

test('only unset preferences are guessed', () => {
  assert.deepEqual(missingValues(NOTHING, GUESS), GUESS)
  const set = { ...NOTHING, ...GUESS, holiday_region: null }
  assert.equal(missingValues(set, GUESS), undefined)
  assert.deepEqual(missingValues({ ...set, theme: null }, GUESS), { theme: 'system' })
})

test('a country that the browser cannot guess stays unset', () => {
  const { holiday_country: _country, holiday_region: _region, ...guess } = GUESS
  assert.deepEqual(missingValues(NOTHING, guess), guess)
})
