import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../scripts/test/properties.ts'
import { ruleText } from '../test/recurrence-rules.ts'
import { parseRule, withPart } from './rule.ts'
import type { Rule } from './rules/rule-shape.ts'

const upTo = (max: number) => Array.from({ length: max + 1 }, (_, number) => number).join(',')

function accepted(text: string): Rule {
  const result = parseRule(text)
  assert.ok(result.ok, result.ok ? '' : `${text}: ${result.message}`)
  return result.rule
}

/** Invalid rules, each with a pattern for its error message. */
const REFUSED: [text: string, sentence: RegExp][] = [
  ['', /cannot be empty/],
  ['RRULE:', /cannot be empty/],
  ['every day', /"EVERY DAY" is not a rule part such as FREQ=DAILY/],
  ['FREQ=DAILY;', /"" is not a rule part/],
  ['FREQ=DAILY;COUNT=', /"COUNT=" is not a rule part/],
  ['DTSTART:20260101T090000Z\nRRULE:FREQ=DAILY', /single RRULE line/],
  ['FREQ=DAILY;BYEASTER=1', /"BYEASTER" is not a part/],
  ['RSCALE=HEBREW;FREQ=DAILY', /"RSCALE" is not a part/],
  ['FREQ=DAILY;FREQ=DAILY', /FREQ is given twice/],
  ['FREQ=DAILY;COUNT=3;count=4', /COUNT is given twice/],
  ['INTERVAL=2', /needs FREQ/],
  ['FREQ=FORTNIGHTLY', /FREQ must be one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY/],
  ['FREQ=SECONDLY', /FREQ=SECONDLY is not supported/],
  ['FREQ=MINUTELY;INTERVAL=90', /FREQ=MINUTELY is not supported/],
  ['FREQ=DAILY;INTERVAL=0', /INTERVAL must be a whole number from 1 to 10,000/],
  ['FREQ=DAILY;INTERVAL=10001', /INTERVAL must be/],
  ['FREQ=DAILY;INTERVAL=-1', /INTERVAL must be/],
  ['FREQ=DAILY;INTERVAL=1.5', /INTERVAL must be/],
  ['FREQ=DAILY;COUNT=0', /COUNT must be a whole number from 1 to 10,000/],
  ['FREQ=DAILY;COUNT=10001', /COUNT must be/],
  ['FREQ=DAILY;COUNT=99999999999999999999', /COUNT must be/],
  ['FREQ=DAILY;COUNT=5;UNTIL=20261231', /COUNT and UNTIL cannot be used together/],
  ['FREQ=DAILY;UNTIL=tomorrow', /UNTIL must be a date or time/],
  ['FREQ=DAILY;UNTIL=20260230', /UNTIL must be/],
  ['FREQ=DAILY;UNTIL=20261231Z', /UNTIL must be/],
  ['FREQ=DAILY;UNTIL=20261231T250000Z', /UNTIL must be/],
  ['FREQ=DAILY;UNTIL=2026-12-31', /UNTIL must be/],
  ['FREQ=DAILY;BYMONTH=13', /BYMONTH takes whole numbers from 1 to 12, not "13"/],
  ['FREQ=DAILY;BYMONTH=-1', /BYMONTH takes/],
  ['FREQ=DAILY;BYMONTHDAY=0', /BYMONTHDAY takes whole numbers from 1 to 31 or -1 to -31/],
  ['FREQ=DAILY;BYMONTHDAY=32', /BYMONTHDAY takes/],
  ['FREQ=DAILY;BYMONTHDAY=1,,2', /BYMONTHDAY takes .*, not ""/],
  ['FREQ=YEARLY;BYYEARDAY=367', /BYYEARDAY takes/],
  ['FREQ=YEARLY;BYWEEKNO=54', /BYWEEKNO takes/],
  ['FREQ=DAILY;BYHOUR=24', /BYHOUR takes whole numbers from 0 to 23/],
  ['FREQ=DAILY;BYMINUTE=60', /BYMINUTE takes/],
  ['FREQ=DAILY;BYSECOND=61', /BYSECOND takes/],
  ['FREQ=DAILY;BYHOUR=1;BYSETPOS=0', /BYSETPOS takes/],
  ['FREQ=WEEKLY;BYDAY=XX', /BYDAY takes weekdays \(MO, TU, WE, TH, FR, SA, SU\), not "XX"/],
  ['FREQ=MONTHLY;BYDAY=0MO', /BYDAY takes positions/],
  ['FREQ=MONTHLY;BYDAY=54MO', /BYDAY takes positions/],
  ['FREQ=WEEKLY;WKST=1', /WKST takes weekdays/],
  ['FREQ=MONTHLY;BYWEEKNO=2', /BYWEEKNO can only be used with FREQ=YEARLY/],
  ['FREQ=WEEKLY;BYMONTHDAY=2', /BYMONTHDAY cannot be used with FREQ=WEEKLY/],
  ['FREQ=MONTHLY;BYYEARDAY=2', /BYYEARDAY cannot be used with FREQ=MONTHLY/],
  ['FREQ=WEEKLY;BYDAY=1MO', /BYDAY cannot have a number with FREQ=WEEKLY/],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', /together with BYWEEKNO/],
  ['FREQ=MONTHLY;BYSETPOS=1', /BYSETPOS requires another BY part/],
  ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40', /up to 25 occurrences a day; 24 are allowed/],
  [
    `FREQ=DAILY;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`,
    /up to 86,400 occurrences a day/,
  ],
  [`FREQ=YEARLY;BYHOUR=${upTo(23)};BYMINUTE=0,30;BYSETPOS=1`, /up to 48 occurrences a day/],
  ['FREQ=HOURLY;BYMINUTE=0,30', /up to 48 occurrences a day/],
  ['FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,10,20,30,40', /up to 25 occurrences a day/],
  [`FREQ=DAILY;BYMINUTE=${'1,'.repeat(1_000)}1`, /at most 2,000 characters/],
]

describe('an invalid rule gets a message of its own', () => {
  for (const [text, sentence] of REFUSED) {
    test(text.slice(0, 60) || 'nothing', () => {
      const result = parseRule(text)
      assert.ok(!result.ok, text)
      assert.match(result.message, sentence)
      assert.match(result.message, /^["A-Z].*\.$/)
    })
  }

  test('invalid text never throws, and long text is not quoted in full', () => {
    const noise = fc.oneof(
      fc.string(),
      fc.string().map(text => `FREQ=DAILY;BYDAY=${text}`),
    )
    fc.assert(
      fc.property(noise, text => {
        const result = parseRule(text)
        return result.ok || result.message.length < 200
      }),
    )
  })
})

describe('a rule is accepted', () => {
  test('with prefix, in any case, with blanks around it; it is stored in one form', () => {
    assert.equal(
      accepted('  rrule:freq=weekly;byday=fr,mo;interval=1 ').text,
      'FREQ=WEEKLY;BYDAY=FR,MO;INTERVAL=1',
    )
  })

  test('in its stored form, which does not change again', () => {
    fc.assert(fc.property(ruleText(), text => accepted(accepted(text).text).text === text))
  })

  test('with lists in any order, signs and repeats', () => {
    assert.deepEqual(accepted('FREQ=MONTHLY;BYMONTHDAY=+15,-1,15,2').by_month_day, [-1, 2, 15])
    assert.deepEqual(accepted('FREQ=MONTHLY;BYDAY=+1MO,1MO,-1FR').by_day, [
      { weekday: 0, nth: 1 },
      { weekday: 4, nth: -1 },
    ])
  })

  test('up to the limits', () => {
    for (const text of [
      'FREQ=DAILY;COUNT=10000',
      'FREQ=DAILY;INTERVAL=10000',
      `FREQ=DAILY;BYHOUR=${upTo(23)}`,
      `FREQ=MONTHLY;BYHOUR=${upTo(11)};BYMINUTE=0,30`,
      'FREQ=HOURLY',
      'FREQ=HOURLY;INTERVAL=2;BYMINUTE=0,30',
      'FREQ=HOURLY;INTERVAL=24;BYMINUTE=0,5,10,15,20,25;BYSECOND=0,15,30,45',
      'FREQ=HOURLY;BYHOUR=8,12,16;BYMINUTE=0,5,10,15,20,25,30,35',
    ]) {
      accepted(text)
    }
  })

  test('with UNTIL as a date, a local time or UTC, including the whole day or second', () => {
    const untils = ['20261231', '20261231T100000', '20261231T100000Z'].map(
      text => accepted(`FREQ=DAILY;UNTIL=${text}`).until,
    )
    assert.deepEqual(untils, [
      { local: true, date_only: true, last: Date.UTC(2027, 0, 1) - 1 },
      { local: true, date_only: false, last: Date.UTC(2026, 11, 31, 10) + 999 },
      { local: false, date_only: false, last: Date.UTC(2026, 11, 31, 10) + 999 },
    ])
  })

  test('with second 60, which is read as 59', () => {
    assert.deepEqual(accepted('FREQ=DAILY;BYSECOND=59,60').by_second, [59])
  })
})

test('one part of a rule is replaced, added or removed', () => {
  assert.equal(withPart('FREQ=DAILY;COUNT=3;BYHOUR=9', 'COUNT', '5'), 'FREQ=DAILY;COUNT=5;BYHOUR=9')
  assert.equal(withPart('FREQ=DAILY;COUNT=3;BYHOUR=9', 'COUNT', null), 'FREQ=DAILY;BYHOUR=9')
  assert.equal(withPart('FREQ=DAILY', 'COUNT', '5'), 'FREQ=DAILY;COUNT=5')
  assert.equal(withPart('FREQ=DAILY', 'COUNT', null), 'FREQ=DAILY')
})
