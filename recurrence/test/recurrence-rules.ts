// Generates random valid recurrence rules for property tests and benchmarks.
import fc from 'fast-check'

export interface RuleOptions {
  /** Generates COUNT or UNTIL. Rules are endless by default. */
  readonly end?: fc.Arbitrary<string>
  readonly maxInterval?: number
  /** Excludes rules that other libraries are known to get wrong. */
  readonly common?: boolean
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY']

const none = fc.constant('')
const weekday = fc.constantFrom(...WEEKDAYS)
const signed = (max: number) => fc.integer({ min: -max, max }).filter(number => number !== 0)

const part = (name: string, value: fc.Arbitrary<string>) => value.map(text => `${name}=${text}`)
const sometimes = (name: string, value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: none }, { weight: 2, arbitrary: part(name, value) })

/** Sorts the list, because some libraries depend on its order. */
const list = (item: fc.Arbitrary<number>, max = 4) =>
  fc
    .uniqueArray(item, { minLength: 1, maxLength: max })
    .map(items => items.toSorted((a, b) => a - b).join(','))

const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 }).map(days => days.join(','))

/** `mixed` allows lists such as `1MO,FR`. Other libraries ignore the plain weekday `FR` in them. */
function nthWeekdays(max: number, mixed: boolean): fc.Arbitrary<string> {
  const nth = fc.tuple(signed(max), weekday).map(([place, day]) => `${place}${day}`)
  const days = mixed ? fc.oneof(nth, weekday) : nth
  const all = fc.uniqueArray(days, { minLength: 1, maxLength: 4 }).map(items => items.join(','))
  return fc.oneof(all, weekdays)
}

function dayParts(freq: string, byWeek: boolean, common: boolean): fc.Arbitrary<string>[] {
  const nth = (freq === 'MONTHLY' || freq === 'YEARLY') && !byWeek
  const byDay = nth ? nthWeekdays(freq === 'MONTHLY' ? 5 : 53, !common) : weekdays
  return [
    sometimes('BYMONTH', list(fc.integer({ min: 1, max: 12 }))),
    byWeek ? part('BYWEEKNO', list(common ? fc.integer({ min: 1, max: 51 }) : signed(53))) : none,
    freq === 'YEARLY' || freq === 'HOURLY' ? sometimes('BYYEARDAY', list(signed(366), 12)) : none,
    freq === 'WEEKLY' ? none : sometimes('BYMONTHDAY', list(signed(31), 10)),
    byWeek && common ? part('BYDAY', byDay) : sometimes('BYDAY', byDay),
  ]
}

function timeParts(freq: string): fc.Arbitrary<string>[] {
  const most = freq === 'HOURLY' ? 1 : 2
  return [
    sometimes('BYHOUR', list(fc.integer({ min: 0, max: 23 }))),
    sometimes('BYMINUTE', list(fc.integer({ min: 0, max: 59 }), most)),
    sometimes('BYSECOND', list(fc.integer({ min: 0, max: 59 }), most)),
  ]
}

function positions(freq: string, common: boolean): fc.Arbitrary<string> {
  if (common && freq === 'HOURLY') return none
  const place = common ? fc.constantFrom(-1, 1, 2, 3, 5, 8) : signed(8)
  return sometimes('BYSETPOS', list(place, 3))
}

export function ruleText({
  end = none,
  maxInterval = 12,
  common = false,
}: RuleOptions = {}): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...FREQUENCIES), fc.nat(3)).chain(([freq, week]) => {
    const byWeek = freq === 'YEARLY' && week === 0
    const interval = sometimes('INTERVAL', fc.integer({ min: 1, max: maxInterval }).map(String))
    const head = fc.tuple(fc.constant(`FREQ=${freq}`), interval, sometimes('WKST', weekday), end)
    const by = fc.tuple(...dayParts(freq, byWeek, common), ...timeParts(freq))
    return fc.tuple(head, by, positions(freq, common)).map(([first, listed, chosen]) => {
      const hasList = listed.some(text => text !== '')
      return [...first, ...listed, hasList ? chosen : ''].filter(text => text !== '').join(';')
    })
  })
}
