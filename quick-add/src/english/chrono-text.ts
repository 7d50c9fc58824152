// Prepares the line for chrono-node, and corrects its results. Every replacement has the length of the original, so
// that positions stay valid.

import { weekdayOf } from '@daymark/recurrence/year'
import type { ParsedResult } from 'chrono-node/en'
import { dayOf, isReversed, partsOf } from '../calendar.ts'
import type { Day, Moment, Range } from '../chip.ts'
import { TAKEN } from '../line.ts'
import { MONTHS } from './vocabulary.ts'

const DAYTIME = /(\S*\s*)\b(morning|afternoon|evening|night|midnight)\b/gi
/**
 * After these words, "morning" or "evening" is part of a date, as in "tomorrow morning". "Parents evening" is not a
 * date.
 */
const DATED = new RegExp(`^(?:tomorrow|today|this|\\w+day|${TAKEN}+)$`, 'i')
/** Matches the text before "evening" in "at 8 in the evening", where the part of the day belongs to the time. */
const IN_THE = /\d(?: o['’]clock)? in the $/i
/** Numbers that are not dates: amounts of money, ticket numbers, addresses. */
const NO_DATE = /[$€£¥₩#]\S+|\S+@\S+|\S+:\/\/\S+/g
/** Matches the 2 in "Midterm 2 Nov 18", which chrono would read as November 2, 2018. */
const BEFORE_MONTH =
  /\b\d{1,2}(?= (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?![\d:]| ?[ap]\.?m\b))/gi

/** Matches dates such as "Saturday the 21st", which are hidden from chrono because `month-days.ts` parses them. */
const WEEKDAY_AND_DATE =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun),? the \d{1,2}(?:st|nd|rd|th)\b/gi

/**
 * "Noon" at one end of a range: "noon to 2", "10 to noon". It becomes "12pm", because chrono ignores the other end
 * next to the word "noon".
 */
const NOON_OF_RANGE =
  /(?:\bn|^\s*N)oon\b(?= ?(?:to|until|till|[-–]) ?(?:\d|midnight\b))|(?<=\d(?: ?[ap]\.?m\.?)? ?(?:to|until|till|[-–]) ?)noon\b/g
export const noonAsHour = (text: string): string =>
  text.replace(NOON_OF_RANGE, noon => '12pm'.padStart(noon.length))

/** "High noon" is a film or a figure of speech, not a time. */
const HIGH_NOON = /(?<=\bhigh )noon\b/gi

export const chronoText = (text: string): string =>
  noonAsHour(text)
    .replace(NO_DATE, hidden)
    .replace(HIGH_NOON, hidden)
    .replace(BEFORE_MONTH, hidden)
    .replace(WEEKDAY_AND_DATE, hidden)
    .replace(/(?<=\d)[–—](?=\d)/g, '-')
    .replace(/(?<=\b(?:to|until|till) |[-–] ?)midnight\b/gi, '12:00 am')
    .replace(/(?<=\b(?:to|until|till) |[-–] ?)24:00\b/gi, '00:00')
    .replace(DAYTIME, (all, before: string, word: string, at: number) =>
      DATED.test(before.trim()) || IN_THE.test(text.slice(0, at) + before) ? all : before + hidden(word),
    )
    .replace(/@(?= ?\d)/g, ',')
    .replace(/\btues\b/gi, 'tue.')
    .replace(/\bfrom today\b/gi, 'henceforth')

const hidden = (text: string): string => '_'.repeat(text.length)

/**
 * Returns today if chrono has read today's date as next year's, which it does after noon if the year is missing.
 * Returns undefined for any other date.
 */
export function chosenYear(parts: ParsedResult['start'], today: Day): Day | undefined {
  const { year, month, date } = partsOf(today)
  const isToday = parts.isCertain('month') && parts.get('month') === month && parts.get('day') === date
  return isToday && !parts.isCertain('year') && parts.get('year') === year + 1 ? today : undefined
}

/** True for "Monday, Dec 1" if December 1 is a Tuesday. */
export function contradictsItself(parts: ParsedResult['start']): boolean {
  if (!parts.isCertain('weekday') || !parts.isCertain('day') || !parts.isCertain('month')) return false
  const day = dayOf(parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0)
  return day !== undefined && (weekdayOf(day) + 1) % 7 !== parts.get('weekday')
}

/** A range that mixes the 24-hour and 12-hour clocks, such as "16 - 2pm". */
export const MIXED = /(?<!:)\b(?:1[3-9]|2\d) ?[-–] ?\d{1,2} ?[ap]m/i
/** An ambiguous date: 12/1 is December 1 or January 12. */
export const SLASHED = /(?<![\d/])\d{1,2}\/\d{1,2}(?![\d/])/

/** True if the words in or around a date change its meaning. */
export function isOther(line: string, { start, end }: Range, hasMonth: boolean): boolean {
  const before = line.slice(0, start)
  const text = line.slice(start, end)
  if (OTHER_AFTER.test(line.slice(end)) || (hasMonth && OTHER_YEAR.test(before))) return true
  if (WEEKS.test(text) || EVERY_NTH.test(before)) return true
  if (MINUTES_TO.test(before + text) || NEXT_WEEK.test(before + text)) return true
  return OTHER_BEFORE.test(before) && AFTER_NEXT.test(line.slice(start))
}
/**
 * Words that change the date next to them: "December 25 next year" is not the next December 25, and "Friday after
 * next" is not the next Friday. In "7pm Friday to 9", chrono misses the end.
 */
const OTHER_YEAR = /\b(?:next|last) year,?(?: on)?\s+$/i
const OTHER_BEFORE = /\bnext\s+$/i
const OTHER_AFTER =
  /^(?:,?(?: of)? (?:next|last) year\b(?!['’])| in the (?:afternoon|evening)\b| at night\b| (?:to|until|till) \d{1,2}(?::\d\d)?(?: ?[ap]\.?m)?(?=[\s,]|$)| after next(?=\s*(?:$|[,.;!?)\uE000\d]|at\b|for \d)))/i
/**
 * Texts such as "next week at 9", "10am for 6 weeks" and "tomorrow before 3pm" do not mean one exact moment,
 * although chrono returns one.
 */
const WEEKS =
  /\b(?:for (?:\d|[a-z])|before |(?<!day )after )|^(?!.*\b(?:mon|tue|wed|thu|fri|sat|sun))(?:.*\b)?(?:next|this) (?:week|month|year)\b/i
/** "Every 2nd Friday" is ambiguous: every other Friday, or the second Friday of the month. */
const EVERY_NTH = /\bevery \d{1,2}(?:st|nd|rd|th)\s+$/i
/** "Next week Friday" and "in 2 weeks on Friday" are not the next Friday. */
const NEXT_WEEK =
  /\b(?:next week|in (?:\d{1,2}|an?|two|three|four|six) (?:weeks?|months?)),? (?:on )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i
/** "At 10 to 5" is 4:50. */
const MINUTES_TO = /\bat (?:5|10|20|25) to \d{1,2}(?![\d:]| ?[ap]\.?m)/i
/**
 * Matches the text after "next" if "next" changes the date: "next next Friday" and "next December 25", but not
 * "what is next today".
 */
const AFTER_NEXT =
  /^(?:next|week|year|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** `guessed` is true if the text does not say whether the time is am or pm. */
export type Guess = Moment & { readonly guessed?: boolean }

/**
 * Returns both ends of a time range. If only one end has "am" or "pm", the other end gets the half of the day that
 * makes the range shorter: "11-1pm", "10-2am", "7pm-2". If neither end has one, the end is the next such time on a
 * 12-hour clock: "6:30-9" ends at 9 in the evening, and "tonight 10:30-2" ends at night.
 */
export function nearerHalf(text: string, earlier: Guess, later: Guess): [Moment, Moment] {
  const [from, to] = asWritten(text, earlier, later)
  if (TO_MIDNIGHT.test(text)) {
    // "9 to midnight" begins in the evening, but "9:00-24:00" begins in the morning.
    const { minute = 0 } = from
    const isMorning = from.guessed && minute >= 60 && minute < HALF_DAY && !/24:00/.test(text)
    return [isMorning ? { ...from, minute: minute + HALF_DAY } : from, to]
  }
  if (to.guessed || (BARE_END.test(text) && !HALF.test(text))) return [from, nextSuchTime(from, to)]
  const [, before = '', after = ''] = AROUND_TO.exec(text) ?? []
  const length = ((to.minute ?? 0) - (from.minute ?? 0) + FULL_DAY) % FULL_DAY
  if (from.minute === undefined || to.minute === undefined || length <= HALF_DAY) return [from, to]
  if (HALF.test(before) === HALF.test(after) || length > HALF_DAY + LONGEST) return [from, to]
  const minute = HALF.test(after) ? (from.minute + HALF_DAY) % FULL_DAY : from.minute
  const end = HALF.test(before) ? (to.minute + HALF_DAY) % FULL_DAY : to.minute
  const { day } = from
  return [
    { ...from, minute },
    { ...to, minute: end, ...(day !== undefined && { day: end > minute ? day : day + 1 }) },
  ]
}

/** Restores the written order. Chrono swaps the ends of "11pm tonight to 1am", because it puts both on one day. */
function asWritten(text: string, from: Guess, to: Guess): [Guess, Guess] {
  const [, hour = '', minute = '0', half = ''] = FIRST_HALF.exec(text) ?? []
  const first = ((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minute)
  if (!half || from.day === undefined || from.day !== to.day || first !== to.minute) return [from, to]
  return first === from.minute ? [from, to] : [to, { ...from, day: from.day + 1 }]
}
const FIRST_HALF = /^\D*(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b/i

/**
 * True for mistakes such as "15:00-14:00" or "12 to noon". A range to midnight is valid, and so is a shift such as
 * "8am to 8am".
 */
export function isSlip(text: string, { minute: from }: Moment, { minute: to }: Moment = {}): boolean {
  if (from === undefined || to === undefined || TO_MIDNIGHT.test(text)) return false
  return from === to ? !BOTH_HALVES.test(text) : isReversed(from, to)
}
const BOTH_HALVES = /\d ?[ap]\.?m\b.*\d ?[ap]\.?m\b/i

function nextSuchTime(from: Guess, to: Guess): Moment {
  if (from.minute === undefined || to.minute === undefined) return to
  if (from.guessed && from.minute === to.minute) return to
  const length = (to.minute - from.minute + FULL_DAY) % HALF_DAY || HALF_DAY
  const end = from.minute + length
  return {
    ...to,
    minute: end % FULL_DAY,
    ...(from.day !== undefined && { day: from.day + Math.floor(end / FULL_DAY) }),
  }
}
const TO = String.raw`(?:[-–]|\b(?:to|until|till)\b)`
const AROUND_TO = new RegExp(`^(.*)${TO}(.*)$`, 'i')
/** A range with only one day: "3-2pm tomorrow", but not "Aug 3 3pm to Aug 4 2pm". */
export const ONE_DAY = new RegExp(
  String.raw`(?<!\d{4}-\d\d)${TO} ?(?:midnight\b|\d{1,2}(?::\d{2})?(?: ?[ap]\.?m|\s|$))`,
  'i',
)
/**
 * An end without "am" or "pm", as in "tonight 10:30-2". Chrono assigns it to the same half of the day as the start.
 */
const BARE_END = new RegExp(
  String.raw`(?<!\d{4}-\d\d)${TO} ?(?:[1-9]|1[0-2])(?::\d{2})?(?=\s*$|\s+(?!${MONTHS.join('|')}))`,
  'i',
)
const HALF = /\d ?[ap]\.?m\b/i
const TO_MIDNIGHT = new RegExp(String.raw`${TO} ?(?:midnight|24:00)\b`, 'i')
const HALF_DAY = 720
/**
 * The longest range, in minutes, for which "am" or "pm" may be inferred at one end. "3-2pm" is a mistake rather
 * than 3am to 2pm.
 */
const LONGEST = 480
const FULL_DAY = 1440
