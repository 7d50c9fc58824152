// Parses a recurrence rule (RFC 5545 RRULE) and rejects rules that would be expensive to expand.
import { boundedCache } from './bounded-cache.ts'
import { checkCombinations } from './rules/rule-check.ts'
import {
  RuleFault,
  readByDay,
  readFrequency,
  readNumber,
  readNumbers,
  readUntil,
  readWeekday,
  splitParts,
} from './rules/rule-parts.ts'
import { MAX_COUNT, MAX_INTERVAL, type Rule } from './rules/rule-shape.ts'

export type RuleResult =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly message: string }

const MAX_TEXT = 2_000
const results = boundedCache<RuleResult>(1_000)

export function parseRule(text: string): RuleResult {
  if (text.length > MAX_TEXT) {
    return { ok: false, message: 'A recurrence rule may have at most 2,000 characters.' }
  }
  return results.get(text, () => {
    try {
      return { ok: true, rule: readRule(text) }
    } catch (fault) {
      if (fault instanceof RuleFault) return { ok: false, message: fault.message }
      throw fault
    }
  })
}

function readRule(written: string): Rule {
  const text = written
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  const parts = splitParts(text)
  const numbers = (name: string, min: number, max: number) => readNumbers(name, parts.get(name), min, max)
  const rule: Rule = {
    freq: readFrequency(parts.get('FREQ')),
    interval: readNumber('INTERVAL', parts.get('INTERVAL'), MAX_INTERVAL) ?? 1,
    count: readNumber('COUNT', parts.get('COUNT'), MAX_COUNT),
    until: readUntil(parts.get('UNTIL')),
    by_month: numbers('BYMONTH', 1, 12),
    by_week_no: numbers('BYWEEKNO', -53, 53),
    by_year_day: numbers('BYYEARDAY', -366, 366),
    by_month_day: numbers('BYMONTHDAY', -31, 31),
    by_day: readByDay(parts.get('BYDAY')),
    by_hour: numbers('BYHOUR', 0, 23),
    by_minute: numbers('BYMINUTE', 0, 59),
    by_second: withoutLeapSecond(numbers('BYSECOND', 0, 60)),
    by_set_pos: numbers('BYSETPOS', -366, 366),
    week_start: readWeekday('WKST', parts.get('WKST') ?? 'MO'),
    text,
  }
  checkCombinations(rule)
  return rule
}

/** Reads second 60 as 59, as RFC 5545 (3.3.12) recommends for systems without leap seconds, such as JavaScript. */
function withoutLeapSecond(seconds: readonly number[]): readonly number[] {
  return [...new Set(seconds.map(second => Math.min(second, 59)))]
}

/** Replaces the part with this name, or adds it if it is missing. A null value removes it. */
export function withPart(text: string, name: string, value: string | null): string {
  const parts = text.split(';')
  const at = parts.findIndex(part => part.startsWith(`${name}=`))
  const written = value === null ? [] : [`${name}=${value}`]
  return [
    ...parts.slice(0, at < 0 ? parts.length : at),
    ...written,
    ...(at < 0 ? [] : parts.slice(at + 1)),
  ].join(';')
}
