import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemName } from './moment-text.ts'

const due = (when: string) => `due ${when}`

test('names the date and time of an entry, and the deadline of a todo', () => {
  const start_time = '2031-03-05'
  assert.equal(itemName({ title: 'Trip', start_time }, 'en', due), 'Trip · Wed, Mar 5, 2031')
  assert.equal(itemName({ title: 'Taxes', deadline: start_time }, 'en', due), 'Taxes · due Wed, Mar 5, 2031')
  assert.equal(
    itemName({ title: '세금', deadline: start_time }, 'ko', when => `${when}까지`),
    '세금 · 2031년 3월 5일 (수)까지',
  )
  assert.equal(itemName({ title: 'Milk' }, 'en', due), 'Milk')
})

test('names an instant on the clock of the person', () => {
  const start_time = new Date(2031, 2, 5, 15, 30).toISOString()
  assert.match(
    itemName({ title: 'Dentist', start_time }, 'en', due),
    /^Dentist · Wed, Mar 5, 2031, 3:30\sPM$/,
  )
})
