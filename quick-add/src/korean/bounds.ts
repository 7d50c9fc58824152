// What limits a Korean series: 금요일까지, 3주 동안, 10번, 12월부터.
import { weekdayOf } from '@daymark/recurrence/year'
import type { Bound } from '../bound.ts'
import { addMonths, dayOf, nextDate, nextWeekday, partsOf } from '../calendar.ts'
import type { Repeat } from '../chip.ts'
import type { DayEnv } from '../english/days.ts'
import type { Line } from '../line.ts'
import { COUNTS, DAYS, weekdaysIn } from './vocabulary.ts'

const EDGE = '(?<![\\p{L}\\d])'
const AFTER = '(?=$|[\\s,.;!?)\\uE000])'
const DATE = `(?:(?<year>\\d{4})년 ?|(?<year_word>올해|내년) ?)?(?<month>\\d{1,2})월(?: ?(?<date>\\d{1,2})일)?`
const LIMIT = new RegExp(
  `${EDGE}(?:${DATE}|(?:(?<week>이번 ?주|다음 ?주|담주|다다음 ?주|이번|지난 ?주?) ?)?(?<weekday>[월화수목금토일])(?:요일|욜)|(?<named>크리스마스|성탄절)|(?<next>다음 ?[주달]|담[주달]|내년)|(?<end>이번 ?달 ?말|월말|연말|올해 ?말|올해))(?<side>까지|부터)${AFTER}`,
  'gu',
)
const SPAN = new RegExp(
  `${EDGE}(?:(?<count>\\d{1,3}|일|${Object.keys(COUNTS).join('|')}) ?(?<unit>일|주|달|개월|년)일?|(?<days>${Object.keys(DAYS).join('|')})) ?(?:동안|간)만?${AFTER}`,
  'gu',
)
const TIMES = new RegExp(`${EDGE}(?:총 ?)?(?<count>\\d{1,3}) ?[번회](?:만)?${AFTER}`, 'gu')
const EXCEPT =
  /(?<![\p{L}\d])(?<days>[월화수목금토일](?:요일(?:[,·/와과] ?[월화수목금토일](?:요일)?)*|(?:[,·/] ?[월화수목금토일])+|[월화수목금토일]+)|주말|평일)(?:은|는|만|을|를)? ?(?:제외(?:하고|한)?|빼고|말고)(?=$|[\s,.;!?)\uE000])/gu
/** 다음 주 매일 (every day next week), 12월에 매주 화요일 (every Tuesday in December). */
const DURING =
  /(?<![\p{L}\d])(?:(?<which>이번|다음|담) ?(?<unit>주|달)|(?<month>\d{1,2})월)(?:에|에는| 동안)? ?(?=\uE000)/gu
const UNIT_DAYS: Record<string, number> = { 일: 1, 주: 7, 달: 30, 개월: 30, 년: 365 }
const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 }

export function koreanBounds({ text }: Line, repeat: Repeat, { today }: DayEnv): Bound[] {
  const bounds: Bound[] = []
  for (const { index: start, 0: all, groups = {} } of text.matchAll(LIMIT)) {
    const range = { start, end: start + all.length }
    const { year_word, month, date, weekday, week, named, next, end, side } = groups
    const now = partsOf(today)
    const year = year_word ? String(now.year + (year_word === '내년' ? 1 : 0)) : groups['year']
    const first = (of: number, index: number) =>
      dayOf(of, 1, 1) !== undefined ? addMonths(dayOf(of, 1, 1) ?? 0, index - 1) : undefined
    let day: number | undefined
    let period = false
    if (month && date)
      day = year
        ? dayOf(Number(year), Number(month), Number(date))
        : nextDate(today, Number(month), Number(date))
    else if (month) {
      period = true
      day = first(year ? Number(year) : Number(month) < now.month ? now.year + 1 : now.year, Number(month))
    } else if (named) day = nextDate(today, 12, 25)
    else if (weekday) {
      const index = weekdaysIn(weekday)[0] ?? 0
      const ahead =
        week === undefined
          ? undefined
          : /다다음/.test(week)
            ? 14
            : /이번/.test(week)
              ? 0
              : /지난/.test(week)
                ? -7
                : 7
      day = ahead === undefined ? nextWeekday(today + 1, index) : today - weekdayOf(today) + ahead + index
    } else if (next) {
      period = true
      day = /주/.test(next)
        ? nextWeekday(today + 1, 0)
        : next === '내년'
          ? first(now.year + 1, 1)
          : first(now.year, now.month + 1)
    } else if (end)
      day = /[달월]/.test(end) ? (first(now.year, now.month + 1) ?? 0) - 1 : (first(now.year + 1, 1) ?? 0) - 1
    if (day === undefined || day < today) continue
    bounds.push(side === '까지' ? { ...range, until: period ? day - 1 : day } : { ...range, from: day })
  }
  for (const { index: start, 0: all, groups = {} } of text.matchAll(SPAN)) {
    const { count = '', unit = '', days } = groups
    const amount = days ? (DAYS[days] ?? 1) : count === '일' ? 1 : (COUNTS[count] ?? Number(count))
    if (amount * (days ? 1 : (UNIT_DAYS[unit] ?? 1)) <= PERIOD_DAYS[repeat.freq] * repeat.interval) continue
    const range = { start, end: start + all.length }
    if (days || unit === '일') bounds.push({ ...range, days: amount })
    else if (unit === '주') bounds.push({ ...range, days: amount * 7 })
    else bounds.push({ ...range, months: amount * (unit === '년' ? 12 : 1) })
  }
  for (const { index: start, 0: all, groups = {} } of text.matchAll(TIMES))
    bounds.push({ start, end: start + all.length, count: Number(groups['count']) })
  for (const { index: start, 0: all, groups = {} } of text.matchAll(EXCEPT)) {
    const { days = '' } = groups
    const except = days.startsWith('주말')
      ? [5, 6]
      : days.startsWith('평일')
        ? [0, 1, 2, 3, 4]
        : weekdaysIn(days.replace(/요일/g, ''))
    bounds.push({ start, end: start + all.length, except })
  }
  for (const { index: start, 0: all, groups = {} } of text.matchAll(DURING)) {
    const end = start + all.length
    const ahead = /다음|담/.test(groups['which'] ?? '') ? 1 : 0
    const { year, month: now } = partsOf(today)
    if (groups['month']) {
      const month = Number(groups['month'])
      const first = dayOf(month < now ? year + 1 : year, month, 1) ?? today
      bounds.push({ start, end, ...(first > today && { from: first }), until: addMonths(first, 1) - 1 })
    } else if (groups['unit'] === '달') {
      const first = addMonths(dayOf(year, now, 1) ?? today, ahead)
      bounds.push({ start, end, ...(first > today && { from: first }), until: addMonths(first, 1) - 1 })
    } else {
      const first = today - weekdayOf(today) + 7 * ahead
      bounds.push({ start, end, ...(first > today && { from: first }), until: first + 6 })
    }
  }
  return bounds
    .sort((a, b) => a.start - b.start)
    .filter((each, index, all) => !all.slice(0, index).some(other => other.end > each.start))
}
