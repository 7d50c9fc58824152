import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at, seriesFrom } from '../../test/series.ts'
import { shiftSeries } from '../shift.ts'

/** Returns the rule after its first occurrence has moved; undefined if no rule can express the move. */
function ruleAfter(rule: string, from: string, to: string): string | undefined {
  const shift = shiftSeries(seriesFrom(from, rule), at(from), { start_time: at(to), end_time: at(to) })
  return shift.ok ? shift.series.recurrence_rule : undefined
}

/** March 2, 2026 is the first Monday of its month. */
const MONDAY = '2026-03-02T09:00'
const TUESDAY = '2026-03-03T09:00'

describe('the rule follows', () => {
  const CASES: [title: string, rule: string, from: string, to: string, expected: string | undefined][] = [
    ['nothing to say', 'FREQ=DAILY', MONDAY, TUESDAY, 'FREQ=DAILY'],
    ['weekday of the start', 'FREQ=WEEKLY', MONDAY, TUESDAY, 'FREQ=WEEKLY'],
    ['every Monday', 'FREQ=WEEKLY;BYDAY=MO', MONDAY, TUESDAY, 'FREQ=WEEKLY;BYDAY=TU'],
    ['every Monday, back', 'FREQ=WEEKLY;BYDAY=MO', MONDAY, '2026-03-01T09:00', 'FREQ=WEEKLY;BYDAY=SU'],
    ['several days', 'FREQ=WEEKLY;BYDAY=MO,WE,SU', MONDAY, TUESDAY, 'FREQ=WEEKLY;BYDAY=TU,TH,MO'],
    [
      'every other week',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
      MONDAY,
      TUESDAY,
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,MO;WKST=TU',
    ],
    ['same day, other hour', 'FREQ=WEEKLY;BYDAY=MO', MONDAY, '2026-03-02T17:00', 'FREQ=WEEKLY;BYDAY=MO'],
    ['over midnight', 'FREQ=WEEKLY;BYDAY=MO', '2026-03-02T23:00', '2026-03-03T01:00', 'FREQ=WEEKLY;BYDAY=TU'],
    ['hours', 'FREQ=DAILY;BYHOUR=9,17', MONDAY, '2026-03-02T10:00', 'FREQ=DAILY;BYHOUR=10,18'],
    ['hours around midnight', 'FREQ=DAILY;BYHOUR=9,17', MONDAY, '2026-03-02T19:00', 'FREQ=DAILY;BYHOUR=3,19'],
    [
      'hours of Mondays around midnight',
      'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9,17',
      MONDAY,
      '2026-03-02T19:00',
      undefined,
    ],
    [
      'hours of a day of the month around midnight',
      'FREQ=MONTHLY;BYHOUR=9,17',
      MONDAY,
      '2026-03-02T19:00',
      undefined,
    ],
    [
      'minutes',
      'FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,10',
      MONDAY,
      '2026-03-02T09:20',
      'FREQ=DAILY;BYHOUR=9,17;BYMINUTE=20,30',
    ],
    ['minutes over the hour', 'FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30', MONDAY, '2026-03-02T09:45', undefined],
    ['any hour', 'FREQ=HOURLY;INTERVAL=3', MONDAY, '2026-03-02T10:30', 'FREQ=HOURLY;INTERVAL=3'],
    ['day of the month of the start', 'FREQ=MONTHLY', '2026-01-31T09:00', '2026-01-30T09:00', 'FREQ=MONTHLY'],
    [
      'day of the month',
      'FREQ=MONTHLY;BYMONTHDAY=15',
      '2026-03-15T09:00',
      '2026-03-17T09:00',
      'FREQ=MONTHLY;BYMONTHDAY=17',
    ],
    [
      'day of the month into the next',
      'FREQ=MONTHLY;BYMONTHDAY=31',
      '2026-03-31T09:00',
      '2026-04-01T09:00',
      'FREQ=MONTHLY;BYMONTHDAY=1',
    ],
    [
      'last day of the month',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2026-03-31T09:00',
      '2026-03-30T09:00',
      'FREQ=MONTHLY;BYMONTHDAY=-2',
    ],
    [
      'last day of the month, on',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2026-03-31T09:00',
      '2026-04-01T09:00',
      undefined,
    ],
    [
      'birthday',
      'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31',
      '2026-01-31T09:00',
      '2026-02-01T09:00',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1',
    ],
    ['several months', 'FREQ=YEARLY;BYMONTH=1,3', '2026-01-31T09:00', '2026-02-01T09:00', undefined],
    [
      'Friday the 13th',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '2026-03-13T09:00',
      '2026-03-14T09:00',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=14',
    ],
    [
      'first Monday',
      'FREQ=MONTHLY;BYDAY=1MO',
      MONDAY,
      TUESDAY,
      'FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    ],
    [
      'last Friday',
      'FREQ=MONTHLY;BYDAY=-1FR',
      '2026-03-27T09:00',
      '2026-03-26T09:00',
      'FREQ=MONTHLY;BYDAY=TH;BYMONTHDAY=-8,-7,-6,-5,-4,-3,-2',
    ],
    ['last Friday, on', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-03-27T09:00', '2026-03-28T09:00', undefined],
    [
      'first Monday, other hour',
      'FREQ=MONTHLY;BYDAY=1MO',
      MONDAY,
      '2026-03-02T10:00',
      'FREQ=MONTHLY;BYDAY=1MO',
    ],
    [
      'day of the year',
      'FREQ=YEARLY;BYYEARDAY=100',
      '2026-04-10T09:00',
      '2026-04-12T09:00',
      'FREQ=YEARLY;BYYEARDAY=102',
    ],
    [
      'week of the year',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
      '2026-05-11T09:00',
      '2026-05-12T09:00',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=TU',
    ],
    [
      'out of the week of the year',
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=SU',
      '2026-05-17T09:00',
      '2026-05-18T09:00',
      undefined,
    ],
    [
      'date as the end',
      'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260330',
      MONDAY,
      TUESDAY,
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20260331',
    ],
    [
      'date as the end, same day',
      'FREQ=WEEKLY;UNTIL=20260330',
      MONDAY,
      '2026-03-02T11:00',
      'FREQ=WEEKLY;UNTIL=20260330',
    ],
    [
      'local time as the end',
      'FREQ=WEEKLY;UNTIL=20260330T090000',
      MONDAY,
      '2026-03-02T11:00',
      'FREQ=WEEKLY;UNTIL=20260330T110000',
    ],
    [
      'UTC as the end',
      'FREQ=WEEKLY;UNTIL=20260330T130000Z',
      MONDAY,
      '2026-03-02T11:00',
      'FREQ=WEEKLY;UNTIL=20260330T150000Z',
    ],
    ['end of time', 'FREQ=WEEKLY;UNTIL=99991231', MONDAY, TUESDAY, 'FREQ=WEEKLY;UNTIL=99991231'],
  ]
  for (const [title, rule, from, to, expected] of CASES) {
    test(title, () => assert.equal(ruleAfter(rule, from, to), expected))
  }
})
