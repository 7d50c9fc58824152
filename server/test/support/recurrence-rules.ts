// Random recurrence rules that the server accepts, for property tests and benchmarks.
import fc from 'fast-check'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']

const part = (name: string, value: fc.Arbitrary<string>, weight = 3) =>
  fc.option(
    value.map(text => `${name}=${text}`),
    { freq: weight, nil: '' },
  )
const sometimes = (name: string, value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: part(name, value) })
const list = (item: fc.Arbitrary<number | string>, max = 4) =>
  fc.uniqueArray(item, { minLength: 1, maxLength: max }).map(items => items.join(','))
const signed = (max: number) => fc.integer({ min: -max, max }).filter(number => number !== 0)
const none = fc.constant('')

const weekday = fc.constantFrom(...WEEKDAYS)
const nthWeekday = (max: number) =>
  fc.oneof(
    weekday,
    fc.tuple(signed(max), weekday).map(([nth, day]) => `${nth}${day}`),
  )

function dayParts(freq: string, byWeekNo: boolean): fc.Arbitrary<string>[] {
  const nth = freq === 'MONTHLY' ? nthWeekday(5) : nthWeekday(53)
  const ordinal = (freq === 'MONTHLY' || freq === 'YEARLY') && !byWeekNo
  return [
    sometimes('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
    byWeekNo ? list(signed(53)).map(text => `BYWEEKNO=${text}`) : none,
    freq === 'YEARLY' || freq === 'HOURLY' ? sometimes('BYYEARDAY', list(signed(366), 12)) : none,
    freq === 'WEEKLY' ? none : sometimes('BYMONTHDAY', list(signed(31), 10)),
    sometimes('BYDAY', list(ordinal ? nth : weekday)),
  ]
}

function timeParts(freq: string): fc.Arbitrary<string>[] {
  const minutes = sometimes('BYMINUTE', list(fc.integer({ min: 0, max: 59 }), freq === 'HOURLY' ? 1 : 3))
  const seconds = sometimes('BYSECOND', list(fc.integer({ min: 0, max: 59 }), freq === 'HOURLY' ? 1 : 2))
  return [sometimes('BYHOUR', list(fc.integer({ min: 0, max: 23 }))), minutes, seconds]
}

export interface RuleOptions {
  /** none by default, for an expansion that only the window ends */
  readonly end?: fc.Arbitrary<string>
  readonly maxInterval?: number
}

export function ruleText({ end = none, maxInterval = 12 }: RuleOptions = {}): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...FREQUENCIES), fc.integer({ min: 0, max: 3 })).chain(([freq, week]) => {
    const parts = [...dayParts(freq, freq === 'YEARLY' && week === 0), ...timeParts(freq)]
    const interval = sometimes('INTERVAL', fc.integer({ min: 1, max: maxInterval }).map(String))
    const places = sometimes('BYSETPOS', list(signed(8), 3))
    return fc
      .tuple(fc.constant(`FREQ=${freq}`), interval, sometimes('WKST', weekday), end, places, ...parts)
      .map(([head, every, start, last, chosen, ...by]) => {
        const given = by.filter(text => text !== '')
        return [head, every, start, last, given.length > 0 ? chosen : '', ...given]
          .filter(text => text !== '')
          .join(';')
      })
  })
}
