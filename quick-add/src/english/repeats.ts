// English recurrences: every day, every Mon and Thu, every 2 weeks, every month on the 1st, on weekdays.
import { isYearlyDate } from '../calendar.ts'
import type { Repeat } from '../chip.ts'
import { endsPhrase, isFirst, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { DAY_LETTERS, daysByLetters, span, UNREAD_DAYS } from './day-letters.ts'
import { CLOCK, CONNECTORS, DAY, MONTHS, NOT_AFTER_FIRST, NOT_BEFORE, WEEKDAYS } from './vocabulary.ts'

type Rule = Omit<Repeat, 'start' | 'end'>

const DAYS = `${DAY}s?(?:(?:,? and |, ?| ?& ?|/| )${DAY}s?)*`
const AND = '(?:,? and (?:on )?| ?& ?)'
const WHOLE = '(?:week(?:day|end)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'
/**
 * Returns the pattern source for additional days. After a comma they must end the phrase: in "every weekday, sat at
 * home" the rest is a remark.
 */
const more = (plural: string): string => {
  const day = `(?:week(?:day|end)|${DAY})${plural}`
  const ends = `(?=\\s*(?:$|[,;:)!?\\uE000\\uE002]|[#/~@]\\S|[.…](?:\\s|$)|[-–—]\\s)|${AND}${day}|\\s+${CLOCK})`
  return `(?:${AND}${day}(?:[ /]${day})*|, ?${WHOLE}${plural}${ends}|, ?${day}(?=\\s+${CLOCK}))`
}
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const PLACE = '(first|1st|second|2nd|third|3rd|fourth|4th|last)'
const NTH = '(\\d{1,2})(?:st|nd|rd|th)'
const SEVERAL = '(\\d{1,2}|two|three|four|five|six)'

/** These patterns may follow "every". They are tried in this order. */
const PATTERNS: [RegExp, (groups: string[]) => Rule | undefined][] = [
  [
    new RegExp(
      `^(weekday|weekend|${DAYS})? ?(morning|afternoon|evening|night)s?(?! (?:person|owl|shift|cap|run|routine|light)\\b)`,
    ),
    ([, days, part = '']) => ({
      ...(days ? weekly(weekdays(days)) : { freq: 'DAILY', interval: 1 }),
      minute: PART_MINUTES[part] ?? 0,
    }),
  ],
  [/^birthday/, () => unitRule('year', 1)],
  [
    new RegExp(
      `^(?:month on (?:the )?)?(?:the )?${NTH} and (?:the )?${NTH}(?: (?:of the |of each |of every )?month)?`,
    ),
    ([, a, b]) => monthly({ monthday: Number(a), monthdays: [Number(b)] }),
  ],
  [
    new RegExp(`^(first|1st|2nd|third|3rd|fourth|4th|last) (${DAY})(?: of (?:the|each|every) month)?`),
    ([, place, day]) => monthly({ place: placeOf(place), weekdays: [weekday(day)] }),
  ],
  [new RegExp(`^second (${DAYS})(?! of)`), ([, days = '']) => weekly(weekdays(days), 2)],
  [/^(?:month on the last day|last day of the month)/, () => monthly({ monthday: -1 })],
  [
    new RegExp(`^(?:month on the ${PLACE} (${DAY})|${PLACE} (${DAY}) of the month)`),
    ([, a, b, c, d]) => monthly({ place: placeOf(a ?? c), weekdays: [weekday(b ?? d)] }),
  ],
  [
    new RegExp(
      `^(?:month on (?:the )?${NTH}|${NTH}(?: of (?:the|each|every) month)?(?! (?:${DAY}|day|week|month|year|hour|minute)))`,
    ),
    ([, a, b]) => monthday(Number(a ?? b)),
  ],
  [
    new RegExp(`^(?:year on )?(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?`),
    ([, month = '', date]) => yearly(MONTHS.indexOf(month.slice(0, 3)) + 1, Number(date)),
  ],
  [
    new RegExp(`^(?:year on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})`),
    ([, date, month = '']) => yearly(MONTHS.indexOf(month.slice(0, 3)) + 1, Number(date)),
  ],
  [
    new RegExp(
      `^(?:(other )|(?:(?:(other|second|2nd) |single )?week|${SEVERAL} weeks) on )?(${DAY_LETTERS})`,
      'u',
    ),
    ([, other, second, count, list = '']) =>
      byLetters(daysByLetters(list), count ? numberOf(count) : (other ?? second) ? 2 : 1),
  ],
  [new RegExp(`^(?:weekday|weekend|${DAYS})${more('')}+`), ([days = '']) => weekly(weekdays(days))],
  [/^(other )?weekday(?!s)/, ([, other]) => (other ? undefined : weekly(WORKDAYS))],
  [/^(other )?weekend(?!s)/, ([, other]) => weekly(WEEKEND, other ? 2 : 1)],
  [/^fortnight(?!s)/, () => unitRule('week', 2)],
  [/^quarter(?!s)/, () => unitRule('month', 3)],
  // Accepts only "other", because "every second Tuesday" is ambiguous: every other Tuesday, or the second Tuesday of
  // the month.
  [new RegExp(`^other (${DAYS})`), ([, days = '']) => weekly(weekdays(days), 2)],
  [new RegExp(`^(?:other|second|2nd) week on (${DAYS})`), ([, days = '']) => weekly(weekdays(days), 2)],
  [
    /^(other|second|2nd|third|3rd|fourth|4th|5th|6th) (day|week|month|year)(?!s)/,
    ([, place = '', unit = '']) =>
      unitRule(unit, place === 'other' ? 2 : (PLACES[place] ?? Number.parseInt(place, 10))),
  ],
  [
    new RegExp(`^(${DAY})(?: ?[-–] ?| to )(${DAY})(${more('')}*)`),
    ([, from, to, others = '']) => weekly(merged(span(weekday(from), weekday(to)), weekdays(others))),
  ],
  [
    new RegExp(`^${SEVERAL} weeks on (${DAYS})`),
    ([, count = '', days = '']) => weekly(weekdays(days), numberOf(count)),
  ],
  [
    /^(\d{1,3}|two|three|four|five|six) (day|week|month|year)s/,
    ([, count = '', unit = '']) => unitRule(unit, numberOf(count)),
  ],
  [new RegExp(`^week on (${DAYS})`), ([, days = '']) => weekly(weekdays(days))],
  [new RegExp(`^(${DAYS})`), ([, days = '']) => weekly(weekdays(days))],
  [/^(?:single )?(day|week|month|year)(?!s)/, ([, unit = '']) => unitRule(unit, 1)],
]

const EVERY = /(?<=^|[\s(])(every|each) (?=\S)/giu
const ON_DAYS = new RegExp(
  `(?<=^|[\\s(])(?:on )?(?:weekdays|weekends|${DAY}s(?:, ?${DAY}s|${AND}${DAY}s)*)${more('s')}*`,
  'giu',
)
const OF_MONTH = new RegExp(
  `(?<=^|[\\s(])(?:due )?(?:(?:on|by) )?(?:the )?(?:(last day)|${NTH}|${PLACE} (${DAY})) of (?:every|each) month`,
  'giu',
)
const ADVERB = new RegExp(
  `(?<=\\s)(?:(daily|everyday|monthly|yearly|annually|quarterly|fortnightly|bi-?weekly)|weekly(?: on (?:(${DAY_LETTERS})|(${DAYS})))?|once (?:a|every) (day|week|month|year))`,
  'giu',
)

/**
 * Returns undefined if the line has no recurrence or several. A phrase such as "the 1st of every month" takes
 * precedence.
 */
export function englishRepeat(line: Line): Repeat | undefined {
  const [ofMonth] = ofEveryMonth(line)
  if (ofMonth) return ofMonth
  const found = [...afterEvery(line), ...onDays(line), ...adverbs(line)]
  if (found.length === 0) return listed(line)
  return found.length === 1 ? found[0] : undefined
}

/** Days without "every": "Gym Mon, Wed and Fri 7am", "Yoga Tue/Thu", "MWF 4pm", "Tue/Thu standup 9am". */
function listed(line: Line): Repeat | undefined {
  const match = LISTED_DAYS.exec(line.text) ?? SPANNED.exec(line.text)
  if (!match || OR_NEXT.test(line.text.slice(match.index + match[0].length))) return undefined
  const [text, from, to] = match
  const start = match.index
  const end = start + text.length
  const days =
    from && to
      ? span(weekday(from.toLowerCase()), weekday(to.toLowerCase()))
      : daysByLetters(text.toLowerCase())
  if (days.length < 2 || !isWhole(line, { start, end })) return undefined
  const leads = isFirst(line, start)
  const placed =
    endsPhrase(line, end) || TIME_NEXT.test(line.text.slice(end)) || (leads && TIMED_LINE.test(line.text))
  const before = wordBefore(line, start).toLowerCase()
  return placed && !NOT_BEFORE.has(before) ? { ...weekly(days), start, end } : undefined
}
/** "Sunday, Monday, or Always" is no list of days. */
const OR_NEXT = /^,? or\b/i
const NEXT_DAY = '(?:, ?(?:and )?| and | ?& ?| ?/ ?)'
const LETTERS = '(?:mwf|tu?th|(?:mo?|tu?|w|th|fr?|sa|su)(?:/(?:mo?|tu?|w|th|fr?|sa|su))+)'
const LISTED_DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${DAY}(?:${NEXT_DAY}(?:${DAY}|mo|tu|w|th|fr?|sa|su)(?![\\p{L}\\p{N}]))+|${LETTERS}(?= ${CLOCK}))(?![\\p{L}\\p{N}])(?!/)`,
  'iu',
)
const SPANNED = new RegExp(`(?<![\\p{L}\\p{N}])(${DAY}) ?(?:-|–| to | through ) ?(${DAY})(?= ${CLOCK})`, 'iu')
const TIMED_LINE = /\d ?[ap]\.?m\b|\b\d{1,2}:\d{2}\b|\bat \d/i

function ofEveryMonth(line: Line): Repeat[] {
  return [...line.text.matchAll(OF_MONTH)].flatMap(
    ({ index: start, 0: text, 1: last, 2: date, 3: place, 4: day }) => {
      const end = start + text.length
      const rule = last
        ? monthly({ monthday: -1 })
        : date
          ? monthday(Number(date))
          : monthly({ place: placeOf(place?.toLowerCase()), weekdays: [weekday(day?.toLowerCase())] })
      return rule && isWhole(line, { start, end }) && isSettled(line, start, end)
        ? [{ ...rule, start, end }]
        : []
    },
  )
}

/** Finds words such as "daily" and "once a week". A capitalized one belongs to a name: "Read Entertainment Weekly". */
function adverbs(line: Line): Repeat[] {
  return [...line.text.matchAll(ADVERB)].flatMap(({ index: start, 0: text, ...groups }) => {
    const { 1: adverb, 2: letters, 3: days, 4: unit } = groups
    const end = start + text.length
    if (/^\p{Lu}/u.test(text) || MORE_THAN_ONCE.has(wordBefore(line, start).toLowerCase())) return []
    if (!isWhole(line, { start, end }) || !isSettled(line, start, end)) return []
    const rule = letters
      ? byLetters(daysByLetters(letters.toLowerCase()))
      : days
        ? weekly(weekdays(days.toLowerCase()))
        : adverbRule(adverb?.toLowerCase().replace('-', ''), unit)
    return rule ? [{ ...rule, start, end }] : []
  })
}
const ADVERBS: Record<string, [unit: string, interval: number]> = {
  daily: ['day', 1],
  everyday: ['day', 1],
  monthly: ['month', 1],
  yearly: ['year', 1],
  annually: ['year', 1],
  quarterly: ['month', 3],
  fortnightly: ['week', 2],
  biweekly: ['week', 2],
}
function adverbRule(adverb = '', unit?: string): Rule | undefined {
  const [of, interval] = unit ? [unit, 1] : (ADVERBS[adverb] ?? ['week', 1])
  return unitRule(of, interval)
}
/** "Twice daily" is more than one occurrence per period. */
const MORE_THAN_ONCE = new Set(['twice', 'thrice', 'times', 'x', 'bi', 'semi'])

function afterEvery(line: Line): Repeat[] {
  return [...line.text.matchAll(EVERY)].flatMap(({ index: start, 0: lead }) => {
    const rest = line.text.slice(start + lead.length).toLowerCase()
    for (const [pattern, make] of PATTERNS) {
      const match = pattern.exec(rest)
      const end = start + lead.length + (match?.[0].length ?? 0)
      if (!match || !isWhole(line, { start, end })) continue
      const rule = make([...match])
      return rule && isSettled(line, start, end) ? [{ ...rule, start, end }] : []
    }
    return []
  })
}

function onDays(line: Line): Repeat[] {
  return [...line.text.matchAll(ON_DAYS)].flatMap(({ index: start, 0: text }) => {
    const end = start + text.length
    // Only plurals repeat: "on Monday" is one day.
    const isPlural = /days\b|weekends/i.test(text)
    const led = /^on /i.test(text)
    if (!isPlural || !isWhole(line, { start, end })) return []
    // Without "on", a time must follow, because "TGI Fridays" is a name.
    if (led ? !isSettled(line, start, end) : !TIME_NEXT.test(line.text.slice(end))) return []
    return [{ ...weekly(weekdays(text.replace(/^on /i, '').toLowerCase())), start, end }]
  })
}

const DAYTIME = '(?:morning|afternoon|evening|night)'
const TIME_NEXT = new RegExp(`^\\s+(?:${DAYTIME} )?${CLOCK}`, 'i')

/**
 * True where people write recurrences: at the end of a phrase, before a time or a connecting word, or first in the
 * line.
 */
function isSettled(line: Line, start: number, end: number): boolean {
  const before = wordBefore(line, start).toLowerCase()
  // "Ideas for every day" is a title; "weigh in every day" has a verb with "in".
  if (NOT_BEFORE.has(before) && before !== 'in' && before !== 'till') return false
  if (UNREAD_DAYS.test(line.text.slice(end))) return false
  if (endsPhrase(line, end) || TIME_NEXT.test(line.text.slice(end))) return true
  const next = wordAfter(line, end)
  if (isFirst(line, start)) return /^[\p{Ll}\p{Lo}]/u.test(next) && !NOT_AFTER_FIRST.has(next)
  return CONNECTORS.has(next.toLowerCase()) || BOUND_NEXT.test(line.text.slice(end))
}

const PART_MINUTES: Record<string, number> = {
  morning: 540,
  noon: 720,
  afternoon: 840,
  evening: 1140,
  night: 1260,
}

/** A limit of the series follows. */
const BOUND_NEXT =
  /^,? (?:next|this|until|till|through|thru|starting|beginning|ending|except|excluding|but|in|for|tomorrow|today|\d+ times)\b/i

const weekday = (name = ''): number => WEEKDAYS.indexOf(name.slice(0, 3))
const weekdays = (text: string): number[] =>
  merged(
    text
      .split(/,? and (?:on )?|, ?| ?& ?|\/| /)
      .filter(name => name !== '')
      .flatMap(name =>
        name.startsWith('weekd') ? WORKDAYS : name.startsWith('weeke') ? WEEKEND : weekday(name),
      ),
  )
const merged = (...lists: readonly number[][]): number[] => [...new Set(lists.flat())].sort((a, b) => a - b)
const WORKDAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]

const weekly = (days: readonly number[], interval = 1): Rule => ({ freq: 'WEEKLY', interval, weekdays: days })
/** Returns undefined for a single day, because "every T/T" is not a list of days. */
const byLetters = (days: readonly number[], interval = 1): Rule | undefined =>
  days.length > 1 && interval >= 1 ? weekly(days, interval) : undefined
const monthly = (rest: Partial<Rule>): Rule => ({ freq: 'MONTHLY', interval: 1, ...rest })
const monthday = (day: number): Rule | undefined =>
  day >= 1 && day <= 31 ? monthly({ monthday: day }) : undefined
const yearly = (month: number, day: number): Rule | undefined =>
  isYearlyDate(month, day) ? { freq: 'YEARLY', interval: 1, month, monthday: day } : undefined

const UNITS = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const
const unitRule = (unit: string, interval: number): Rule | undefined =>
  interval >= 1 && unit in UNITS ? { freq: UNITS[unit as keyof typeof UNITS], interval } : undefined

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']
const numberOf = (text: string): number => (NUMBERS.includes(text) ? NUMBERS.indexOf(text) : Number(text))

const PLACES: Record<string, number> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: -1,
}
const placeOf = (name = ''): number => PLACES[name] ?? 1
