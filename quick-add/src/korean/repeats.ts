// Korean recurrences: 매일, 평일마다, 매주 월수금, 격주 화요일, 매달 1일, 3일마다.
import { isYearlyDate } from '../calendar.ts'
import type { Repeat } from '../chip.ts'
import { isWhole, type Line } from '../line.ts'
import { TIME } from './times.ts'
import { COUNTS, DAYS, VAGUE_NEXT, WEEKDAY_LIST, weekdaysIn } from './vocabulary.ts'

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
  첫: 1,
  마지막: -1,
}
const PLACE = `(${Object.keys(PLACES).join('|')})`
const COUNT = `(\\d{1,2}|${Object.keys(COUNTS).join('|')})`
const LIST = `(${WEEKDAY_LIST})`
const MONTHLY = '(?:매 ?달|매 ?월)'
/** 매달 (every month), 격월 (every other month), 두 달마다 (every two months). The second group is the number. */
const MONTHS = `(${MONTHLY}|격월(?:로|마다)?|${COUNT} ?(?:달|개월)마다)`
const YEARLY = '(?:매년|해마다)'
const WEEKLY = '매 ?주'
/** Particles after a day. Not used after 매달 5일 (the 5th of every month), because 매달 5일 안에 may mean within five days. */
const ON = '(?:마다|에|까지| 안에| 안으로)?'

/**
 * Words that rule out the recurrence before them: 매일 쓰는 물건 (a thing used daily) names a thing, 매주 두 번 (twice a
 * week) is more than one recurrence, and 매달 5일 전에 (before the 5th of every month) has no exact day.
 */
const NOT_NEXT = `(?!, ?\\d{1,2}일)(?! \\S+는 \\S)(?! (?:두|세|네|\\d+) ?(?:번|회))(?! (?:${VAGUE_NEXT}|안|안으로|내|내로)(?:에|까지|부터)?(?:\\s|$))`

/** 매달 1일과 15일 (the 1st and 15th of every month) is more than one recurrence. */
const NO_DAY = '(?! ?(?:\\d+일|말일|[첫둘셋넷]째|마지막))'

/** 매달 2일 동안 (for 2 days) and 매달 10일 치 (for 10 days) are lengths, and 매달 1일 및 15일 (and) has more than one day. */
const LENGTH = ' (?:간|동안|연속|치|이내)에?(?:\\s|$)'
const NO_LENGTH = `(?!${LENGTH}| 및(?:\\s|$)| \\d+일(?!${LENGTH})에?(?:\\s|$))`

const DAILY: Rule = { freq: 'DAILY', interval: 1 }

const PATTERNS: [RegExp, (groups: string[]) => Rule | undefined][] = [
  [
    pattern(
      '(매일|평일) ?(아침|점심|저녁|밤|새벽|오전|오후)(?:에|마다)?(?! ?\\d)(?! ?(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열) ?시)',
    ),
    ([, days = '', part = '']) => ({
      ...(days === '매일' ? DAILY : { ...DAILY, freq: 'WEEKLY', weekdays: [0, 1, 2, 3, 4] }),
      minute: PART_MINUTES[part] ?? 540,
    }),
  ],
  [
    pattern(`${MONTHS} ?${PLACE} ?(?:주 ?)?([월화수목금토일])요일${ON}`),
    ([, lead, count, place = '', day = '']) =>
      monthly(lead, count, { place: PLACES[place] ?? 1, weekdays: weekdaysIn(day) }),
  ],
  [
    pattern(`${MONTHS} ?(?:말일|마지막 날)${ON}`),
    ([, lead, count]) => monthly(lead, count, { monthday: -1 }),
  ],
  [pattern(`${MONTHS} ?첫 ?날${ON}`), ([, lead, count]) => monthly(lead, count, { monthday: 1 })],
  [
    pattern(`${MONTHS} ?(\\d{1,2})일(?:에|마다|까지|${NO_LENGTH})`),
    ([, lead, count, date]) =>
      Number(date) >= 1 && Number(date) <= 31 ? monthly(lead, count, { monthday: Number(date) }) : undefined,
  ],
  [
    pattern(`${YEARLY} ?(\\d{1,2})월 ?(\\d{1,2})일${ON}`),
    ([, month, date]) => yearly(Number(month), Number(date)),
  ],
  [pattern(`격주(?:로)? ?${LIST}${ON}`), ([, days = '']) => weekly(days, 2)],
  [
    pattern(`${COUNT} ?주(?:일)?마다 ${LIST}${ON}`),
    ([, count = '', days = '']) => weekly(days, countOf(count)),
  ],
  [
    pattern(`${WEEKLY} ?([월화수목금토일])(?:요일)? ?[~-] ?([월화수목금토일])(?:요일)?(?:마다|에)?`),
    ([, from = '', to = '']) => span(from, to),
  ],
  [pattern(`${WEEKLY} ?${LIST}${ON}`), ([, days = '']) => weekly(days)],
  [
    pattern(
      `([월화수목금토일])(?:요일)?(?: ?[~-] ?|요일부터 |부터 )([월화수목금토일])(?:요일)?(?:까지)?(?= (?:${TIME})(?![^\\s,)에까부~-]))`,
    ),
    ([, from = '', to = '']) => span(from, to),
  ],
  [
    pattern(
      `([월화수목금토일](?:요일)?(?:(?:, ?|·|/|와 |과 )[월화수목금토일](?:요일)?)+)(?= (?:${TIME})(?![^\\s,)에까부~-]))`,
    ),
    ([, days = '']) => weekly(days.replaceAll('요일', '')),
  ],
  // Other lists of two days may be words, such as 수금 (collecting money) and 목수 (carpenter).
  [
    pattern(
      `((?=월?화?수?목?금?토?일?(?: ))[월화수목금토일]{3,7}|화목|월수|월목|화금|토일)(?= (?:${TIME})(?![^\\s,)에까부~-]))`,
    ),
    ([, days = '']) => weekly(days),
  ],
  [pattern(`평일(?:에)?(?= (?:${TIME})(?![^\\s,)에까부~-]))`), () => weekly('월화수목금')],
  [pattern('(?:매주 )?평일(?:마다| 매일)'), () => weekly('월화수목금')],
  [pattern('매주 평일(?:에)?'), () => weekly('월화수목금')],
  [pattern('(?:매주 주말(?:에|마다)?|주말마다)'), () => weekly('토일')],
  [pattern('((?:[월화수목금토일]요일(?:과|이랑|하고|,)? ?){1,7})마다'), ([, days = '']) => weekly(days)],
  [pattern('격주(?:로|마다)?'), () => ({ freq: 'WEEKLY', interval: 2 })],
  [pattern('격일(?:로|마다)?'), () => ({ freq: 'DAILY', interval: 2 })],
  [pattern(`격월(?:로|마다)?${NO_DAY}`), () => ({ freq: 'MONTHLY', interval: 2 })],
  [pattern('분기마다|매 ?분기(?:마다)?|분기에 한 ?번'), () => ({ freq: 'MONTHLY', interval: 3 })],
  [
    pattern(`(${Object.keys(DAYS).join('|')})(?:마다|에 한 ?번)`),
    ([, count = '']) => ({ freq: 'DAILY', interval: DAYS[count] ?? 1 }),
  ],
  [pattern(`${COUNT} ?일(?:마다|에 한 ?번)`), ([, count = '']) => every('DAILY', count)],
  [pattern(`${COUNT} ?주(?:일)?(?:마다|에 한 ?번)`), ([, count = '']) => every('WEEKLY', count)],
  [pattern(`${COUNT} ?(?:달|개월)(?:마다|에 한 ?번)${NO_DAY}`), ([, count = '']) => every('MONTHLY', count)],
  [pattern(`${COUNT} ?년(?:마다|에 한 ?번)`), ([, count = '']) => every('YEARLY', count)],
  [pattern('일 ?년에 한 ?번'), () => ({ freq: 'YEARLY', interval: 1 })],
  [pattern('일주일(?:마다|에 한 ?번)'), () => ({ freq: 'WEEKLY', interval: 1 })],
  [
    pattern('매일(?:마다)?(?! (?:아침|점심|저녁|밤|새벽|오전|오후)$)|날마다'),
    () => ({ freq: 'DAILY', interval: 1 }),
  ],
  [
    pattern(`${WEEKLY}(?:마다)?(?! ?(?:[월화수목금토일](?:요일|[\\s,~]|$)|주말까지))`),
    () => ({ freq: 'WEEKLY', interval: 1 }),
  ],
  [pattern(`${MONTHLY}${NO_DAY}`), () => ({ freq: 'MONTHLY', interval: 1 })],
  [pattern(`${YEARLY}(?! ?\\d{1,2}월)`), () => ({ freq: 'YEARLY', interval: 1 })],
]

function pattern(source: string): RegExp {
  return new RegExp(`(?<![^\\s\\uE000(])(?:${source})(?=$|[\\s,;!?)\\uE000]|[:.…](?:\\s|$))${NOT_NEXT}`, 'gu')
}

const PART_MINUTES: Record<string, number> = {
  새벽: 300,
  아침: 540,
  오전: 540,
  점심: 720,
  오후: 840,
  저녁: 1140,
  밤: 1260,
}

const MAYBE = /매|마다|격|한 ?번|평일|[월화수목금토일](?:요일)?[월화수목금토일,~·/와과부-]/u

/**
 * Returns undefined if the line has no recurrence, or if the first matching pattern matches twice or only part of a
 * word.
 */
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
function span(from: string, to: string): Rule | undefined {
  const [first = 0, last = 0] = [...weekdaysIn(from), ...weekdaysIn(to)]
  const weekdays = [0, 1, 2, 3, 4, 5, 6].slice(first, last + 1)
  return weekdays.length > 1 ? { freq: 'WEEKLY', interval: 1, weekdays } : undefined
}
function monthly(lead = '', count: string | undefined, rest: Partial<Rule>): Rule | undefined {
  const interval = count ? countOf(count) : lead.startsWith('격') ? 2 : 1
  return interval >= 1 ? { freq: 'MONTHLY', interval, ...rest } : undefined
}
const yearly = (month: number, monthday: number): Rule | undefined =>
  isYearlyDate(month, monthday) ? { freq: 'YEARLY', interval: 1, month, monthday } : undefined
const countOf = (text: string): number => COUNTS[text] ?? Number(text)
const every = (freq: Rule['freq'], count: string): Rule | undefined =>
  countOf(count) >= 1 ? { freq, interval: countOf(count) } : undefined
