// Korean dates and times: 내일, 다음 주 월요일, 3월 5일, 오후 3시 반, 15:00, 3시부터 5시까지, 금요일까지.
import { weekdayOf } from '@daymark/recurrence/year'
import { addMonths, dayOf, momentOf, nextDate, nextWeekday, partsOf } from '../calendar.ts'
import type { Context, Day, Moment, When } from '../chip.ts'
import { endsPhrase, isChip, isFirst, type Line, TAKEN, wordAfter, wordBefore } from '../line.ts'
import { readTime, TIME } from './times.ts'
import { COUNTS, RELATIVE_DAYS, weekdaysIn } from './vocabulary.ts'

const RELATIVE = `(?<relative>${Object.keys(RELATIVE_DAYS)
  .sort((a, b) => b.length - a.length)
  .join('|')})`
const WEEK = '(?:(?<week>이번 ?주|다음 ?주|담주|다다음 ?주) )?(?<weekday>[월화수목금토일])요일'
const IN_MONTH = '(?<month_word>이번 ?달|다음 ?달|담달) ?(?<month_day>\\d{1,2})일'
const FULL = '(?:(?<year>\\d{4})년 ?)?(?<month>\\d{1,2})월 ?(?<date>\\d{1,2})일'
const ISO = '(?<iso>\\d{4}[-.] ?\\d{1,2}[-.] ?\\d{1,2}\\.?)'
const LATER = `(?<count>\\d{1,3}|${Object.keys(COUNTS).join('|')}|일|하루|이틀|사흘|나흘) ?(?<unit>일|주일?|달|개월|) ?(?:뒤|후)`
const DATE = `(?:${FULL}|${ISO}|${IN_MONTH}|${WEEK}|${LATER}|${RELATIVE})(?: ?\\([월화수목금토일]\\))?`

const DATES = phrase(`${DATE}(?<particle>에|까지|부터)?`)
const TIMES = phrase(`(?<time>${TIME})(?<particle>에|까지|부터)?`)
const RANGE_OF_TIMES = phrase(`(?<from>${TIME})(?:부터 ?| ?[~-] ?|에서 ?)(?<to>${TIME})(?:까지)?`)
const RANGE_OF_DATES = phrase(
  '(?:(?<year>\\d{4})년 ?)?(?<month>\\d{1,2})월 ?(?<date>\\d{1,2})일(?:부터 ?| ?[~-] ?)(?:(?<to_month>\\d{1,2})월 ?)?(?<to_date>\\d{1,2})일(?:까지)?',
)
const TIME_NEXT = new RegExp(`^ (?:${TIME})(?![^\\s,에까부~-])`, 'u')
const MAYBE = /[시일늘낼레피뒤후정오]|\d[:.-]\d/u

function phrase(source: string): RegExp {
  return new RegExp(`(?<![^\\s\\uE000(])(?:${source})(?![^\\s,\\uE000)])`, 'gu')
}

/** The dates and times of the line. */
export function koreanDates(line: Line, context: Context): When[] {
  if (!MAYBE.test(line.text)) return []
  const { day: today } = momentOf(context.now, context.timezone)
  const found: When[] = []
  let text = line.text
  const take = (form: RegExp, read: (match: RegExpExecArray) => Omit<When, 'start' | 'end'> | undefined) => {
    for (const match of text.matchAll(form)) {
      const range = { start: match.index, end: match.index + match[0].length }
      const when = read(match)
      if (!when) continue
      found.push({ ...when, ...range })
      text = text.slice(0, range.start) + TAKEN.repeat(range.end - range.start) + text.slice(range.end)
    }
  }
  take(RANGE_OF_DATES, match => rangeOfDates(match, today))
  take(DATES, match => {
    const day = dayFrom(match.groups ?? {}, today)
    const bare = match.groups?.['weekday'] && !match.groups['week'] && !match.groups['particle']
    if (day === undefined || day < today) return undefined
    // 오늘부터 is a start only for a repetition.
    if (match.groups?.['particle'] === '부터' && !text.includes(TAKEN)) return undefined
    if (bare && !isPlaced({ text }, match.index, match.index + match[0].length)) return undefined
    return { day, due: match.groups?.['particle'] === '까지' }
  })
  take(RANGE_OF_TIMES, match => rangeOfTimes(match))
  const dated = found.some(each => each.day !== undefined)
  take(TIMES, match => {
    const time = readTime(match.groups?.['time'] ?? '')
    const particle = match.groups?.['particle']
    if (!time || (time.bare && !particle && !dated && !isChip(wordBefore({ text }, match.index))))
      return undefined
    return { minute: time.minute, due: particle === '까지' }
  })
  return found
}

/** A bare weekday is a date at either end of the line or beside another one, otherwise part of a title. */
function isPlaced(line: Line, start: number, end: number): boolean {
  // 금요일 회의를 월요일로 옮기기 names two days.
  if ((line.text.match(/[월화수목금토일]요일/gu)?.length ?? 0) > 1) return false
  if (endsPhrase(line, end) || isChip(wordBefore(line, start))) return true
  if (TIME_NEXT.test(line.text.slice(end))) return true
  // 금요일 밤의 열기 is a name.
  return isFirst(line, start) && !/의$|요일/u.test(wordAfter(line, end))
}

function dayFrom(groups: Record<string, string | undefined>, today: Day): Day | undefined {
  const { relative, weekday, week, month, date, year, iso, month_word, month_day, count, unit } = groups
  if (relative) return today + (RELATIVE_DAYS[relative] ?? 0)
  if (weekday) return weekdayFrom(weekdaysIn(weekday)[0] ?? 0, week?.replace(' ', ''), today)
  if (iso) {
    const [y = 0, m = 0, d = 0] = iso.split(/[-.] ?/).map(Number)
    return dayOf(y, m, d)
  }
  if (month) {
    return year
      ? dayOf(Number(year), Number(month), Number(date))
      : nextDate(today, Number(month), Number(date))
  }
  if (month_word) {
    const first = partsOf(addMonths(today, month_word.startsWith('이번') ? 0 : 1))
    return dayOf(first.year, first.month, Number(month_day))
  }
  return laterDay(count ?? '', unit ?? '', today)
}

function weekdayFrom(weekday: number, week: string | undefined, today: Day): Day {
  const monday = today - weekdayOf(today)
  if (week === '이번주') return monday + weekday
  if (week === '다음주' || week === '담주') return monday + 7 + weekday
  if (week === '다다음주') return monday + 14 + weekday
  // The same weekday as today means the next week, as in English.
  return nextWeekday(today + 1, weekday)
}

const SPOKEN: Record<string, number> = { 하루: 1, 이틀: 2, 사흘: 3, 나흘: 4 }

function laterDay(count: string, unit: string, today: Day): Day | undefined {
  if (unit === '') return SPOKEN[count] ? today + SPOKEN[count] : undefined
  const amount = count === '일' ? (unit.startsWith('주') ? 1 : Number.NaN) : (COUNTS[count] ?? Number(count))
  if (!(amount >= 1)) return undefined
  if (unit === '일') return /\d/.test(count) ? today + amount : undefined
  return unit.startsWith('주') ? today + 7 * amount : addMonths(today, amount)
}

function rangeOfDates({ groups = {} }: RegExpExecArray, today: Day): Omit<When, 'start' | 'end'> | undefined {
  const day = dayFrom({ year: groups['year'], month: groups['month'], date: groups['date'] }, today)
  if (day === undefined || day < today) return undefined
  const { year, month } = partsOf(day)
  const toMonth = Number(groups['to_month'] ?? month)
  const last = dayOf(toMonth < month ? year + 1 : year, toMonth, Number(groups['to_date']))
  return last !== undefined && last > day ? { day, until: { day: last }, due: false } : undefined
}

/** The end takes the half of the day from the start: 오후 3시~5시. */
function rangeOfTimes({ groups = {} }: RegExpExecArray): Omit<When, 'start' | 'end'> | undefined {
  const from = readTime(groups['from'] ?? '')
  const plain = readTime(groups['to'] ?? '')
  if (!from || !plain) return undefined
  const to = plain.exact ? plain : (readTime(groups['to'] ?? '', from.half) ?? plain)
  const until: Moment = {
    minute: to.minute <= from.minute && plain.minute > from.minute ? plain.minute : to.minute,
  }
  return until.minute === from.minute ? undefined : { minute: from.minute, until, due: false }
}
