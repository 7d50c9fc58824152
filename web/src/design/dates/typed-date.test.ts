import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComplete, orderOf, parseDate } from './typed-date.ts'

const TODAY = '2026-11-17'
const partsIn = (locale: string) => new Intl.DateTimeFormat(locale).formatToParts(0)

test('reads dates in the order of the region', () => {
  assert.deepEqual(
    ['en-US', 'en-GB', 'ko-KR', 'de-DE'].map(locale => orderOf(partsIn(locale))),
    ['mdy', 'dmy', 'ymd', 'dmy'],
  )
  assert.equal(parseDate('5/6/2030', 'mdy', TODAY), '2030-05-06')
  assert.equal(parseDate('5/6/2030', 'dmy', TODAY), '2030-06-05')
  assert.equal(parseDate('06.05.30', 'dmy', TODAY), '2030-05-06')
  assert.equal(parseDate('2030. 5. 6.', 'ymd', TODAY), '2030-05-06')
  assert.equal(parseDate('2030년 5월 6일', 'ymd', TODAY), '2030-05-06')
  assert.equal(parseDate('05062030', 'mdy', TODAY), '2030-05-06')
  assert.equal(parseDate('20300506', 'ymd', TODAY), '2030-05-06')
})

test('reads ISO dates everywhere, and fills in the year', () => {
  for (const order of ['mdy', 'dmy', 'ymd'] as const) {
    assert.equal(parseDate('2030-05-06', order, TODAY), '2030-05-06')
    assert.equal(parseDate('20301231', order, TODAY), '2030-12-31')
  }
  assert.equal(parseDate('5/6', 'mdy', TODAY), '2026-05-06')
  assert.equal(parseDate('5/6', 'dmy', TODAY), '2026-06-05')
  assert.equal(parseDate('5. 6.', 'ymd', TODAY), '2026-05-06')
})

test('refuses what is not a date', () => {
  for (const text of ['', 'soon', '5', '2/30/2030', '13/1/2030', '1/2/3/4', '5/6/203', '2030-05-06 at 9'])
    assert.equal(parseDate(text, 'mdy', TODAY), undefined, text)
})

test('knows when a date is complete', () => {
  for (const text of ['2030-05-06', '5/6/2030', '05062030', '2030. 5. 16.']) assert.ok(isComplete(text), text)
  for (const text of ['5/6', '5/6/30', '2030-05-0', '2030. 5. 1', '0506']) assert.ok(!isComplete(text), text)
})
