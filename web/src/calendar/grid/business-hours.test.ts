import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  areValid,
  nextRange,
  sortedRanges,
  USUAL_RANGE,
  usualHours,
} from '../../session/region/working-hours.ts'
import { businessHours } from './business-hours.ts'

const range = (start: string, end: string) => ({ start, end })

test('ranges of a day are ordered and do not overlap, but may touch', () => {
  assert.ok(areValid([]))
  assert.ok(areValid([range('09:00', '12:00'), range('12:00', '24:00')]))
  assert.ok(!areValid([range('09:00', '12:00'), range('11:00', '13:00')]))
  assert.ok(!areValid([range('12:00', '12:00')]))
  assert.ok(!areValid([range('', '12:00')]))
  assert.ok(!areValid([range('09:00', '')]))
  assert.deepEqual(sortedRanges([range('13:00', '14:00'), range('09:00', '10:00')])[0]?.start, '09:00')
})

test('a new range follows the last one of the day, as long as there is space', () => {
  assert.deepEqual(nextRange([]), USUAL_RANGE)
  assert.deepEqual(nextRange([USUAL_RANGE]), range('18:00', '19:00'))
  assert.equal(nextRange([range('09:00', '22:00')]), undefined)
})

test('the calendar counts days from Sunday', () => {
  assert.equal(businessHours(undefined), false)
  assert.deepEqual(businessHours({ 0: [USUAL_RANGE], 6: [range('10:00', '11:00')] }), [
    { daysOfWeek: [1], startTime: '09:00', endTime: '17:00' },
    { daysOfWeek: [0], startTime: '10:00', endTime: '11:00' },
  ])
  assert.deepEqual(Object.keys(usualHours()), ['0', '1', '2', '3', '4'])
})
