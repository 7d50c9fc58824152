import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesFor, reminderWords } from './reminder-words.ts'

const words = {
  atTime: 'at the time',
  minutesBefore: (minutes: number) => `${minutes} min`,
  hoursBefore: (hours: number) => `${hours} h`,
  daysBefore: (days: number) => `${days} d`,
  onTheDay: (time: string) => `on the day ${time}`,
  dayBeforeAt: (days: number, time: string) => `${days} d ${time}`,
}

const time = (clock: string): string => `[${clock}]`

test('reminders are described in the largest whole unit', () => {
  const described = [0, 10, 60, 90, 120, 1440, 2880].map(minutes_before =>
    reminderWords({ minutes_before }, words, time),
  )
  assert.deepEqual(described, ['at the time', '10 min', '1 h', '90 min', '2 h', '1 d', '2 d'])
  assert.equal(reminderWords({ at_time: '09:00', days_before: 0 }, words, time), 'on the day [09:00]')
  assert.equal(reminderWords({ at_time: '18:00', days_before: 1 }, words, time), '1 d [18:00]')
})

test('items on dates offer local times only', () => {
  assert.ok(choicesFor(true).every(choice => 'at_time' in choice))
  assert.ok(choicesFor(false).some(choice => 'minutes_before' in choice))
})
