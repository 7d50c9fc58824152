import assert from 'node:assert/strict'
import { it } from 'node:test'
import { localeAmong } from './regional.ts'

it('dates have the region of the same language only', () => {
  const tags = ['kok-IN', 'ko-KR', 'en-GB', 'en-US']
  assert.deepEqual([localeAmong(tags, 'ko'), localeAmong(tags, 'en')], ['ko-KR', 'en-GB'])
  assert.deepEqual([localeAmong(['kok-IN', 'en-GB'], 'ko'), localeAmong([], 'en')], ['ko', 'en'])
})
