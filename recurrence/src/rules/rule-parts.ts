// Parses the parts of a recurrence rule, with a specific message for every error.
import { type ByDay, FREQUENCIES, type Frequency, PART_NAMES, type Until, WEEKDAYS } from './rule-shape.ts'

export class RuleFault extends Error {}

/** Shortens long input in error messages, because a client may send anything. */
function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

export function splitParts(text: string): Map<string, string> {
  if (text === '') throw new RuleFault('A recurrence rule cannot be empty.')
  if (/[\r\n]/.test(text)) {
    throw new RuleFault('A recurrence rule is a single RRULE line; the first occurrence is the start time.')
  }
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [, name = '', value = ''] = /^([A-Z-]+)=(.+)$/.exec(part) ?? []
    if (name === '') throw new RuleFault(`${quote(part)} is not a rule part such as FREQ=DAILY.`)
    if (!PART_NAMES.includes(name)) throw new RuleFault(`${quote(name)} is not a part of a recurrence rule.`)
    if (parts.has(name)) throw new RuleFault(`${name} is given twice in the recurrence rule.`)
    parts.set(name, value)
  }
  return parts
}

export function readFrequency(value: string | undefined): Frequency {
  if (value === undefined) throw new RuleFault('A recurrence rule needs FREQ, for example FREQ=DAILY.')
  if (value === 'SECONDLY' || value === 'MINUTELY') {
    throw new RuleFault(`FREQ=${value} is not supported. A series can repeat at most hourly.`)
  }
  const known = FREQUENCIES.find(name => name === value)
  if (known === undefined) throw new RuleFault(`FREQ must be one of ${FREQUENCIES.join(', ')}.`)
  return known
}

/** Accepts digits only, because RFC 5545 does not allow a sign in COUNT or INTERVAL. */
export function readNumber(name: string, value: string | undefined, max: number): number | null {
  if (value === undefined) return null
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= max) return number
  throw new RuleFault(`${name} must be a whole number from 1 to ${max.toLocaleString('en-US')}.`)
}

/** If `min` is negative, negative numbers count from the end, and zero is invalid. */
export function readNumbers(name: string, value: string | undefined, min: number, max: number): number[] {
  if (value === undefined) return []
  const numbers = value.split(',').map(text => {
    const number = (min < 0 ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max && (min >= 0 || number !== 0)) return number
    const range = min < 0 ? `1 to ${max} or -1 to ${min}` : `${min} to ${max}`
    throw new RuleFault(`${name} takes whole numbers from ${range}, not ${quote(text)}.`)
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}

export function readWeekday(name: string, text: string): number {
  const weekday = WEEKDAYS.indexOf(text)
  if (weekday < 0) throw new RuleFault(`${name} takes weekdays (${WEEKDAYS.join(', ')}), not ${quote(text)}.`)
  return weekday
}

export function readByDay(value: string | undefined): ByDay[] {
  if (value === undefined) return []
  const days = new Map<string, ByDay>()
  for (const text of value.split(',')) {
    const weekday = readWeekday('BYDAY', text.slice(-2))
    const place = text.slice(0, -2)
    const nth = place === '' ? 0 : /^[+-]?\d{1,2}$/.test(place) ? Number(place) : Number.NaN
    if (!(Math.abs(nth) <= 53) || (place !== '' && nth === 0)) {
      throw new RuleFault(`BYDAY takes positions from 1 to 53 or -1 to -53, not ${quote(text)}.`)
    }
    days.set(`${nth}:${weekday}`, { weekday, nth })
  }
  return [...days.values()]
}

export function readUntil(value: string | undefined): Until | null {
  if (value === undefined) return null
  const [, date = '', time, utc] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(value) ?? []
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`
  // Reads second 60 as 59, like BYSECOND.
  const clock = (time ?? '235959').replace(/^(..)(..)(..)$/, '$1:$2:$3').replace(/60$/, '59')
  // Includes the whole second, because a start may have milliseconds while UNTIL cannot.
  const text = `${day}T${clock}.999Z`
  // Uses `Date`, because Temporal is missing in some supported browsers. Compares the result with the input,
  // because `Date` reads February 30 as March 2.
  const last = Date.parse(text)
  if (Number.isNaN(last) || new Date(last).toISOString() !== text) {
    throw new RuleFault(
      `UNTIL must be a date or time such as 20261231 or 20261231T235959Z, not ${quote(value)}.`,
    )
  }
  return { local: utc !== 'Z', date_only: time === undefined, last }
}
