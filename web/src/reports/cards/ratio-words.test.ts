import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../texts-en.ts'
import { ko } from '../texts-ko.ts'
import { ratioName, takesWords } from './ratio-words.ts'
import { rowTitle } from './row-title.ts'

test('says how long things take compared with the plan', () => {
  assert.equal(takesWords(1.2, en.takes), 'Usually 20% longer than planned')
  assert.equal(takesWords(0.755, en.takes), 'Usually 24% shorter than planned')
  assert.equal(takesWords(1.004, en.takes), 'Usually as long as planned')
  assert.equal(takesWords(1.5, ko.takes), '대체로 계획보다 50% 더 걸립니다')
})

test('names the steps of the distribution', () => {
  assert.equal(ratioName({ from: 0, to: 0.25 }, en), 'below 25%')
  assert.equal(ratioName({ from: 0.9, to: 1.1 }, en), '90% to 110%')
  assert.equal(ratioName({ from: 2, to: null }, ko), '200% 이상')
})

test('rows without an item have a name in the language of the app', () => {
  assert.equal(rowTitle({ key: 'untagged', title: 'Untagged' }, ko.special), '태그 없음')
  assert.equal(rowTitle({ key: 'id', title: 'deep' }, ko.special), 'deep')
})
