// The examples from RFC 5545, section 3.8.5.3, in America/New_York, except minutely rules, which we reject.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstStarts } from './recurrence.ts'
import { parseRule } from './rule.ts'

const ZONE = 'America/New_York'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses the RFC's notation: '1997 Sep 2-11; Oct 3,5 | 1998 Jan 1', always at 9:00. */
function readDays(text: string): Temporal.PlainDate[] {
  return text.split(' | ').flatMap(ofYear => {
    const year = Number(ofYear.slice(0, 4))
    return ofYear
      .slice(5)
      .split('; ')
      .flatMap(ofMonth => {
        const month = MONTHS.indexOf(ofMonth.slice(0, 3)) + 1
        return readNumbers(ofMonth.slice(4)).map(day => Temporal.PlainDate.from({ year, month, day }))
      })
  })
}

function readNumbers(text: string): number[] {
  return text.split(',').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

function starts(start: string, recurrence_rule: string, most: number): string[] {
  const start_time = Temporal.PlainDateTime.from(start).toZonedDateTime(ZONE).epochMilliseconds
  const series = { start_time, end_time: start_time, timezone: ZONE, recurrence_rule, recurrence_end: null }
  return firstStarts(series, most).map(instant =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE).toPlainDateTime().toString(),
  )
}

const EVERY_DAY = 'BYDAY=SU,MO,TU,WE,TH,FR,SA'
const JANUARIES = '1998 Jan 1-31 | 1999 Jan 1-31 | 2000 Jan 1-31'
const FIVE_WEEKS = '1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2'
const SUMMERS = [
  '1997 Jun 5,12,19,26; Jul 3,10,17,24,31; Aug 7,14,21,28',
  '1998 Jun 4,11,18,25; Jul 2,9,16,23,30; Aug 6,13,20,27',
  '1999 Jun 3,10,17,24; Jul 1,8,15,22,29; Aug 5,12,19,26',
].join(' | ')
const SECOND_DAYS =
  '1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; Oct 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; Nov 1,3'
const TO_CHRISTMAS = '1997 Sep 2-30; Oct 1-31; Nov 1-30; Dec 1-23'
const SECOND_WEEKS =
  '1997 Sep 1,3,5,15,17,19,29; Oct 1,3,13,15,17,27,29,31; Nov 10,12,14,24,26,28; Dec 8,10,12,22'

/** Finite series must equal these dates. Endless series must start with them. */
const EXAMPLES: [start: string, rule: string, expected: string][] = [
  ['1997-09-02', 'FREQ=DAILY;COUNT=10', '1997 Sep 2-11'],
  ['1997-09-02', 'FREQ=DAILY;UNTIL=19971224T000000Z', TO_CHRISTMAS],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=2', SECOND_DAYS],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 Sep 2,12,22; Oct 2,12'],
  ['1998-01-01', `FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;${EVERY_DAY}`, JANUARIES],
  ['1998-01-01', 'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', JANUARIES],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4'],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4,11,18,25; Dec 2,9,16,23',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997 Sep 2,16,30; Oct 14,28; Nov 11,25; Dec 9,23 | 1998 Jan 6,20; Feb 3,17',
  ],
  ['1997-09-02', 'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', FIVE_WEEKS],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', FIVE_WEEKS],
  ['1997-09-01', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR', SECOND_WEEKS],
  ['1997-09-02', 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997 Sep 2,4,16,18,30; Oct 2,14,16'],
  [
    '1997-09-05',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997 Sep 5; Oct 3; Nov 7; Dec 5 | 1998 Jan 2; Feb 6; Mar 6; Apr 3; May 1; Jun 5',
  ],
  ['1997-09-05', 'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR', '1997 Sep 5; Oct 3; Nov 7; Dec 5'],
  [
    '1997-09-07',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997 Sep 7,28; Nov 2,30 | 1998 Jan 4,25; Mar 1,29; May 3,31',
  ],
  [
    '1997-09-22',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997 Sep 22; Oct 20; Nov 17; Dec 22 | 1998 Jan 19; Feb 16',
  ],
  ['1997-09-28', 'FREQ=MONTHLY;BYMONTHDAY=-3', '1997 Sep 28; Oct 29; Nov 28; Dec 29 | 1998 Jan 29; Feb 26'],
  [
    '1997-09-02',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997 Sep 2,15; Oct 2,15; Nov 2,15; Dec 2,15 | 1998 Jan 2,15',
  ],
  [
    '1997-09-30',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997 Sep 30; Oct 1,31; Nov 1,30; Dec 1,31 | 1998 Jan 1,31; Feb 1',
  ],
  [
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997 Sep 10-15 | 1999 Mar 10-13',
  ],
  [
    '1997-09-02',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997 Sep 2,9,16,23,30; Nov 4,11,18,25 | 1998 Jan 6,13,20,27; Mar 3,10,17,24,31',
  ],
  [
    '1997-06-10',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997 Jun 10; Jul 10 | 1998 Jun 10; Jul 10 | 1999 Jun 10; Jul 10 | 2000 Jun 10; Jul 10 | 2001 Jun 10; Jul 10',
  ],
  [
    '1997-03-10',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997 Mar 10 | 1999 Jan 10; Feb 10; Mar 10 | 2001 Jan 10; Feb 10; Mar 10 | 2003 Jan 10; Feb 10; Mar 10',
  ],
  [
    '1997-01-01',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997 Jan 1; Apr 10; Jul 19 | 2000 Jan 1; Apr 9; Jul 18 | 2003 Jan 1; Apr 10; Jul 19 | 2006 Jan 1',
  ],
  ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997 May 19 | 1998 May 18 | 1999 May 17'],
  ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997 May 12 | 1998 May 11 | 1999 May 17'],
  [
    '1997-03-13',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997 Mar 13,20,27 | 1998 Mar 5,12,19,26 | 1999 Mar 4,11,18,25',
  ],
  ['1997-06-05', 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', SUMMERS],
  // The RFC removes the start with EXDATE. Daymark always includes the start.
  [
    '1997-09-02',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1997 Sep 2 | 1998 Feb 13; Mar 13; Nov 13 | 1999 Aug 13 | 2000 Oct 13',
  ],
  [
    '1997-09-13',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997 Sep 13; Oct 11; Nov 8; Dec 13 | 1998 Jan 10; Feb 7; Mar 7; Apr 11; May 9; Jun 13',
  ],
  [
    '1996-11-05',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996 Nov 5 | 2000 Nov 7 | 2004 Nov 2',
  ],
  ['1997-09-04', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997 Sep 4; Oct 7; Nov 6'],
  [
    '1997-09-29',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997 Sep 29; Oct 30; Nov 27; Dec 30 | 1998 Jan 29; Feb 26; Mar 30',
  ],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997 Aug 5,10,19,24'],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997 Aug 5,17,19,31'],
  ['2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007 Jan 15,30; Feb 15; Mar 15,30'],
]

describe('RFC 5545', () => {
  for (const [start, rule, expected] of EXAMPLES) {
    test(rule, () => {
      const days = readDays(expected).map(day => `${day}T09:00:00`)
      const hasEnd = /COUNT|UNTIL/.test(rule)
      assert.deepEqual(starts(`${start}T09:00`, rule, days.length + (hasEnd ? 1 : 0)), days)
    })
  }

  test('every three hours of one day (UNTIL as corrected in the errata)', () => {
    const rule = 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z'
    const expected = ['09', '12', '15'].map(hour => `1997-09-02T${hour}:00:00`)
    assert.deepEqual(starts('1997-09-02T09:00', rule, 10), expected)
  })

  test('every 20 minutes from 9:00 to 16:40 every day', () => {
    const rule = 'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40'
    const found = starts('1997-09-02T09:00', rule, 25)
    assert.deepEqual(
      found.slice(0, 4).map(each => each.slice(11)),
      ['09:00:00', '09:20:00', '09:40:00', '10:00:00'],
    )
    assert.deepEqual(found.slice(23), ['1997-09-02T16:40:00', '1997-09-03T09:00:00'])
  })

  test('rules that repeat by the minute are rejected', () => {
    for (const rule of ['FREQ=MINUTELY;INTERVAL=15;COUNT=6', 'FREQ=MINUTELY;INTERVAL=90;COUNT=4']) {
      assert.equal(parseRule(rule).ok, false)
    }
  })
})
