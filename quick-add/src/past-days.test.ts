import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickAdd } from './quick-add.ts'

const known = { timezone: 'Asia/Seoul', tags: [], groups: [], todos: [] }

/** March 6, 2026 is a Friday. */
const read = (text: string, date = 6) =>
  quickAdd(text, {
    ...known,
    now: Date.parse(`2026-03-0${date}T10:00:00+09:00`),
    language: /\p{Script=Hangul}/u.test(text) ? 'ko' : 'en',
  })

function isText(text: string, date?: number): void {
  const { kind, title, chips } = read(text, date)
  assert.deepEqual([kind, title, chips], ['todo', text, []])
}

const chipsOf = (text: string) => read(text).chips.map(chip => chip.text)

test('a time next to a day that is over stays text, because today is another day', () => {
  isText('이번 수요일 오후 3시 회의')
  isText('오후 3시 회의 이번 수욜')
  isText('이번 화요일 오전 10시 병원', 7)
  isText('이번 주 수요일 오후 3시 회의')
  isText('지난 수요일 오후 3시 회의')
  isText('지난주 수요일 오후 3시 회의')
  isText('last Wednesday 3pm meeting')
  isText('Last Wednesday meeting 3pm')
})

test('a range on a day that is over is measured time', () => {
  const { kind, title } = read('이번 수요일 오후 3시부터 5시까지 회의')
  assert.deepEqual([kind, title], ['record', '회의'])
})

test('a recurrence whose first day is over stays text, because it would begin on another day', () => {
  isText('이번 월요일부터 매주 운동', 4)
  isText('이번 수요일 매일 운동')
  isText('매주 수요일 운동 이번 수요일부터')
  isText('이번 수요일부터 매일 오전 7시 운동')
  isText('지난 수요일부터 매주 운동')
  isText('어제부터 매일 운동')
  isText('2026년 3월 2일부터 매일 운동')
  isText('Gym every week from last Wednesday')
  isText('Gym every week at 3pm starting last Monday')
  isText('Gym every day from yesterday')
  isText('Gym every day starting March 2, 2026')
})

test('days to come, deadlines, and days in a title do not leave a line text', () => {
  assert.deepEqual(chipsOf('이번 토요일 오후 3시 회의'), ['이번 토요일', '오후 3시'])
  assert.deepEqual(chipsOf('이번 토요일부터 매주 운동'), ['이번 토요일부터', '매주'])
  assert.deepEqual(chipsOf('Gym every week starting this Monday'), ['every week', 'starting this Monday'])
  assert.deepEqual(chipsOf('지난 수요일 회의록 오후 3시까지 정리'), ['오후 3시까지'])
  assert.deepEqual(chipsOf('Send notes from last Friday by 3pm'), ['by 3pm'])
  assert.deepEqual(chipsOf('지난 수요일 회의록 매주 정리'), ['매주'])
  assert.deepEqual(chipsOf('Review notes from last Friday every week'), ['every week'])
})
