import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstLanguage, isIn } from './language.ts'

it('the first supported language counts, and English without one', () => {
  for (const [tags, language] of [
    [[], 'en'],
    [[''], 'en'],
    [['ja-JP'], 'en'],
    [['ko'], 'ko'],
    [['KO-kr'], 'ko'],
    [['ko_KR.UTF-8'], 'ko'],
    [['ja', 'ko', 'en'], 'ko'],
    [['de-DE', 'en-US', 'ko'], 'en'],
    [['C.UTF-8'], 'en'],
    [['kok-IN'], 'en'],
    [['english'], 'en'],
  ] as const)
    assert.equal(firstLanguage(tags), language, tags.join())
})

it('a language with a similar name is another one', () => {
  assert.deepEqual(
    ['ko', 'ko-KR', 'kok-IN', 'en-GB'].map(tag => isIn(tag, 'ko')),
    [true, true, false, false],
  )
})
