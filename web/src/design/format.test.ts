import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writePreference } from '../session/storage/preferences.ts'
import { calendarDateText, dateOf, dateTimeText, dayText, fullDateText, timeText } from './format.ts'

test('a time that clocks show twice is said with its zone', t => {
  writePreference('timezone', 'America/New_York')
  t.after(() => writePreference('timezone', undefined))
  const plain = (text: string) => text.replace(/\u202f/g, ' ')
  assert.match(plain(timeText('2026-11-01T05:30:00Z', 'en')), /^0?1:30( AM)? EDT$/)
  assert.match(plain(timeText('2026-11-01T06:30:00Z', 'en')), /^0?1:30( AM)? EST$/)
  assert.match(plain(dateTimeText('2026-11-01T06:59:59Z', 'en')), /1:59( AM)? EST$/)
  assert.match(plain(timeText('2026-11-01T07:00:00Z', 'en')), /^0?2:00( AM)?$/)
  assert.match(plain(timeText('2026-03-08T07:30:00Z', 'en')), /^0?3:30( AM)?$/)
})

test('a date of another year is written with its year, and one of this year without it', () => {
  const year = Number(dateOf().slice(0, 4))
  for (const each of [year - 1, year, year + 1]) {
    const date = `${each}-06-15`
    const texts = [calendarDateText, fullDateText, dateTimeText, dayText].map((text, index) =>
      text(index < 2 ? date : `${date}T12:00:00Z`, 'en'),
    )
    for (const text of texts) assert.equal(text.includes(String(each)), each !== year, text)
  }
  assert.match(calendarDateText('2031-03-05', 'en'), /^Wed, Mar 5, 2031$/)
  assert.match(calendarDateText('2031-03-05', 'ko'), /^2031년 3월 5일 \(수\)$/)
})
