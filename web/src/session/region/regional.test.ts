import assert from 'node:assert/strict'
import { it } from 'node:test'
import { regionalLocale } from './regional.ts'

it('dates have the region of the same language only', context => {
  context.mock.getter(navigator, 'languages', () => ['kok-IN', 'ko-KR', 'en-GB'])
  assert.deepEqual([regionalLocale('ko'), regionalLocale('en')], ['ko-KR', 'en-GB'])
})
