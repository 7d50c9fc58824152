// Parses one line of English or Korean as a todo, a calendar entry or a timer.

import { momentOf } from './calendar.ts'
import type { Chip, Context, Range, Repeat, When } from './chip.ts'
import { type Draft, plannedDraft, timerDraft, type Understood, whenText } from './draft.ts'
import { ENGLISH_DATE, englishDates } from './english/dates.ts'
import { UNREAD_LETTERS } from './english/day-letters.ts'
import { englishRepeat } from './english/repeats.ts'
import { KOREAN_DATE, koreanDates } from './korean/dates.ts'
import { koreanRepeat } from './korean/repeats.ts'
import { isUnreadDay } from './korean/vocabulary.ts'
import { cover, isFirst, type Line, protect, quotesIn, TAKEN } from './line.ts'
import { bareDuration, markedDuration } from './marks/durations.ts'
import { eventLength } from './marks/event-length.ts'
import { findMarks } from './marks/marks.ts'
import { hasUnreadStart, isBounded } from './repeat-span.ts'
import { ruleText } from './rule.ts'

export type QuickAdd = Draft & { title: string; chips: Chip[] }

/** Longer lines are not parsed: the whole line becomes the title. */
const LONGEST = 500
const START = /^\s*(start|시작)(?=\s+\S)/iu

export function quickAdd(text: string, context: Context): QuickAdd {
  const rejected = context.rejected ?? []
  const quotes = quotesIn(text)
  const line = protect({ text }, quotes, rejected)
  const { chips, parts } = understand(line, text, context)
  const title = titleOf(text, chips, quotes, context)
  const has = (type: Chip['type']) => context.only !== 'todo' && chips.some(chip => chip.type === type)
  if (has('start') || (title === '' && has('todo')))
    return { ...timerDraft({ ...parts, title }), title, chips }
  const kept = chips.filter(({ type }) => type !== 'todo')
  const whole = titleOf(text, kept, quotes, context)
  if (whole === '')
    return { ...plannedDraft({ ...NOTHING, title: text.trim() }, context), title: text.trim(), chips: [] }
  return { ...plannedDraft({ ...parts, marks: kept, title: whole }, context), title: whole, chips: kept }
}

type Parts = Omit<Understood, 'title'>
const NOTHING = { marks: [], when: undefined, duration: undefined, repeat: undefined }

function understand(given: Line, text: string, context: Context): { chips: Chip[]; parts: Parts } {
  if (text.length > LONGEST) return { chips: [], parts: NOTHING }
  const marks = findMarks(given, context)
  let { line } = marks
  const take = <T extends Range>(found: T | undefined): T | undefined => {
    if (found) line = cover(line, found)
    return found
  }
  const readers = context.language === 'ko' ? [koreanRepeat, englishRepeat] : [englishRepeat, koreanRepeat]
  const repetition = readers[0]?.(line) ?? readers[1]?.(line)
  // "Every day until Friday" would repeat without an end, so the recurrence and the dates stay text.
  const isText = repetition !== undefined && staysText(cover(line, repetition), repetition, context)
  const repeat = isText ? undefined : take(repetition)
  const marked = take(markedDuration(line))
  const isMorning = repeat !== undefined && /\bmornings?\b/i.test(text.slice(repeat.start, repeat.end))
  const moments = isText ? [] : settled(line, context, repeat !== undefined)
  const dates = moments.flatMap(date => take(isMorning ? inMorning(date) : date) ?? [])
  const mayStart = dates.length === 0 && !repeat && context.only !== 'todo'
  const start = mayStart ? startOf(line) : undefined
  const timed = dates.some(date => date.minute !== undefined && !date.until)
  const named = start ? cover(line, start) : line
  const duration = marked ?? (timed || start ? take(bareDuration(line) ?? eventLength(named)) : undefined)
  const chips = [
    ...marks.chips,
    ...(start ? [chipOf(text, start, 'start', 'timer')] : []),
    ...(repeat ? [chipOf(text, repeat, 'repeat', ruleText(repeat))] : []),
    ...(duration ? [chipOf(text, duration, 'duration', duration.minutes)] : []),
    ...dates.map(date => chipOf(text, date, date.due ? 'due' : 'when', whenText(date))),
  ]
  return {
    chips: chips.sort((a, b) => a.start - b.start),
    parts: { marks: marks.chips, when: joined(dates), duration, repeat },
  }
}

/**
 * True if the rest of the line limits the recurrence, for example with "until Friday" or "from Dec 1 to Dec 22", or if
 * its first day was not understood.
 */
function staysText(rest: Line, repeat: Repeat, context: Context): boolean {
  if (isBounded(rest, repeat)) return true
  const dates = settled(rest, context, true)
  const isRange = dates.some(({ minute, until }) => until?.day !== undefined && minute === undefined)
  return isRange || hasUnreadStart(covered(rest, dates))
}

const chipOf = (text: string, { start, end }: Range, type: Chip['type'], value: Chip['value']): Chip => ({
  type,
  text: text.slice(start, end),
  start,
  end,
  value,
})

function startOf(line: Line): Range | undefined {
  const match = START.exec(line.text)
  if (!match) return undefined
  const end = match[0].length
  const start = end - (match[1]?.length ?? 0)
  return isFirst(line, start) ? { start, end } : undefined
}

/** Returns the dates and times of the line; none if the line has two dates or two times, or if one is ambiguous. */
function settled(line: Line, context: Context, repeats: boolean): When[] {
  const english = englishDates(line, context, repeats)
  const dates = [...english, ...koreanDates(covered(line, english), context, repeats)]
  const days = dates.filter(date => date.day !== undefined)
  const times = dates.filter(date => date.minute !== undefined)
  if (days.length > 1 || times.length > 1) return []
  if (NIGHT.test(line.text) && times.some(isGuessedDay)) return []
  // A time next to a date that was not understood is ambiguous: "next week call 3pm" is not today.
  const { text: rest } = covered(line, dates)
  const isOften = HOW_OFTEN.test(line.text) || UNREAD_LETTERS.test(line.text)
  const isOver = PAST_DAY.test(rest) && times.some(time => !time.due)
  const isOther = isOver || ENGLISH_DATE.test(rest) || KOREAN_DATE.test(rest) || isUnreadDay(rest) || isOften
  if (days.length === 0 && !repeats && isOther) return []
  // 매주 금요일 밤 12시 (every Friday at 12 at night) would repeat on Saturdays, so its time stays text.
  if (repeats && times.some(date => date.late)) return []
  const now = momentOf(context.now, context.timezone)
  return days.some(date => date.day === now.day) ? dates.map(date => laterToday(date, now.minute)) : dates
}

/**
 * "Last Wednesday meeting 3pm" may mean Wednesday. In "notes from last Wednesday by 3pm", the time is a deadline, which
 * is not on a day that is over.
 */
const PAST_DAY =
  /\blast (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?<!\p{L})지난 ?(?:주 ?)?[월화수목금토일](?:요일|욜)/iu

const covered = (line: Line, dates: readonly Range[]): Line =>
  dates.reduce((rest, date) => cover(rest, date), line)

/**
 * Recurrences that quick add does not understand. A time next to one is probably not a single time today: "every 8
 * hours at 9am", 주 3회 오후 7시 (3 times a week at 7 pm).
 */
const HOW_OFTEN =
  /\bevery (?:hour\b|\d+ ?(?:st|nd|rd|th|h|hrs?|hours?|min(?:ute)?s?)\b)|\bof (?:every|each) (?:week|month|year)\b|\b(?:twice|thrice|\w+ times) (?:an?|per|every|each) (?:hour|day|week|month|year)\b|\S (?:bi-?weekly|bi-?monthly|fortnightly|quarterly|annually|hourly) (?:at\b|from\b|\d)|(?:\d|[한두세네]) ?(?:시간|분)마다|(?<!\p{L})(?:주|하루|일주일|한 ?달|월)에? ?(?:\d+|[한두세네]) ?[번회]/iu

/**
 * These words imply the night: "Sleep tomorrow 11:00-7:00" and "Game night Friday 7:30-10" are unlikely to mean the
 * daytime.
 */
const NIGHT = /\b(?:sleep|bedtime|(?:over)?night)\b/i
const isGuessedDay = ({ day, minute = 0, until, guessed }: When): boolean =>
  guessed === true && until !== undefined && until.day === day && minute < NOON + 60

/** Moves a guessed time that has passed to the evening: at 10 in the morning, "today at 8" means the evening. */
function laterToday(date: When, now: number): When {
  const { minute, until, guessed } = date
  if (!guessed || minute === undefined || minute >= NOON || minute > now || minute + NOON <= now) return date
  const end =
    until?.minute === undefined || until.minute >= NOON ? until : { ...until, minute: until.minute + NOON }
  return { ...date, minute: minute + NOON, ...(end && { until: end }) }
}
const NOON = 720

/** Moves a guessed afternoon or evening time to the morning, because "every morning 6:30" means the morning. */
function inMorning(date: When): When {
  const { minute = 0, until, guessed } = date
  if (!guessed || minute < NOON + 60) return date
  const end = until?.minute === undefined ? until : { ...until, minute: until.minute - NOON }
  return { ...date, minute: minute - NOON, ...(end && { until: end }) }
}

/** Combines a date and a time from different positions into one moment. A late time is on the following day. */
function joined(dates: readonly When[]): Understood['when'] {
  if (dates.length === 0) return undefined
  const { start: _start, end: _end, late, ...moment } = Object.assign({}, ...dates) as When
  const day = late && moment.day !== undefined ? moment.day + 1 : moment.day
  return { ...moment, ...(day !== undefined && { day }), due: dates.some(date => date.due) }
}

/** Returns the line without chips. Keeps quotation marks unless their content would otherwise become a chip. */
function titleOf(text: string, chips: readonly Chip[], quotes: readonly Range[], context: Context): string {
  const needless = chips.length === 0 && quotes.length === 0
  if (needless) return text.trim()
  const cuts = [
    ...chips.map(({ start, end }) => ({ start, end, left: TAKEN })),
    ...quotes
      .filter(quote => protects(text, quote, context))
      .flatMap(ends)
      .map(mark => ({ ...mark, left: '' })),
  ]
  let title = ''
  let at = 0
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    title += text.slice(at, Math.max(at, cut.start)) + cut.left
    at = Math.max(at, cut.end)
  }
  title += text.slice(at)
  return chips.length === 0 ? title.trim() : tidy(title)
}

const ends = ({ start, end }: Range): Range[] => [
  { start, end: start + 1 },
  { start: end - 1, end },
]

function protects(text: string, { start, end }: Range, context: Context): boolean {
  const inner = text.slice(start + 1, end - 1)
  return understand({ text: inner }, inner, context).chips.length > 0
}

/** Removes what chips leave behind, such as empty parentheses. */
const tidy = (title: string): string =>
  title
    .replace(EMPTY, '')
    .replaceAll(TAKEN, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?]+)(?=\s|$)/g, '$1')
    .replace(/[,;](?=[,;])/g, '')
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
const EMPTY = new RegExp(`\\((?:[\\s,]*${TAKEN})+[\\s,]*\\)`, 'g')
