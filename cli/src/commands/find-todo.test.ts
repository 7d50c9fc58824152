import assert from 'node:assert/strict'
import { it } from 'node:test'
import { byText } from './find-todo.ts'

const items = ['Report', 'Report for Anna', 'Annual report', '보고서 쓰기'].map((title, at) => ({
  id: `0192abcd-000${at}-7000-8000-000000000000`,
  title,
}))
const found = (text: string) => byText(text, items).map(({ title }) => title)

it('prefers the whole title, then its beginning, then a part of it', () => {
  assert.deepEqual(found('report'), ['Report'])
  assert.deepEqual(found('report f'), ['Report for Anna'])
  assert.deepEqual(found('REPORT FOR'), ['Report for Anna'])
  assert.deepEqual(found('ann'), ['Annual report'])
  assert.deepEqual(found('쓰기'), ['보고서 쓰기'])
  assert.deepEqual(found('invoice'), [])
})

it('finds by the beginning of an id', () => {
  assert.deepEqual(found('0192abcd-0002'), ['Annual report'])
})
