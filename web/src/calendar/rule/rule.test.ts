import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import {
  FREQUENCIES,
  monthlyChoices,
  type Rule,
  readRule,
  usualRule,
  WEEKDAYS,
  weekdayCode,
  withEnd,
  writeRule,
} from './rule.ts'

const START = '2026-03-31' // a Tuesday, the fifth and last of its month
const read = (text: string) => readRule(text, START, 'Asia/Seoul')

test('the default rules of a date', () => {
  assert.equal(weekdayCode(START), 'TU')
  assert.equal(writeRule(usualRule('DAILY', START)), 'FREQ=DAILY')
  assert.equal(writeRule(usualRule('WEEKLY', START)), 'FREQ=WEEKLY;BYDAY=TU')
  assert.equal(writeRule(usualRule('MONTHLY', START)), 'FREQ=MONTHLY;BYMONTHDAY=31')
  assert.equal(writeRule(usualRule('YEARLY', START)), 'FREQ=YEARLY')
})

test('the monthly rules that match a date', () => {
  assert.deepEqual(monthlyChoices('2026-03-10'), [
    { by: 'day', day: 10 },
    { by: 'weekday', nth: 2, weekday: 'TU' },
  ])
  assert.deepEqual(monthlyChoices(START), [
    { by: 'day', day: 31 },
    { by: 'weekday', nth: -1, weekday: 'TU' },
    { by: 'day', day: -1 },
  ])
  assert.equal(monthlyChoices('2026-02-28').length, 4)
})

test('ends on a date (inclusive, in local time) or after a count', () => {
  assert.deepEqual(read('FREQ=DAILY;UNTIL=20260405')?.ends, { kind: 'on', date: '2026-04-05' })
  assert.deepEqual(read('FREQ=DAILY;UNTIL=20260405T235959')?.ends, { kind: 'on', date: '2026-04-05' })
  assert.deepEqual(read('FREQ=DAILY;UNTIL=20260405T235959Z')?.ends, { kind: 'on', date: '2026-04-06' })
  assert.deepEqual(read('RRULE:FREQ=DAILY;COUNT=12')?.ends, { kind: 'after', count: 12 })
})

test('a separate end is shown as part of the rule, as a local date', () => {
  assert.equal(withEnd('FREQ=DAILY', '2026-04-05T20:00:00Z', 'Asia/Seoul'), 'FREQ=DAILY;UNTIL=20260406')
  assert.equal(withEnd('FREQ=DAILY;COUNT=3', '2026-04-05T20:00:00Z', 'UTC'), 'FREQ=DAILY;COUNT=3')
  assert.equal(withEnd('FREQ=DAILY', null, 'UTC'), 'FREQ=DAILY')
  assert.equal(withEnd(null, null, 'UTC'), '')
})

test('rules that the editor cannot show stay RRULE text', () => {
  for (const text of [
    '',
    'FREQ=HOURLY',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO,TU',
    'FREQ=MONTHLY;BYDAY=5MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=MONTHLY;BYMONTHDAY=5;BYDAY=1MO',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=10001',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101',
    'FREQ=DAILY;BYHOUR=9,15',
    'FREQ=YEARLY;BYMONTH=3',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
  ])
    assert.equal(read(text), undefined, text)
})

test('every rule of the editor survives a round trip through RRULE', () => {
  const day = fc.constantFrom(...WEEKDAYS)
  const rules = fc.record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 99 }),
    weekdays: fc.uniqueArray(day, { minLength: 1 }),
    monthly: fc.oneof(
      fc.record({ by: fc.constant('day' as const), day: fc.integer({ min: 1, max: 31 }) }),
      fc.record({ by: fc.constant('weekday' as const), nth: fc.constantFrom(-1, 1, 2, 3, 4), weekday: day }),
    ),
    ends: fc.oneof(
      fc.constant({ kind: 'never' as const }),
      fc.constant({ kind: 'on' as const, date: '2027-01-31' }),
      fc.record({ kind: fc.constant('after' as const), count: fc.integer({ min: 1, max: 999 }) }),
    ),
  })
  fc.assert(
    fc.property(rules, (rule: Rule) => {
      const text = writeRule(rule)
      const again = read(text)
      assert.ok(again)
      assert.equal(writeRule(again), text)
      assert.deepEqual(again.ends, { ...rule.ends })
    }),
  )
})
