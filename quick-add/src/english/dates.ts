// chrono-node finds English dates and times, and the rules below drop everything ambiguous.
import { type ParsedResult, parse } from 'chrono-node/en'
import { dayOf, instantOf, momentOf, nextDate, wakingHour } from '../calendar.ts'
import type { Context, Day, Range, When } from '../chip.ts'
import { endsPhrase, isChip, isFirst, isWhole, type Line, TAKEN, wordAfter, wordBefore } from '../line.ts'
import { minutesOf } from '../marks/length.ts'
import {
  chosenYear,
  chronoText,
  contradictsItself,
  type Guess,
  isOther,
  isSlip,
  MIXED,
  nearerHalf,
  noonAsHour,
  ONE_DAY,
  SLASHED,
} from './chrono-text.ts'
import { deadlines, leadOf, MAYBE_DEADLINE, tailOf } from './deadlines.ts'
import { monthDays } from './month-days.ts'
import { ADJECTIVES, BEFORE_WEEKDAY, CONNECTORS, NOT_AFTER_FIRST, NOT_BEFORE } from './vocabulary.ts'

const RELATIVE = /\b(?:today|tonight|tomorrow|tmrw?)\b/i
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i
const SHORT_WEEKDAY = /\b(?:mon|tues?|wed|thur?s?|fri|sat|sun)\b/i
const MONTH_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const ISO = /\b\d{4}([-/])\d{2}\1\d{2}\b/
const FROM_NOW = /\bfrom (?:now|today)\b/i
/** "in 3 days" is a date, but not in "Learn Rust in 7 days" or "Around the World in 80 Days"; see GOAL. */
const IN_DAYS = /\bin (?:an?|[a-z]{3,5}|\d{1,2}) (?:days?|weeks?|months?)\b/
const GOAL = /^\s*(?:learn|master|read|build|become|get|lose|gain|grow|launch|around|from|how|a|the|my)\b/i
const DAY_PART = /\b(?:tomorrow|tmrw?) (morning|afternoon|evening|night)\b/
/** The hours that people usually mean by these parts of the day. */
const PART_HOURS: Record<string, number> = { morning: 9, afternoon: 14, evening: 19, night: 21 }
const HALF = /\d ?[ap]\.?m\b/i
const CLOCK = /\b\d{1,2}:\d{2}\b/
const NOON = /\bnoon\b/i
const MORNING = /\bmorning\b/i
/** Phrases that do not mean an exact moment, or that mean one in the past. */
const VAGUE =
  /\b(?:now|morning|afternoon|evening|night|(?<!(?:to|until|till|[-–]) ?)midnight|weekend|last|past|ago|yesterday|seconds?|minutes?|hours?|later)\b/i

interface Candidate extends When {
  /** True if the words form a moment on their own: "3pm" does, but "at 3" and "noon" need a date next to them. */
  readonly alone: boolean
  /** True if the words are where people write dates. */
  readonly settled: boolean
}

/**
 * Returns the certain dates and times. Returns nothing if an uncertain one contradicts them, because the line is then
 * ambiguous. `repeats` is true if a recurrence already determines the days.
 */
export function englishDates(line: Line, context: Context, repeats: boolean): When[] {
  // Skips the slow chrono parser for most lines, because they have no word that could be a date.
  if (!(MAYBE.test(line.text) || MAYBE_DEADLINE.test(line.text)) || QUESTION.test(line.text)) return []
  const now = momentOf(context.now, context.timezone)
  const offset = (instantOf(now.day, now.minute, 'UTC') - Math.floor(context.now / 60_000) * 60_000) / 60_000
  const reference = { instant: new Date(context.now), timezone: offset }
  const dates = [
    ...parse(chronoText(line.text), reference, { forwardDate: true })
      .map(result => candidate(line, result, now.day))
      .filter(each => each !== undefined),
    ...monthDays(line, now.day).map(each => ({ ...each, alone: true, settled: true })),
  ]
  // In "meeting at 3pm, notes by EOD", the deadline does not belong to the meeting, so it stays text.
  const ends = repeats || dates.length > 0 ? [] : deadlines(line, now.day)
  const found = [...dates, ...ends.map(each => ({ ...each, alone: true, settled: true }))]
  const certain = found.filter(each => each.settled)
  const dated = certain.filter(each => each.day !== undefined)
  // A second date makes the line ambiguous: "Move the Monday call to Tuesday", but not "Sunday roast on Sunday".
  const contradicts = ({ day, end, alone }: Candidate) => {
    if (day === undefined) return alone
    const again = dated.some(each => each.day === day && /\p{L}/u.test(line.text.slice(end, each.start)))
    return !again && !(repeats && dated.length === 0)
  }
  if (found.length > 1 && found.some(each => !each.settled && contradicts(each))) return []
  return certain.filter(each => each.alone || repeats || dated.length > 0)
}

/** Matches words that suggest a date, even if the date was not understood. */
export const ENGLISH_DATE = new RegExp(
  `\\b(?:next|this|coming) (?:week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b|day after next\\b(?! [a-z])|\\bweekend\\b|\\b(?:tomorrow|tmrw)\\b(?!['’])|\\b(?:on the \\d{1,2}(?:st|nd|rd|th)\\b|the \\d{1,2}(?:st|nd|rd|th) ?${TAKEN}|(?:christmas|new year['’]?s|thanksgiving|halloween|easter)(?: (?:eve|day))? ?${TAKEN})|${MONTH_DAY.source}|${ISO.source}`,
  'i',
)

/** A question is a title, not an appointment: "Can you feel the love tonight". */
const QUESTION = /^\s*(?:are|can|is|would|should|could|what|why|how|who|where|when)\b/i
const MAYBE =
  /\d|\b(?:today|tonight|tomorrow|tmrw?|noon)\b|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|from now|\bin [a-z]{1,5} (?:day|week|month)/i

function candidate(line: Line, result: ParsedResult, today: Day): Candidate | undefined {
  const { start: from, end: to } = result
  const found = rangeOf(line, result)
  const bare = { ...found, start: found.start + (/^\s*/.exec(line.text.slice(found.start))?.[0].length ?? 0) }
  const text = noonAsHour(line.text).slice(bare.start, bare.end)
  if (!isWhole(line, bare) || from.isCertain('timezoneOffset') || MIXED.test(text)) return undefined
  if (SLASHED.test(text) || contradictsItself(from)) return undefined
  if (isOther(line.text, bare, MONTH_DAY.test(text))) return undefined
  if (IN_DAYS.test(text) && (GOAL.test(line.text) || !endsPhrase(line, bare.end))) return undefined
  const timed = DAY_PART.test(text) || (from.isCertain('hour') && bare.timed)
  const dated = isDated(text, line, bare)
  if (dated === undefined) return undefined
  const moment = momentFrom(from, text, today, { dated, timed })
  // "Tonight at 12" is not noon.
  if (moment?.guessed && moment.minute === 720 && /\b(?:tonight|night)\b/i.test(text)) return undefined
  if (!moment || (moment.day !== undefined && moment.day < today)) return undefined
  const until = to
    ? momentFrom(to, text, today, { dated, timed: to.isCertain('hour') }, chosenYear(from, today))
    : undefined
  if (to && !until) return undefined
  // "Mon-Fri 6am" has a time at only one end.
  if (until && (moment.minute === undefined) !== (until.minute === undefined)) return undefined
  const isOneDay = until !== undefined && ONE_DAY.test(text)
  const [first, last] = isOneDay ? nearerHalf(text, moment, until) : [moment, until]
  if (isOneDay && isSlip(line.text.slice(bare.start, bare.end), first, last)) return undefined
  const exact = until !== undefined || HALF.test(text) || CLOCK.test(text)
  const lead = leadOf(line, bare.start, text, exact)
  const tail = dated && !until ? tailOf(line, bare.end) : 0
  const [start, end, due] = [lead.start, bare.end + tail, lead.due || tail > 0]
  const settled = isSettled(line, { start, end }, text, lead.led)
  const alone = dated || HALF.test(text) || (CLOCK.test(text) && (lead.led || due))
  const noon = NOON.test(text) && /(^|\s)at\s/i.test(line.text.slice(start, bare.end))
  return { ...first, ...(last && { until: last }), due, start, end, alone: alone || noon, settled }
}

/**
 * Returns the phrase's range. Chrono may include only one of two parentheses, so the range includes both or
 * neither. `timed` is false if chrono reads a number next to a day as an hour: the 12 in "level 12 today".
 */
function rangeOf(line: Line, { index, text, end: to }: ParsedResult): Range & { timed: boolean } {
  const end = index + text.length
  if (text.startsWith('('))
    return line.text[end] === ')'
      ? { start: index, end: end + 1, timed: true }
      : { start: index + 1, end, timed: true }
  if (text.endsWith(')'))
    return line.text[index - 1] === '('
      ? { start: index - 1, end, timed: true }
      : { start: index, end: end - 1, timed: true }
  if (to || HALF.test(text) || CLOCK.test(text)) return { start: index, end, timed: true }
  const before = NUMBER_BEFORE.exec(text)
  if (before) return { start: index + before[0].length, end, timed: false }
  const after = /(?<=today|tonight|tomorrow|day)\s+\d{1,2}$/i.exec(text)
  return { start: index, end: end - (after?.[0].length ?? 0), timed: !after }
}
const NUMBER_BEFORE =
  /^\d{1,2}\s+(?=today|tonight|tomorrow|(?:on |next |this )?(?:mon|tue|wed|thu|fri|sat|sun))/i

/** True if the phrase contains a date, false if it contains only a time, undefined if it is ambiguous. */
function isDated(text: string, line: Line, { start }: { start: number }): boolean | undefined {
  const clock = HALF.test(text) || CLOCK.test(text) || /\b(?:at|from) \d/i.test(text)
  if (
    VAGUE.test(text) &&
    !FROM_NOW.test(text) &&
    !DAY_PART.test(text) &&
    !(clock && /\b(?:morning|afternoon|evening|night)\b/i.test(text))
  )
    return undefined
  if (RELATIVE.test(text) || WEEKDAY.test(text) || MONTH_DAY.test(text) || ISO.test(text)) return true
  if (FROM_NOW.test(text) || IN_DAYS.test(text)) return true
  if (SHORT_WEEKDAY.test(text)) {
    const led = /\b(?:on|by|due)\s+$/i.test(line.text.slice(0, start)) || /^on\b/i.test(text)
    return clock || led || /\b(?:next|this)\b/i.test(text) ? true : undefined
  }
  return clock || NOON.test(text) ? false : undefined
}

function momentFrom(
  parts: ParsedResult['start'],
  text: string,
  today: Day,
  { dated, timed }: { dated: boolean; timed: boolean },
  after?: Day,
): Guess | undefined {
  const [year, month, date] = [parts.get('year'), parts.get('month'), parts.get('day')]
  const found =
    after === undefined
      ? (chosenYear(parts, today) ?? dayOf(year ?? 0, month ?? 0, date ?? 0))
      : nextDate(after, month ?? 0, date ?? 0)
  // Until noon, chrono reads the name of today's weekday as today. Here it means next week, unless "this" precedes.
  const again =
    found === today && parts.isCertain('weekday') && !parts.isCertain('day') && !/\bthis\b/i.test(text)
  const day = again ? today + 7 : found
  if (dated && day === undefined) return undefined
  if (!timed) return dated && day !== undefined ? { day } : undefined
  const part = DAY_PART.exec(text)?.[1]
  if (part && day !== undefined && !HALF.test(text) && !CLOCK.test(text) && !/\bat \d/i.test(text))
    return { day, minute: (PART_HOURS[part] ?? 0) * 60 }
  const read = parts.get('hour') ?? 0
  const exact = parts.isCertain('meridiem') || HALF.test(text) || /\b0\d:/.test(text) || NOON.test(text)
  const guessed = !exact && read <= 12 && !MORNING.test(text)
  const hour = guessed ? wakingHour(read) : read
  if (hour === undefined) return undefined
  const minute = hour * 60 + (parts.get('minute') ?? 0)
  return { ...(dated && day !== undefined && { day }), minute, guessed }
}

/** True if the phrase is where people write dates, and not inside a name or a sentence. */
function isSettled(
  line: Line,
  { start, end }: { start: number; end: number },
  text: string,
  led: boolean,
): boolean {
  const [before, next] = [wordBefore(line, start).toLowerCase(), wordAfter(line, end)]
  const ends =
    endsPhrase(line, end) ||
    text.startsWith('(') ||
    (next.startsWith('(') && !isFirst(line, start)) ||
    minutesOf(line.text.slice(end).trimStart()) !== undefined
  const connected = CONNECTORS.has(next.toLowerCase()) || /^(?:오전|오후|아침|낮|저녁|밤|새벽)/u.test(next)
  if (isFirst(line, start)) {
    if (ends) return true
    if (MONTH_DAY.test(text) && !led && !CLOCK.test(text) && !HALF.test(text)) return false
    const weekdayOnly = WEEKDAY.test(text) && !HALF.test(text) && !CLOCK.test(text)
    if (weekdayOnly && !led) return false
    return /^[\p{Ll}\p{Lo}]/u.test(next) && !NOT_AFTER_FIRST.has(next)
  }
  // "Never on Sunday" and "Psychology Today" are names.
  if (before === 'never' || (TWO_NAMES.test(line.text) && RELATIVE.test(text))) return false
  if (!led && !isChip(before)) {
    // "Gym Mon, Wed, Fri at 6am" lists three days.
    if (/^(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?,?$/.test(before))
      return false
    if (ADJECTIVES.has(before) && (WEEKDAY.test(text) || AFTER_ARTICLE.test(line.text.slice(0, start))))
      return false
    // "in" before a weekday belongs to the verb: "move in Monday".
    if (NOT_BEFORE.has(before) && !(before === 'in' && WEEKDAY.test(text))) return false
    if (WEEKDAY.test(text) && BEFORE_WEEKDAY.has(before) && !/^next|^this/i.test(text)) return false
  }
  return ends || connected || (led && /^\p{Ll}/u.test(next) && !/^(?:at|from) \d+$/i.test(text))
}
const TWO_NAMES = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u
const AFTER_ARTICLE = /\b(?:an?|the) \S+ $/i
