// English dates and times: chrono-node finds them, and the rules below keep only the certain ones.
import { type ParsedResult, parse } from 'chrono-node/en'
import { dayOf, instantOf, momentOf, wakingHour } from '../calendar.ts'
import type { Context, Day, Moment, Range, When } from '../chip.ts'
import { endsPhrase, isChip, isFirst, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { minutesOf } from '../marks/length.ts'
import { BEFORE_WEEKDAY, CONNECTORS, NOT_AFTER_FIRST, NOT_BEFORE } from './vocabulary.ts'

const DUE = /(?:^|\s)((?:due )?by(?: the)?|due(?: on| at)?(?: the)?)\s+$/i
const LEAD = /(?:^|\s)(on(?: the)?|at|from|starting(?: on| from)?)\s+$/i

const RELATIVE = /\b(?:today|tonight|tomorrow)\b/i
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i
const SHORT_WEEKDAY = /\b(?:mon|tues?|wed|thur?s?|fri|sat|sun)\b/i
const MONTH_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const ISO = /\b\d{4}-\d{2}-\d{2}\b/
const FROM_NOW = /\bfrom (?:now|today)\b/i
const HALF = /\d ?[ap]\.?m\b/i
const CLOCK = /\b\d{1,2}:\d{2}\b/
const NOON = /\bnoon\b/i
/** Forms that name no certain moment, or one in the past. */
const VAGUE =
  /\b(?:now|morning|afternoon|evening|night|midnight|weekend|last|past|ago|yesterday|seconds?|minutes?|hours?|later)\b/i

interface Candidate extends When {
  /** Whether the words alone are a moment: "3pm" is, "at 3" and "noon" need a date beside them. */
  readonly alone: boolean
  /** Whether it stands where people put a date. */
  readonly settled: boolean
}

/** The dates and times of the line; one of each at most, otherwise none is certain. */
export function englishDates(line: Line, context: Context): When[] {
  // Most lines contain no word that could be a date, and chrono takes most of the time.
  if (!MAYBE.test(line.text) || QUESTION.test(line.text)) return []
  const now = momentOf(context.now, context.timezone)
  const offset = (instantOf(now.day, now.minute, 'UTC') - Math.floor(context.now / 60_000) * 60_000) / 60_000
  const reference = { instant: new Date(context.now), timezone: offset }
  const found = parse(withoutDaytimes(line.text), reference, { forwardDate: true })
    .map(result => candidate(line, result, now.day))
    .filter(each => each !== undefined)
  // A second date in the line makes the first one uncertain: "Move the Monday call to Tuesday".
  const other = found.some(each => !each.settled && (each.day !== undefined || each.alone))
  if (other && found.length > 1) return []
  const certain = found.filter(each => each.settled)
  const hasDay = certain.some(each => each.day !== undefined)
  return certain.filter(each => each.alone || hasDay)
}

/** Hides a part of the day that follows no date, because chrono would read "Parents evening" as this evening. */
const withoutDaytimes = (text: string): string =>
  text.replace(DAYTIME, (all, before: string, word: string) =>
    /^(?:tomorrow|today|this|\w+day)$/i.test(before.trim()) ? all : before + '_'.repeat(word.length),
  )
const DAYTIME = /(\S*\s*)\b(morning|afternoon|evening|night|midnight)\b/gi

/** A question is a title, not an appointment: "Can you feel the love tonight". */
const QUESTION = /^\s*(?:are|can|is|would|should|could|what|why|how|who|where|when)\b/i
const MAYBE =
  /\d|\b(?:today|tonight|tomorrow|noon)\b|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|from now/i

function candidate(line: Line, result: ParsedResult, today: Day): Candidate | undefined {
  const { start: from, end: to } = result
  const bare = rangeOf(line, result)
  const text = line.text.slice(bare.start, bare.end)
  if (!isWhole(line, bare) || from.isCertain('timezoneOffset')) return undefined
  const timed = from.isCertain('hour') && bare.timed
  const dated = isDated(text, line, bare)
  if (dated === undefined) return undefined
  const moment = momentFrom(from, text, today, { dated, timed })
  if (!moment || (moment.day !== undefined && moment.day < today)) return undefined
  const until = to ? momentFrom(to, text, today, { dated, timed: to.isCertain('hour') }) : undefined
  if (to && !until) return undefined
  const { start, due, led } = leadOf(line, bare.start, text, until !== undefined)
  const settled = isSettled(line, { start, end: bare.end }, text, led)
  const alone = dated || HALF.test(text) || (CLOCK.test(text) && (led || due))
  const noon = NOON.test(text) && /(^|\s)at\s/i.test(line.text.slice(start, bare.end))
  return { ...moment, ...(until && { until }), due, start, end: bare.end, alone: alone || noon, settled }
}

/**
 * The range of the words. Chrono includes an opening parenthesis, so that the closing one belongs to the date too. It
 * reads a number beside a day as an hour ("level 12 today"), which is not certain.
 */
function rangeOf(line: Line, { index, text, end: to }: ParsedResult): Range & { timed: boolean } {
  const end = index + text.length
  if (text.startsWith('('))
    return line.text[end] === ')'
      ? { start: index, end: end + 1, timed: true }
      : { start: index + 1, end, timed: true }
  if (to || HALF.test(text) || CLOCK.test(text)) return { start: index, end, timed: true }
  const before = NUMBER_BEFORE.exec(text)
  if (before) return { start: index + before[0].length, end, timed: false }
  const after = /(?<=today|tonight|tomorrow|day)\s+\d{1,2}$/i.exec(text)
  return { start: index, end: end - (after?.[0].length ?? 0), timed: !after }
}
const NUMBER_BEFORE =
  /^\d{1,2}\s+(?=today|tonight|tomorrow|(?:on |next |this )?(?:mon|tue|wed|thu|fri|sat|sun))/i

/** Whether the words contain a date; undefined if they contain something that is not certain. */
function isDated(text: string, line: Line, { start }: { start: number }): boolean | undefined {
  const clock = HALF.test(text) || CLOCK.test(text) || /\b(?:at|from) \d/i.test(text)
  if (
    VAGUE.test(text) &&
    !FROM_NOW.test(text) &&
    !(clock && /\b(?:morning|afternoon|evening|night)\b/i.test(text))
  )
    return undefined
  if (RELATIVE.test(text) || WEEKDAY.test(text) || MONTH_DAY.test(text) || ISO.test(text)) return true
  if (FROM_NOW.test(text)) return true
  if (SHORT_WEEKDAY.test(text)) {
    const led = /\bon\s+$/i.test(line.text.slice(0, start)) || /^on\b/i.test(text)
    return clock || led || /\b(?:next|this)\b/i.test(text) ? true : undefined
  }
  return clock || NOON.test(text) ? false : undefined
}

function momentFrom(
  parts: ParsedResult['start'],
  text: string,
  today: Day,
  { dated, timed }: { dated: boolean; timed: boolean },
): Moment | undefined {
  const [year, month, date] = [parts.get('year'), parts.get('month'), parts.get('day')]
  const found = dayOf(year ?? 0, month ?? 0, date ?? 0)
  // Chrono reads the weekday of today as today until noon; here it is always the next week.
  const again =
    found === today && parts.isCertain('weekday') && !parts.isCertain('day') && !/\bthis\b/i.test(text)
  const day = again ? today + 7 : found
  if (dated && day === undefined) return undefined
  if (!timed) return dated && day !== undefined ? { day } : undefined
  const read = parts.get('hour') ?? 0
  const exact = parts.isCertain('meridiem') || HALF.test(text) || /\b0\d:/.test(text) || NOON.test(text)
  const hour = exact || read > 12 ? read : wakingHour(read)
  if (hour === undefined) return undefined
  const minute = hour * 60 + (parts.get('minute') ?? 0)
  return dated && day !== undefined ? { day, minute } : { minute }
}

/** Extends the words to the left by the preposition before them. */
function leadOf(
  line: Line,
  at: number,
  text: string,
  range: boolean,
): { start: number; due: boolean; led: boolean } {
  const before = line.text.slice(0, at)
  const due = DUE.exec(before)
  if (due) return { start: at - due[0].trimStart().length, due: true, led: true }
  const lead = LEAD.exec(before)
  // "Notes from Monday" is not a date, but "from Monday to Friday" and "from 3pm" are.
  const from = lead?.[1]?.toLowerCase() === 'from'
  if (lead && (!from || range || HALF.test(text) || CLOCK.test(text)))
    return { start: at - lead[0].trimStart().length, due: false, led: true }
  return { start: at, due: false, led: /^(?:on|at|from)\b/i.test(text) }
}

/** Whether the phrase stands where people put a date, and not inside a name or a sentence. */
function isSettled(
  line: Line,
  { start, end }: { start: number; end: number },
  text: string,
  led: boolean,
): boolean {
  const [before, next] = [wordBefore(line, start).toLowerCase(), wordAfter(line, end)]
  const ends = endsPhrase(line, end) || minutesOf(line.text.slice(end).trimStart()) !== undefined
  const connected = CONNECTORS.has(next.toLowerCase())
  if (isFirst(line, start)) {
    if (ends) return true
    if (MONTH_DAY.test(text) && !led && !CLOCK.test(text) && !HALF.test(text)) return false
    const weekdayOnly = WEEKDAY.test(text) && !HALF.test(text) && !CLOCK.test(text)
    if (weekdayOnly && !led) return false
    return /^[\p{Ll}\p{Lo}]/u.test(next) && !NOT_AFTER_FIRST.has(next)
  }
  if (!led && !isChip(before)) {
    if (NOT_BEFORE.has(before)) return false
    if (WEEKDAY.test(text) && BEFORE_WEEKDAY.has(before) && !/^next|^this/i.test(text)) return false
  }
  return ends || connected || (led && /^\p{Ll}/u.test(next) && !/^(?:at|from) \d+$/i.test(text))
}
