// Korean dates and times: 내일, 다음 주 월요일, 3월 5일, 오후 3시 반, 15:00, 3시부터 5시까지, 금요일까지.
import { weekdayOf } from '@daymark/recurrence/year'
import {
  addMonths,
  dayOf,
  isReversed,
  momentOf,
  nextDate,
  nextMonthday,
  nextWeekday,
  partsOf,
} from '../calendar.ts'
import type { Context, Day, Moment, When } from '../chip.ts'
import { endsPhrase, isChip, isFirst, type Line, TAKEN, wordAfter, wordBefore } from '../line.ts'
import { MAYBE_PERIOD, PERIOD_ENDS, periodEnd } from './period-ends.ts'
import { phrase } from './phrase.ts'
import { HOUR_OF_RANGE, readTime, TIME, type Time } from './times.ts'
import { COUNTS, DAYS, RELATIVE_DAYS, weekdaysIn } from './vocabulary.ts'

/** In 오늘 밤 9시 (9 tonight), only 오늘 (today) is the date; 밤 9시 (9 at night) is the time. */
const RELATIVE = `(?<relative>${Object.keys(RELATIVE_DAYS)
  .sort((a, b) => b.length - a.length)
  .map(name => (name.endsWith('밤') ? `${name}(?! ?(?:${TIME}))` : name))
  .join('|')})`
const WEEK =
  '(?:(?<week>이번 ?주|다음 ?주|담주|다다음 ?주|(?:지난|저번) ?주?|돌아오는|오는|이번) ?)?(?<weekday>[월화수목금토일])(?:요일|욜|(?<=주 ?[월화수목금토일])(?= (?:오[전후] ?)?\\d{1,2}(?:시|:)))'
/** 다음 주부터 매일 (every day from next week) begins on Monday, and 다음 달부터 (from next month) on the first. */
const PERIOD = '(?<period>(?:다다음|다음) ?[주달]|담[주달])(?=부터)'
const IN_MONTH = '(?<month_word>이번 ?달|다음 ?달|담달) ?(?<month_day>\\d{1,2})일'
/** 서기1999년 3월 5일 (March 5, AD 1999) is not the next March 5. */
const YEAR = '(?:(?:(?<year>\\d{4}|\\d{2})년|(?<year_word>올해|내년|내후년)) ?|(?<!\\d{4}년 ?))'
const FULL = `${YEAR}(?<month>\\d{1,2})월 ?(?<date>\\d{1,2})일`
const ISO = '(?<iso>\\d{4}[-./] ?\\d{1,2}[-./] ?\\d{1,2}\\.?)'
/** 15일 (the 15th), 11/20 and 12.24 are dates only with a particle, a weekday or a time, and 11/20 also before a name. */
const SHORT =
  '(?<short_day>\\d{1,2})일|(?<short_month>\\d{1,2})/(?<short_date>\\d{1,2})|(?<dot_month>\\d{1,2})\\. ?(?<dot_date>\\d{1,2})\\.?'
const LATER = `(?<count>\\d{1,3}|${Object.keys(COUNTS).join('|')}|일|${Object.keys(DAYS).join('|')}) ?(?<unit>일|주일?|달|개월|) ?(?:뒤|후)`
const NAMED = '(?: ?\\((?<named>[월화수목금토일])(?:요일)?\\)| (?<after>[월화수목금토일])요일)?'
const DATE = `(?:${FULL}|${ISO}|${IN_MONTH}|${WEEK}|${PERIOD}|${LATER}|${RELATIVE}|${SHORT})${NAMED}`

const DATES = phrase(
  `${DATE}(?<particle>에|까지|부터| ?전(?:에|까지)| ?이전(?:에|까지)| 안에| 안으로| 중으로|(?<=오늘|금일|내일) 중에?| ?내로)?`,
)
const TIMES = phrase(
  `(?<time>${TIME}|자정(?=까지))(?<particle>에|까지|부터| ?전(?:에|까지)| ?이전(?:에|까지)| 안에| 안으로)?`,
)
const RANGE_OF_TIMES = phrase(
  `(?<from>${TIME}|${HOUR_OF_RANGE})(?:부터 ?| ?[~-] ?|에서 ?)(?<to>${TIME}|자정|24(?:시|:00))(?:까지)?`,
)
const RANGE_OF_DATES = phrase(
  `${FULL}(?:부터 ?| ?[~-] ?)(?:(?<to_month>\\d{1,2})월 ?)?(?<to_date>\\d{1,2})일(?:까지)?`,
)
const DAY_ALONE = `(?:${FULL}|${IN_MONTH}|${WEEK}|${RELATIVE}|${SHORT})`
const UNNAMED_DAY = DAY_ALONE.replaceAll(/\(\?<\w+>/g, '(?:')
/** 월요일부터 수요일까지 (from Monday to Wednesday), 내일부터 모레까지. */
const RANGE_OF_DAYS = phrase(`(?<first>${UNNAMED_DAY})부터 ?(?<last>${UNNAMED_DAY})까지`)
const ONE_DAY = new RegExp(`^${DAY_ALONE}$`, 'u')
const ANY_TIME = new RegExp(TIME, 'u')
const RANGE_OF_SHORT_DATES = phrase(
  '(?<month>\\d{1,2})/(?<date>\\d{1,2}) ?[~-] ?(?:(?<to_month>\\d{1,2})/)(?<to_date>\\d{1,2})(?:까지)?',
)
const RANGE_OF_TIMES_IN = new RegExp(RANGE_OF_TIMES.source, 'u')
/** 30분 뒤 (in 30 minutes), 2시간 30분 후. */
const AHEAD = phrase(
  '(?<!시 )(?:(?<hours>\\d{1,2}|한|두|세|네) ?시간)?(?: ?(?<half>반(?:시간)?)| ?(?<minutes>\\d{1,3}) ?분)? ?(?:뒤|후|있다가|이따가?)(?:에)?',
)
/** 주말 (the weekend) is Saturday. */
const WEEKEND = phrase(`(?:(?<next>다음 ?주?|담주|이번 ?주?) ?주말(?:에)?|주말(?:에|(?= (?:${TIME}))))`)
/** 다음 주 (next week) is its first day. */
const NEXT_PERIOD = phrase(
  '(?:다음|담) ?(?<unit>주|달)(?<particle>에|(?= \\S+ \\S|$))(?! ?(?:[월화수목금토일](?:요일|욜)|말|주말|\\d|첫|초|중|안|내|계획|일정|[월화수목금토일] (?:오[전후] ?)?\\d{1,2}(?:시|:)))',
)
const TIME_NEXT = new RegExp(`^ (?:${TIME})(?![^\\s,)에까부~-])`, 'u')
/** In 10시부터 토요일 교육 (training from 10 on Saturday), the time comes first. */
const TIMES_ONLY = new RegExp(`^(?:\\s*(?:${TIME})(?:에|부터|까지)?)+\\s*$`, 'u')
const MAYBE = /[시일욜늘낼레피뒤후정오주달말제]|있다가|이따|[주달]부터|\d[:./-]\d/u

/**
 * Words that rule out the date or time after them: 어제 오후 3시 (3 pm yesterday) is over, 내일이나 모레 (tomorrow or the day
 * after) is one of two days, 3시나 4시 (3 or 4) is one of two times, 내일부터 모레까지 (from tomorrow to the day after) is
 * both days, 내년 15일 (the 15th next year) has no month, and 매달 5일 안에 (within 5 days every month) repeats.
 */
const NOT_BEFORE =
  /^(?:매[주달월년]|격[주월]|\S*마다|엊그제|어제와|지난\S*|작년|재작년|올해|내년|내후년|아니면|또는|혹은|(?:이번|다음)?주부터)$|이나$|[시분반](?:나|와|과|이?랑|하고)$|\d일,$|(?:요일|\d일|오늘|내일|낼|모레|글피)부터$/u

/** 3년 뒤 5월 1일 (May 1 in three years) is not the next May 1. */
const IN_YEARS = /년 ?(?:뒤|후)\s*$/u

/** Matches words that suggest a date, even if the date was not understood. */
export const KOREAN_DATE =
  /(?<![\d\p{L}])(?:\d{1,2}월 ?\d{1,2}일|\d{1,2}일(?=\s|$)|(?:(?:이번|다음) ?|담)(?:주|달)(?=\s|$|말)|이번 ?[월화수목금토일](?:요일|욜))/u

/** `repeats` is true if the line has a recurrence. */
export function koreanDates(line: Line, context: Context, repeats: boolean, hasLength: boolean): When[] {
  if (!MAYBE.test(line.text) && !MAYBE_PERIOD.test(line.text)) return []
  const { day: today, minute: now } = momentOf(context.now, context.timezone)
  const found: When[] = []
  let text = line.text
  const take = (form: RegExp, read: (match: RegExpExecArray) => Omit<When, 'start' | 'end'> | undefined) => {
    for (const match of text.matchAll(form)) {
      const range = { start: match.index, end: match.index + match[0].length }
      if (NOT_BEFORE.test(wordBefore({ text }, range.start)) || IN_YEARS.test(text.slice(0, range.start)))
        continue
      const when = read(match)
      if (!when) continue
      found.push({ ...when, ...range })
      text = text.slice(0, range.start) + TAKEN.repeat(range.end - range.start) + text.slice(range.end)
    }
  }
  take(AHEAD, match => {
    const { hours = '', half, minutes = '0' } = match.groups ?? {}
    const length = (COUNTS[hours] ?? Number(hours)) * 60 + (half ? 30 : Number(minutes))
    if (!(length > 0)) return undefined
    const total = now + length
    return { day: today + Math.floor(total / 1440), minute: total % 1440, due: false }
  })
  if (!repeats)
    take(NEXT_PERIOD, match => {
      const { year, month } = partsOf(addMonths(today, 1))
      const day = match.groups?.['unit'] === '달' ? dayOf(year, month, 1) : today - weekdayOf(today) + 7
      return day === undefined
        ? undefined
        : { day, due: /까지|안|전/u.test(match.groups?.['particle'] ?? '') }
    })
  if (!repeats)
    take(WEEKEND, match => {
      const saturday = today - weekdayOf(today) + 5 + (/다음|담/.test(match.groups?.['next'] ?? '') ? 7 : 0)
      return { day: Math.max(saturday, today), due: false }
    })
  take(RANGE_OF_DATES, match => rangeOfDates(match, today))
  take(RANGE_OF_SHORT_DATES, match => rangeOfDates(match, today))
  // With a time, the days may be those of a series: 월요일부터 금요일까지 오전 9시.
  if (!repeats && !ANY_TIME.test(text)) take(RANGE_OF_DAYS, match => rangeOfDays(match, today))
  take(DATES, match => {
    const groups = match.groups ?? {}
    const [day, end] = [dayFrom(groups, today), match.index + match[0].length]
    const { particle, named = groups['after'] } = groups
    const isMeasured = hasLength || RANGE_OF_TIMES_IN.test(line.text)
    if (day === undefined || (day < today && !isMeasured)) return undefined
    // 12월 3일(금) (Friday, December 3) contradicts itself if that day is a Thursday.
    if (named && weekdaysIn(named)[0] !== weekdayOf(day)) return undefined
    // 오늘부터 (from today) is a date only with a recurrence.
    if (particle === '부터' && !repeats) return undefined
    const bare = groups['weekday'] && !groups['week'] && !particle
    if (bare && !isPlaced({ text }, match.index, end)) return undefined
    if (groups['dot_month'] && !TIME_NEXT.test(text.slice(end))) return undefined
    const leads = isFirst({ text }, match.index) && isDateBeforeName(groups, text.slice(end))
    if (
      isShort(groups) &&
      !named &&
      !leads &&
      !TIME_NEXT.test(text.slice(end)) &&
      (!particle || isFraction(groups))
    )
      return undefined
    return { day, due: particle !== undefined && !/^[에부]/u.test(particle) }
  })
  const dated = found.some(each => each.day !== undefined)
  take(RANGE_OF_TIMES, match => rangeOfTimes(match, dated))
  take(TIMES, match => {
    const time = readTime(match.groups?.['time'] ?? '')
    const particle = match.groups?.['particle']
    // 자정부터 2시까지 (from midnight to 2) does not say which midnight.
    if (particle === '까지' && wordBefore({ text }, match.index) === '자정부터') return undefined
    if (
      !time ||
      (time.bare && !particle && !dated && !isChip(wordBefore({ text }, match.index)) && !isLast(match))
    )
      return undefined
    return {
      minute: ofMeal(text, time),
      due: /까지|안|전/u.test(particle ?? ''),
      guessed: !time.exact,
      late: time.late,
    }
  })
  // In 매주 운동 이번 달 안에 (exercise every week, within this month), 이번 달 안에 ends the recurrence and is not a
  // deadline.
  if (!repeats && found.length === 0) take(PERIOD_ENDS, match => periodEnd(match, today))
  return found
}

/** 회의 3시 (meeting at 3) ends with a time; 요한복음 3:16 (John 3:16) and 오후 3시~오후 2시 do not. */
const isLast = ({ 0: matched, index, input }: RegExpExecArray): boolean => {
  const before = input.slice(0, index)
  const isTime = matched.endsWith('시')
    ? /(?<!~\S*)\p{L}\s+$/u.test(before)
    : AFTERNOON.test(matched) && /\p{Script=Hangul}\s+$/u.test(before) && !VERSE.test(before)
  return isTime && input.slice(index + matched.length).trim() === ''
}

const AFTERNOON = /^(?:1[3-9]|2[0-3]):/u
const VERSE =
  /(?:복음|창세기|출애굽기|레위기|민수기|신명기|사무엘.?|열왕기.?|역대.?|시편|잠언|이사야|예레미야|에스겔|사도행전|행전|로마서|전서|후서|히브리서|계시록|비율|점수|스코어|기록)\s+$/u

/** Meals decide as in English: 저녁 식사 7시 is 19:00. */
const ofMeal = (text: string, { minute, exact }: Time): number =>
  !exact && minute >= 300 && minute < HALF_DAY && EVENING.test(text) ? minute + HALF_DAY : minute
const EVENING = /저녁|회식|술|파티|콘서트|영화|야식/u

/** True if a weekday alone is where people write dates. Elsewhere it is part of the title. */
function isPlaced(line: Line, start: number, end: number): boolean {
  // 금요일 회의를 월요일로 옮기기 (move the Friday meeting to Monday) contains two days.
  if ((line.text.match(/[월화수목금토일](?:요일|욜)/gu)?.length ?? 0) > 1) return false
  // 12월 첫째 주 토요일 (Saturday in the first week of December) is not the next Saturday, and 13일의 금요일 (Friday the
  // 13th) is a film.
  if (/(?:째|주|마지막|일의|는)$/u.test(wordBefore(line, start))) return false
  if (endsPhrase(line, end) || isChip(wordBefore(line, start))) return true
  if (TIME_NEXT.test(line.text.slice(end))) return true
  // 금요일 밤의 열기 (Friday Night Fever) is a name.
  const leads = isFirst(line, start) || TIMES_ONLY.test(line.text.slice(0, start))
  return leads && !/의$|요일/u.test(wordAfter(line, end))
}

function dayFrom(groups: Record<string, string | undefined>, today: Day): Day | undefined {
  const { relative, weekday, week, month, date, year_word, iso, month_word, month_day, count, unit } = groups
  const { short_day, short_month, short_date } = groups
  if (relative) return today + (RELATIVE_DAYS[relative] ?? 0)
  if (groups['period']) return periodFrom(groups['period'].replace(' ', ''), today)
  if (weekday) return weekdayFrom(weekdaysIn(weekday)[0] ?? 0, week?.replace(' ', ''), today)
  if (iso) {
    const [y = 0, m = 0, d = 0] = iso.split(/[-./] ?/).map(Number)
    return dayOf(y, m, d)
  }
  if (month) {
    const { year: now } = partsOf(today)
    const year = year_word
      ? now + (YEARS[year_word] ?? 0)
      : groups['year'] && writtenYear(groups['year'], now)
    return year ? dayOf(year, Number(month), Number(date)) : nextDate(today, Number(month), Number(date))
  }
  if (month_word) {
    const first = partsOf(addMonths(today, month_word.startsWith('이번') ? 0 : 1))
    return dayOf(first.year, first.month, Number(month_day))
  }
  // 3일 안에 is within three days, 3일까지 is by the third.
  if (short_day && /안|내로/u.test(groups['particle'] ?? '')) return today + Number(short_day)
  if (short_day) return nextMonthday(today, Number(short_day))
  if (short_month) return nextDate(today, Number(short_month), Number(short_date))
  if (groups['dot_month']) return nextDate(today, Number(groups['dot_month']), Number(groups['dot_date']))
  return laterDay(count ?? '', unit ?? '', today)
}

const YEARS: Record<string, number> = { 올해: 0, 내년: 1, 내후년: 2 }

/** 28년 is 2028, and 98년 is 1998. */
function writtenYear(text: string, now: number): number {
  const year = Number(text.length === 2 ? `20${text}` : text)
  return text.length === 2 && year > now + 50 ? year - 100 : year
}

/** 책 1/2까지 읽기 (read up to half of the book) contains a fraction, not January 2. */
const isFraction = ({ short_month, short_date }: Record<string, string | undefined>): boolean =>
  Number(short_date) <= 4 && Number(short_month) < Number(short_date)

/** 11/20 동창회 (reunion) begins with a date; 9/11 테러, 24/7 고객센터, 5/5 별점 (points) and 2/3 지점 do not. */
const isDateBeforeName = (groups: Record<string, string | undefined>, rest: string): boolean =>
  groups['short_month'] !== undefined &&
  groups['short_month'] !== groups['short_date'] &&
  !(groups['short_month'] === '9' && groups['short_date'] === '11') &&
  !isFraction(groups) &&
  /^ \p{Script=Hangul}/u.test(rest) &&
  !MEMORIAL.test(rest)

/** 3/1 운동 (the March 1 movement) names an event. */
const MEMORIAL = /^ \S*(?:운동|혁명|테러|광복|전쟁|사태|민주화|만세|학살|선언)/u

const isShort = ({ short_day, short_month, dot_month }: Record<string, string | undefined>): boolean =>
  short_day !== undefined || short_month !== undefined || dot_month !== undefined

const SUNDAY = 6

function weekdayFrom(weekday: number, week: string | undefined, today: Day): Day {
  const monday = today - weekdayOf(today)
  // A day that is over stays text, because 이번 수요일 (this Wednesday) on a Friday does not mean next week. On a Sunday it
  // means the coming Wednesday, because Korean weeks often begin on Sunday.
  if (week === '이번주' || (week === '이번' && weekdayOf(today) !== SUNDAY)) return monday + weekday
  if (week === '이번') return nextWeekday(today, weekday)
  if (week === '다음주' || week === '담주') return monday + 7 + weekday
  if (week === '다다음주') return monday + 14 + weekday
  if (week === '지난주' || week === '저번주') return monday - 7 + weekday
  if (week === '지난' || week === '저번') return nextWeekday(today, weekday) - 7
  // The name of today's weekday means the same day next week, as in English.
  return nextWeekday(today + 1, weekday)
}

/** Returns the first day of a future week or month. */
function periodFrom(period: string, today: Day): Day | undefined {
  const ahead = period.startsWith('다다음') ? 2 : 1
  if (period.endsWith('주')) return today - weekdayOf(today) + 7 * ahead
  const { year, month } = partsOf(addMonths(today, ahead))
  return dayOf(year, month, 1)
}

function laterDay(count: string, unit: string, today: Day): Day | undefined {
  if (unit === '') return DAYS[count] ? today + DAYS[count] : undefined
  const amount = count === '일' ? (unit.startsWith('주') ? 1 : Number.NaN) : (COUNTS[count] ?? Number(count))
  if (!(amount >= 1)) return undefined
  if (unit === '일') return /\d/.test(count) ? today + amount : undefined
  return unit.startsWith('주') ? today + 7 * amount : addMonths(today, amount)
}

function rangeOfDates({ groups = {} }: RegExpExecArray, today: Day): Omit<When, 'start' | 'end'> | undefined {
  const { year: named, year_word, month: first, date } = groups
  const day = dayFrom({ year: named, year_word, month: first, date }, today)
  if (day === undefined || day < today) return undefined
  const { year, month } = partsOf(day)
  const toMonth = Number(groups['to_month'] ?? month)
  const last = dayOf(toMonth < month ? year + 1 : year, toMonth, Number(groups['to_date']))
  return last !== undefined && last > day ? { day, until: { day: last }, due: false } : undefined
}

function rangeOfDays({ groups = {} }: RegExpExecArray, today: Day): Omit<When, 'start' | 'end'> | undefined {
  const day = dayFrom(ONE_DAY.exec(groups['first'] ?? '')?.groups ?? {}, today)
  if (day === undefined || day < today) return undefined
  const last = ONE_DAY.exec(groups['last'] ?? '')?.groups ?? {}
  // In 내일부터 모레까지 (from tomorrow to the day after), both are counted from today.
  const until = dayFrom(last, last['relative'] ? today : day)
  return until !== undefined && until > day ? { day, until: { day: until }, due: false } : undefined
}

/** An end without 오전 (am) or 오후 (pm) is the next such time after the start: 오후 3시~5시, 오전 11시~1시. */
function rangeOfTimes(
  { groups = {} }: RegExpExecArray,
  dated: boolean,
): Omit<When, 'start' | 'end'> | undefined {
  const first = groups['from'] ?? ''
  const hourOnly = /\d$/u.test(first) && !first.includes(':')
  const from = readTime(hourOnly ? `${first}시` : first)
  const to = /^(?:자정|24)/u.test(groups['to'] ?? '') ? MIDNIGHT : readTime(groups['to'] ?? '')
  if (!from || !to || (hourOnly && from.bare && !dated)) return undefined
  // 9시부터 자정까지 (from 9 to midnight) is an evening, but 9시부터 24시까지 (9:00 to 24:00) begins in the morning.
  if (to === MIDNIGHT) {
    const isMorning = groups['to'] === '자정' && !from.exact && from.minute >= 60 && from.minute < HALF_DAY
    const minute = isMorning ? from.minute + HALF_DAY : from.minute
    return { minute, until: { minute: 0 }, due: false, late: from.late }
  }
  const later = from.minute + ((to.minute - from.minute + 2 * HALF_DAY) % HALF_DAY || HALF_DAY)
  const until: Moment = { minute: to.exact ? to.minute : later % (2 * HALF_DAY) }
  if (until.minute === from.minute || isReversed(from.minute, until.minute ?? 0)) return undefined
  return { minute: from.minute, until, due: false, guessed: !from.exact && !to.exact, late: from.late }
}
const HALF_DAY = 720
const MIDNIGHT = { minute: 0, exact: true }
