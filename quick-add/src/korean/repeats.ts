// Repetitions in Korean: 매일, 평일마다, 매주 월수금, 격주 화요일, 매달 1일, 3일마다.
import type { Repeat } from '../chip.ts'
import { isWhole, type Line } from '../line.ts'
import { COUNTS, WEEKDAY_LIST, weekdaysIn } from './vocabulary.ts'

type Rule = Omit<Repeat, 'start' | 'end'>

const PLACES: Record<string, number> = {
  첫째: 1,
  첫번째: 1,
  '첫 번째': 1,
  둘째: 2,
  두번째: 2,
  '두 번째': 2,
  셋째: 3,
  세번째: 3,
  '세 번째': 3,
  넷째: 4,
  네번째: 4,
  '네 번째': 4,
  마지막: -1,
}
const PLACE = `(${Object.keys(PLACES).join('|')})`
const COUNT = `(\\d{1,2}|${Object.keys(COUNTS).join('|')})`
const LIST = `(${WEEKDAY_LIST})`

const PATTERNS: [RegExp, (groups: string[]) => Rule | undefined][] = [
  [
    pattern(`(?:매달|매월) ?${PLACE} ?(?:주 ?)?([월화수목금토일])요일(?:마다|에)?`),
    ([, place = '', day = '']) => ({
      freq: 'MONTHLY',
      interval: 1,
      place: PLACES[place] ?? 1,
      weekdays: weekdaysIn(day),
    }),
  ],
  [
    pattern('(?:매달|매월) ?(?:말일|마지막 날)(?:에|마다)?'),
    () => ({ freq: 'MONTHLY', interval: 1, monthday: -1 }),
  ],
  [pattern('(?:매달|매월) ?(\\d{1,2})일(?:에|마다)?'), ([, date]) => monthly(Number(date))],
  [
    pattern('매년 ?(\\d{1,2})월 ?(\\d{1,2})일(?:에|마다)?'),
    ([, month, date]) => yearly(Number(month), Number(date)),
  ],
  [pattern(`격주(?:로)? ?${LIST}(?:마다|에)?`), ([, days = '']) => weekly(days, 2)],
  [
    pattern(`${COUNT} ?주(?:일)?마다 ${LIST}(?:에)?`),
    ([, count = '', days = '']) => weekly(days, countOf(count)),
  ],
  [pattern(`매주 ?${LIST}(?:마다|에)?`), ([, days = '']) => weekly(days)],
  [pattern('(?:매주 )?평일(?:마다| 매일)'), () => weekly('월화수목금')],
  [pattern('매주 평일(?:에)?'), () => weekly('월화수목금')],
  [pattern('(?:매주 주말(?:에|마다)?|주말마다)'), () => weekly('토일')],
  [pattern('((?:[월화수목금토일]요일(?:과|이랑|하고|,)? ?){1,7})마다'), ([, days = '']) => weekly(days)],
  [pattern('격주(?:로|마다)?'), () => ({ freq: 'WEEKLY', interval: 2 })],
  [pattern('격일(?:로|마다)?|이틀마다|이틀에 한 번'), () => ({ freq: 'DAILY', interval: 2 })],
  [pattern('사흘마다|사흘에 한 번'), () => ({ freq: 'DAILY', interval: 3 })],
  [pattern(`${COUNT} ?일(?:마다|에 한 번)`), ([, count = '']) => every('DAILY', count)],
  [pattern(`${COUNT} ?주(?:일)?(?:마다|에 한 번)`), ([, count = '']) => every('WEEKLY', count)],
  [pattern(`${COUNT} ?(?:달|개월)(?:마다|에 한 번)`), ([, count = '']) => every('MONTHLY', count)],
  [pattern('일주일(?:마다|에 한 번)'), () => ({ freq: 'WEEKLY', interval: 1 })],
  [pattern('매일(?:마다)?|날마다'), () => ({ freq: 'DAILY', interval: 1 })],
  [pattern('매주(?:마다)?'), () => ({ freq: 'WEEKLY', interval: 1 })],
  [pattern('매달|매월'), () => ({ freq: 'MONTHLY', interval: 1 })],
  [pattern('매년|해마다'), () => ({ freq: 'YEARLY', interval: 1 })],
]

function pattern(source: string): RegExp {
  return new RegExp(`(?<![^\\s\\uE000])(?:${source})(?![^\\s,\\uE000])`, 'gu')
}

const MAYBE = /매|마다|격|한 번/u

/** The repetition of the line; undefined if there is none, or if the same pattern occurs twice. */
export function koreanRepeat(line: Line): Repeat | undefined {
  if (!MAYBE.test(line.text)) return undefined
  for (const [form, make] of PATTERNS) {
    const [match, ...others] = [...line.text.matchAll(form)]
    if (!match) continue
    const range = { start: match.index, end: match.index + match[0].trimEnd().length }
    const rule = make([...match])
    return rule && others.length === 0 && isWhole(line, range) ? { ...rule, ...range } : undefined
  }
  return undefined
}

function weekly(days: string, interval = 1): Rule | undefined {
  const weekdays = weekdaysIn(days)
  return weekdays.length > 0 && interval >= 1 ? { freq: 'WEEKLY', interval, weekdays } : undefined
}
const monthly = (monthday: number): Rule | undefined =>
  monthday >= 1 && monthday <= 31 ? { freq: 'MONTHLY', interval: 1, monthday } : undefined
const yearly = (month: number, monthday: number): Rule | undefined =>
  month >= 1 && month <= 12 && monthday >= 1 && monthday <= 31
    ? { freq: 'YEARLY', interval: 1, month, monthday }
    : undefined
const countOf = (text: string): number => COUNTS[text] ?? Number(text)
const every = (freq: Rule['freq'], count: string): Rule | undefined =>
  countOf(count) >= 1 ? { freq, interval: countOf(count) } : undefined
