// Finds the English dates and times of a line, and keeps those that stand where people write dates.
import { isReversed, wakingHour } from '../calendar.ts'
import type { Day, Moment, When } from '../chip.ts'
import { endsPhrase, isChip, isFirst, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { minutesOf } from '../marks/length.ts'
import { zoneAt } from '../zones.ts'
import { type Clock, clockAt, clockRangeAt, hourAt } from './clock.ts'
import { type DayEnv, type DayForm, dayRangeAt } from './days.ts'
import { ADJECTIVES, BEFORE_WEEKDAY, CONNECTORS, NOT_AFTER_FIRST, NOT_BEFORE, VERBS } from './vocabulary.ts'
import { END, matchAt } from './words.ts'

export interface MomentEnv extends DayEnv {
  /** The local minute of the day. */
  readonly minute: number
  readonly region: string | undefined
}

export interface Found extends When {
  /** An IANA zone or an offset; the moment is in this zone. */
  readonly zone?: string
  /** The word that looks like a zone but is not known. */
  readonly unknown?: { start: number; end: number }
  /** A range that was written with "until", which may also end a series. */
  readonly lead?: string
}

const DUE =
  '(?:due(?: on| by| at| before)?|by|before|no later than|not later than|latest by|deadline:|until|till)'
const LEAD = new RegExp(
  `(?:(${DUE})|on|at|@|from|between|starting(?: on| from| at)?|beginning(?: on)?)(?: |(?<=@))`,
  'iuy',
)
const JOIN =
  /,? (?:(by|due|before) (?=\S)|(?:on|at|@|from|between|around) ?(?=\S))?|,? ?@ ?(?=\d)|,? [-–—] (?=\d)/iuy
const PART = new RegExp(
  `(?:in the )?(morning|afternoon|evening|night|noon|lunchtime|lunch time)${END}`,
  'iuy',
)
const PART_MINUTES: Record<string, number> = {
  morning: 540,
  noon: 720,
  lunchtime: 720,
  afternoon: 840,
  evening: 1140,
  night: 1260,
}
const IN = /in (?=\S)/iuy
const EXACTLY = / (?:sharp|on the dot)\b/iuy
const FROM_NOW = / from now/iuy
const TO = /(?: ?[-–—] ?| (?:to|until|till|til) )/iuy

interface Reading {
  end: number
  day?: Day | undefined
  until?: Moment | undefined
  clock?: Clock | undefined
  to?: Clock | undefined
  part?: string | undefined
  due: boolean
  night?: boolean | undefined
  form?: DayForm | undefined
  zone?: string | undefined
  unknown?: { start: number; end: number } | undefined
  /** In minutes. */
  ahead?: number | undefined
  edge?: boolean | undefined
  period?: boolean | undefined
  /** "In 7 days" may be a goal. */
  maybeGoal?: boolean | undefined
  needsLead?: boolean | undefined
  /** The end of a period. */
  isEnd?: boolean | undefined
  isNamed?: boolean | undefined
}

/** Words that could begin a date. Most titles have none. */
const MAYBE =
  /\d|\b(?:today|tdy|ton[iy]ght|tonite|2nite|tom\w*|tm[rw]\w*|2mo\w+|yesterday|noon|midday|midnight|morning|afternoon|evening|days?|weeks?|weekend|months?|years?|fortnights?|eo[dwmy]|cob|end of|close of|next|last|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun|xmas|christmas|halloween|new year|nye|\w+day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\w*uary|march|april|june|july|august|\w+ber|past|o['’]?clock|quarter|in an?|in half|from now|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|[ap]\.?m)\b/i

/** A question is a title, not an appointment: "Can you feel the love tonight". */
const QUESTION = /^\s*(?:are|can|is|would|should|could|what|why|how|who|where|when)\b/i
/** Matches where a phrase may begin. */
const STARTS = /(?<![\p{L}\p{N}_'’$€£#&*+=/\\.:~-])(?=[\p{L}\p{N}(@])/giu

export interface Situation {
  /** A series already determines the days, so that a time needs no day beside it. */
  readonly repeats: boolean
  /** The line has a length, so that a day that is over is when something was done. */
  readonly hasLength: boolean
}

/**
 * Returns the dates and times that stand where people write them. If the line also names a day that does not, nothing
 * or only the dates are certain: "Move the Monday call to Tuesday".
 */
export function englishMoments(line: Line, env: MomentEnv, situation: Situation): Found[] {
  if (!MAYBE.test(line.text) || QUESTION.test(line.text)) return []
  const found: Phrase[] = []
  const loose: Phrase[] = []
  const unread: Phrase[] = []
  let from = 0
  for (const { index } of line.text.matchAll(STARTS)) {
    if (index < from) continue
    const phrase = phraseAt(line, index, env, situation)
    if (!phrase) continue
    const isOver = phrase.day !== undefined && phrase.day < env.today
    const isMeasured = situation.hasLength || phrase.until?.minute !== undefined
    // In "notes from last Friday by 3pm", the deadline goes on.
    const due = isOver && !isMeasured ? / (?:by|before|due) /i.exec(line.text.slice(index, phrase.end)) : null
    from = due ? index + due.index + 1 : phrase.end
    if (!phrase.settled || (isOver && !isMeasured)) unread.push(phrase)
    else if (phrase.alone || situation.repeats) found.push(phrase)
    else loose.push(phrase)
  }
  // A number before or after its day: "at 12 lunch Friday".
  if (found.some(each => each.day !== undefined)) found.push(...loose)
  const days = found.filter(({ day }) => day !== undefined)
  // "Next year" gives way to a day that the line names.
  const named = days.some(({ period }) => !period) ? found.filter(({ period }) => !period) : found
  const contradicts = unread.some(
    ({ day, end, isName }) =>
      day !== undefined &&
      isName &&
      // "Sunday roast on Sunday" names one day.
      !days.some(each => each.day === day && /\p{L}/u.test(line.text.slice(end, each.start))) &&
      !found.some(each => each.due),
  )
  if (contradicts && !(situation.repeats && days.length === 0)) return []
  // "Before 7pm for 8pm" has a time that is not where people write times.
  if (
    unread.some(({ minute, day }) => minute !== undefined && day === undefined) &&
    named.every(({ day }) => day === undefined)
  )
    return []
  return named
    .map(({ settled: _settled, alone: _alone, period: _period, isName: _isName, ...moment }) => moment)
    .sort((a, b) => a.start - b.start)
}

interface Phrase extends Found {
  settled: boolean
  /** True if the words form a moment on their own: "3pm" does, but a bare number needs a day. */
  alone: boolean
  period: boolean
  /** The phrase names one day, such as Monday. */
  isName: boolean
}

function phraseAt(line: Line, at: number, env: MomentEnv, situation: Situation): Phrase | undefined {
  const { text } = line
  if (/\bhigh $/i.test(text.slice(0, at)) && /^noon\b/i.test(text.slice(at))) return undefined
  const opened = text[at] === '('
  const begin = opened ? at + 1 : at
  const lead = matchAt(LEAD, text, begin)
  const word = lead?.[0].trim().toLowerCase()
  const start = begin + (lead?.[0].length ?? 0)
  const besideSeries = situation.repeats && isChip(wordBefore(line, at))
  const read = readParts(text, start, env, { lead: word, led: lead?.[1] !== undefined, besideSeries })
  const isDueLed = lead?.[1] !== undefined
  // "Survive the end of the year" needs "by" to be a deadline.
  const isBarePeriod = read?.isEnd && !isDueLed && /\b(?:the|at|in|on) $/i.test(text.slice(0, start))
  if (!read || isBarePeriod || (read.needsLead && !isDueLed)) return undefined
  // "Notes from Monday" is no date, but "from Monday to Friday" and "from 3pm" are.
  if (word === 'from' && read.until === undefined && !read.to && read.clock === undefined) return undefined
  if (word === 'between' && !read.to) return undefined
  // "Start Monday" is when a todo can begin, not its deadline.
  const starts =
    !situation.repeats && read.day !== undefined && !read.clock && isStart(text, at, read.end, word)
  if (isWork(text, at)) return undefined
  const closed = opened && text[read.end] === ')'
  if (opened && !closed) return undefined
  const range = { start: at, end: read.end + (closed ? 1 : 0) }
  if (!isWhole(line, range) || text[range.end] === '~') return undefined
  const phrase = finish(line, range, read, env, word)
  return phrase && starts ? { ...phrase, settled: false, isName: false } : phrase
}

/** "Watch Before Midnight", "Read This Time Tomorrow" and "Read Midnight Sun" name a work; "Watch Dune Friday" names a day. */
const isWork = (text: string, at: number): boolean =>
  /^\s*(?:(?:re)?watch|(?:re)?read|rent|stream|listen to)\s/i.test(text.slice(0, at)) &&
  /^\p{Lu}\p{Ll}/u.test(text.slice(at)) &&
  !DAY_NAME.test(text.slice(at))
const DAY_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|thu|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|christmas)\b|^(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]+ \d/i

const isStart = (text: string, at: number, end: number, lead: string | undefined): boolean =>
  /^(?:starting|beginning)/.test(lead ?? '') ||
  /\bstarts?(?: on)? $/i.test(text.slice(0, at)) ||
  (lead === 'from' && /^ on(?:wards?)?\b/i.test(text.slice(end)))

interface Opening {
  lead: string | undefined
  /** The preposition makes a deadline. */
  led: boolean
  /** "Every Monday 10-noon": the numbers are hours. */
  besideSeries: boolean
}

function readParts(text: string, start: number, env: MomentEnv, opening: Opening): Reading | undefined {
  const { lead, led, besideSeries } = opening
  const ahead = aheadAt(text, start)
  if (ahead) return ahead
  const read: Reading = { end: start, due: led }
  let at = start
  let joint = lead
  for (let first = true; ; first = false) {
    const next = first ? undefined : matchAt(JOIN, text, at)
    if (!first && !next) break
    const here = at + (next?.[0].length ?? 0)
    joint = first
      ? lead
      : next?.[0]
          .replace(/^[, ]+/, '')
          .trim()
          .toLowerCase()
    if (!take(text, here, env, { joint, besideSeries }, read)) break
    if (next?.[1]) read.due = true
    at = read.end
  }
  if (read.end === start) return undefined
  endIn(text, env, read)
  const exactly = read.clock && matchAt(EXACTLY, text, read.end)
  if (exactly) read.end += exactly[0].length
  if (read.clock && !read.zone) {
    const space = text[read.end] === ' ' ? 1 : 0
    const zone = zoneAt(text, read.end + space, env.region)
    if (zone?.zone) {
      read.zone = zone.zone
      read.end = zone.end
      // 3pm EST tomorrow
      const next = read.day === undefined ? matchAt(JOIN, text, read.end) : undefined
      if (next) take(text, read.end + next[0].length, env, { joint: '', besideSeries }, read)
    } else if (zone) read.unknown = { start: read.end + space, end: zone.end }
  }
  return read
}

/** "In 20 minutes", "in half an hour", "2 hours from now". */
function aheadAt(text: string, at: number): Reading | undefined {
  const lead = matchAt(IN, text, at)
  const begin = at + (lead?.[0].length ?? 0)
  const length = minutesOf(text.slice(begin))
  if (!length) return undefined
  const end = begin + length.length
  const tail = matchAt(FROM_NOW, text, end)
  if (!lead && !tail) return undefined
  return { end: end + (tail?.[0].length ?? 0), due: false, ahead: length.minutes }
}

interface Place {
  /** The word that joins this part to the one before. */
  joint: string | undefined
  besideSeries: boolean
}

/** Reads one more part of the phrase. Returns false if there is none. */
function take(
  text: string,
  at: number,
  env: MomentEnv,
  { joint, besideSeries }: Place,
  read: Reading,
): boolean {
  const led = joint !== undefined && joint !== ''
  if (!read.clock) {
    const range = clockRangeAt(text, at, joint === 'between' ? 'and' : 'to')
    const isLoose = range?.from.form === 'number' && range.to.form === 'number'
    const isHours =
      joint === 'between' ||
      besideSeries ||
      read.day !== undefined ||
      (range && dayFollows(text, range.end, env) && !timeFollows(text, range.end, env))
    // "9-5" next to a day; otherwise it may be a score. "From 9 to 5" may count things.
    const isRange = range && (!isLoose || isHours || (joint === 'from' && !COUNTED.test(text.slice(0, at))))
    if (isRange && !isDay(text, at, env, range.end) && !isCounted(text, range.end)) {
      Object.assign(read, { clock: range.from, to: range.to, end: range.end })
      return true
    }
  }
  const day = joint === 'at' || joint === '@' ? undefined : dayRangeAt(text, at, env)
  if (day && (read.day === undefined || read.edge)) {
    const { form, night, edge, period, ahead: maybeGoal, needsLead } = day
    Object.assign(read, { day: day.day, form, night, edge, period, maybeGoal, needsLead, end: day.end })
    if (day.until !== undefined) read.until = { day: day.until }
    if (day.due) Object.assign(read, { due: true, isEnd: true })
    read.isNamed = day.named
    return true
  }
  if (day?.due && day.edge) {
    // "Friday EOD"
    Object.assign(read, { due: true, end: day.end })
    return true
  }
  if (!read.clock) {
    const clock = hourAt(text, at)
    const isLast = !read.due && (read.form === 'weekday' || read.form === 'plain' || read.night === true)
    const isBare =
      clock &&
      isLast &&
      clock.minute <= 720 &&
      clock.minute > 0 &&
      /^\d/.test(text.slice(at)) &&
      text.slice(clock.end).trim() === ''
    const isHour =
      clock &&
      (clock.form !== 'number' ||
        isBare ||
        (led &&
          joint !== 'on' &&
          !(joint === 'from' && COUNTED.test(text.slice(0, at))) &&
          !(joint === 'at' && NO_TIME.test(text.slice(0, at)))) ||
        ((read.day !== undefined || besideSeries || dayFollows(text, clock.end, env)) &&
          isMilitary(text, at, clock)))
    if (clock && isHour && !(clock.form === 'number' && isCounted(text, clock.end))) {
      Object.assign(read, { clock, end: clock.end })
      return true
    }
  }
  if (read.part === undefined && (read.day !== undefined || read.clock)) {
    const part = matchAt(PART, text, at)
    if (part && !/^[\p{Lu}]/u.test(part[1] ?? '')) {
      read.part = (part[1] ?? '').toLowerCase().replace(' ', '')
      read.end = at + part[0].length
      return true
    }
  }
  return false
}

/** "Numbers from 3 to 5" counts. */
const COUNTED =
  /\b(?:numbers?|pages?|chapters?|ages?|aged|kids|levels?|steps?|items?|sizes?|scale|count|grades?|children|rows?|questions?|problems?|exercises?|episodes?|seasons?|rooms?|floors?) from $/i
/** "Stop at 3" and "Capped at 10" name no times. */
const NO_TIME =
  /\b(?:stop(?:ped|s)?|capp?(?:ed)?|aim(?:ed)?|married|look|set|fixed|priced|valued|rated|aged|limit(?:ed)?|max(?:ed)?|died|quit|hold|held|keep|kept|score|stay(?:ed)?|retire[ds]?) at $/i

const isMilitary = (text: string, at: number, { end }: Clock): boolean =>
  /^\d{4}/.test(text.slice(at, end)) || /\d ?[ap]$/i.test(text.slice(at, end))
/** "At 3 places" counts things. */
const isCounted = (text: string, end: number): boolean =>
  /^ (?:st|nd|rd|th|people|persons?|guests?|places?|times|items?|things|percent|%|degrees|dollars|euros|bucks|kg|km|miles?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|pages?|points?|different|or|and \d|x)\b/i.test(
    text.slice(end),
  )

function dayFollows(text: string, end: number, env: MomentEnv): boolean {
  const next = matchAt(BEFORE_DAY, text, end)
  return next !== undefined && dayRangeAt(text, end + next[0].length, env) !== undefined
}
/** In "chapters 4-6 Thursday 9:10am", the time comes after the day. */
function timeFollows(text: string, end: number, env: MomentEnv): boolean {
  const next = matchAt(BEFORE_DAY, text, end)
  const day = next && dayRangeAt(text, end + next[0].length, env)
  const joint = day && matchAt(JOIN, text, day.end)
  return joint !== undefined && day !== undefined && clockAt(text, day.end + joint[0].length) !== undefined
}
const BEFORE_DAY = /,? (?:on )?/iuy

/** True for "11-19" or "2026-11-19", which are dates and no ranges of hours. */
function isDay(text: string, at: number, env: MomentEnv, end: number): boolean {
  const day = dayRangeAt(text, at, env)
  return day !== undefined && day.end >= end
}

/** Reads the end behind a day: "7pm Friday to 9", "11pm tomorrow until 1:15am", "Aug 3 3pm to Aug 4 2pm". */
function endIn(text: string, env: MomentEnv, read: Reading): void {
  if (!read.clock || read.to || read.until) return
  const to = matchAt(TO, text, read.end)
  if (!to) return
  const at = read.end + to[0].length
  const day = read.day === undefined ? undefined : dayRangeAt(text, at, env)
  const time = hourAt(text, day ? day.end + (matchAt(JOIN, text, day.end)?.[0].length ?? 0) : at)
  if (!time) return
  const after = day || read.day === undefined ? undefined : matchAt(JOIN, text, time.end)
  const later = after && dayRangeAt(text, time.end + after[0].length, env)
  read.to = time
  read.end = later?.end ?? time.end
  const last = day?.day ?? later?.day
  if (last !== undefined) read.until = { day: last }
}

const MEALS: [RegExp, 'am' | 'pm'][] = [
  [/\b(?:breakfast|brunch)\b/i, 'am'],
  [/\b(?:dinner|supper|drinks|party|concert|movie|cinema|date night|game night)\b/i, 'pm'],
]

/** Meals decide, then the hour between 7:00 and 18:59. */
function ofDay(line: string, { minute, exact }: Clock, isEvening: boolean): number {
  if (exact || minute >= 780) return minute
  const base = minute % 720
  if (isEvening) return base < 300 ? base + (base < 60 ? 0 : 1440) : base + 720
  const meal = MEALS.find(([pattern]) => pattern.test(line))?.[1]
  if (meal === 'am') return base
  if (meal === 'pm' && base >= 300) return base + 720
  return (wakingHour(Math.floor(minute / 60)) ?? 0) * 60 + (minute % 60)
}

const FULL_DAY = 1440
const HALF_DAY = 720

interface Times {
  from: number
  to?: number
}

/** Returns undefined if the end is before the start by mistake. */
function timesOf(
  line: string,
  from: Clock,
  to: Clock | undefined,
  isEvening: boolean,
  written: string,
): Times | undefined {
  const start = ofDay(line, from, isEvening)
  if (!to) return { from: start }
  const isGuess = (clock: Clock) => !clock.exact && clock.minute < 780
  const length = (a: number, b: number) => (b - a + FULL_DAY) % FULL_DAY || FULL_DAY
  if (isGuess(from) && !isGuess(to)) {
    if (/24:00/.test(written)) return { from: from.minute, to: 0 }
    const base = from.minute % HALF_DAY
    const near = length(base, to.minute) <= length(base + HALF_DAY, to.minute) ? base : base + HALF_DAY
    // 12:30 to 14:00 and 9:00-17:00 are on a 24-hour clock.
    const isDigital = /:/.test(written) && to.minute >= 780 && !to.half && from.minute < to.minute
    if (isDigital) return { from: from.minute, to: to.minute }
    // "3-2pm" is a mistake rather than 3am to 2pm.
    return length(near, to.minute) > LONGEST ? undefined : { from: near, to: to.minute }
  }
  if (isGuess(to)) {
    const base = to.minute % HALF_DAY
    const first = isGuess(from) ? start % FULL_DAY : from.minute
    const end = length(first, base) <= length(first, base + HALF_DAY) ? base : base + HALF_DAY
    if (isGuess(from) && from.minute === to.minute) return undefined
    return { from: isGuess(from) ? start : first, to: end % FULL_DAY }
  }
  if (from.minute === to.minute)
    return (from.half && to.half) || from.minute === 0 ? { from: from.minute, to: to.minute } : undefined
  return to.minute !== 0 && isReversed(from.minute, to.minute)
    ? undefined
    : { from: from.minute, to: to.minute }
}
/** In minutes: the longest range of which one end says am or pm for both. */
const LONGEST = 510

function finish(
  line: Line,
  range: { start: number; end: number },
  read: Reading,
  env: MomentEnv,
  lead: string | undefined,
): Phrase | undefined {
  const text = line.text.slice(range.start, range.end)
  if (read.ahead !== undefined) {
    const total = env.minute + read.ahead
    const moment = { day: env.today + Math.floor(total / FULL_DAY), minute: total % FULL_DAY }
    const settled =
      !isGoal(line.text) && isSettled(line, range, text, { led: true, form: 'plain', name: undefined })
    return { ...moment, ...range, due: false, settled, alone: true, period: false, isName: false }
  }
  const { day, clock, to, part } = read
  const isEvening = read.night === true || part === 'evening' || part === 'night' || NIGHT.test(line.text)
  let minute: number | undefined
  let until: Moment | undefined = read.until
  let shift = 0
  if (clock) {
    const given =
      part && !clock.exact
        ? {
            ...clock,
            ...(part === 'morning'
              ? { exact: true }
              : part === 'afternoon'
                ? { minute: (clock.minute % HALF_DAY) + HALF_DAY, exact: true }
                : {}),
          }
        : clock
    const times = timesOf(line.text, given, to, isEvening, text)
    if (!times) return undefined
    shift = Math.floor(times.from / FULL_DAY)
    minute = times.from % FULL_DAY
    if (times.to !== undefined) until = { ...read.until, minute: times.to }
  } else if (part) minute = PART_MINUTES[part]
  if (until?.day !== undefined && until.minute === undefined && minute !== undefined) return undefined
  const guessed = clock !== undefined && !clock.exact && clock.minute < 780 && !part && !isEvening
  const led = lead !== undefined
  const form = read.form ?? (clock && clock.form !== 'number' ? 'plain' : 'short')
  const exact = clock !== undefined && clock.form === 'time'
  const isAimed = read.maybeGoal && (isGoal(line.text) || !endsPhrase(line, range.end))
  const isUnknown = read.unknown !== undefined && endsPhrase(line, read.unknown.end)
  const settled =
    isUnknown ||
    (!isAimed &&
      isSettled(line, range, text, {
        led,
        form: exact ? 'sure' : form,
        name: read.form,
        edge: read.isEnd === true,
        period: read.period,
      }))
  const alone =
    (day !== undefined &&
      !(read.isNamed && !led && clock === undefined) &&
      (form !== 'short' || clock !== undefined || led || endsPhrase(line, range.end))) ||
    (clock !== undefined &&
      day === undefined &&
      (read.zone !== undefined || isTimeAlone(line, range, clock, to, led)))
  const late =
    isEvening &&
    shift === 0 &&
    minute !== undefined &&
    clock !== undefined &&
    minute < 300 &&
    day !== undefined
  return {
    ...range,
    ...(day !== undefined && { day: day + shift }),
    ...(minute !== undefined && { minute }),
    ...(until && { until }),
    due: read.due,
    ...(guessed && { guessed }),
    ...(late && { late }),
    ...(read.zone !== undefined && { zone: read.zone }),
    ...(read.unknown && { unknown: read.unknown }),
    ...(lead !== undefined && { lead }),
    settled,
    alone,
    period: read.period === true,
    isName: read.form !== undefined && read.form !== 'short' && !read.period && !read.edge,
  }
}

/** "Dinner 7:30" and "Lunch with Sam 12:30" end with a time; "Romans 12:30" is a verse. */
const isMeal = (line: Line, start: number, end: number): boolean =>
  endsPhrase(line, end) &&
  /^\s*(?:breakfast|brunch|lunch|dinner|supper|drinks|coffee)\b/i.test(line.text.slice(0, start))

/** "Dentist 14:30" ends with a time; "Exodus 20:12" is a verse, and "Aspect ratio 16:10" no time either. */
const isAfternoon = (line: Line, start: number, end: number): boolean =>
  /^(?:1[3-9]|2[0-3]):[0-5]\d$/.test(line.text.slice(start, end)) &&
  endsPhrase(line, end) &&
  /\p{Ll}\s+$/u.test(line.text.slice(0, start)) &&
  !VERSE.test(line.text.slice(0, start))
const VERSE =
  /\b(?:gen(?:esis)?|ex(?:odus)?|lev(?:iticus)?|num(?:bers)?|deut(?:eronomy)?|joshua|judges|ruth|sam(?:uel)?|kings|chron(?:icles)?|ezra|nehemiah|esther|job|ps(?:alms?)?|prov(?:erbs)?|eccl(?:esiastes)?|songs?|isaiah|jeremiah|ezekiel|daniel|hosea|joel|amos|micah|zechariah|matt(?:hew)?|mark|luke|john|acts|rom(?:ans)?|cor(?:inthians)?|hebrews|james|peter|rev(?:elation)?|surah|quran|verse|chapter|ratio|score|odds|pace|lap|splits?|record|best|in|of|to|the)\s+$/i

function isTimeAlone(
  line: Line,
  { start, end }: { start: number; end: number },
  clock: Clock,
  to: Clock | undefined,
  led: boolean,
): boolean {
  if (clock.half || to?.half) return true
  // "John 3:16" is no time, and "Good Morning, Midnight" is a name.
  if (clock.form === 'words')
    return (
      led ||
      to !== undefined ||
      (endsPhrase(line, end) && /past|quarter|clock| to /i.test(line.text.slice(0, end)))
    )
  if (clock.form === 'time')
    return led || to !== undefined || isMeal(line, start, end) || isAfternoon(line, start, end)
  return (
    led && (to !== undefined || endsPhrase(line, end) || CONNECTORS.has(wordAfter(line, end).toLowerCase()))
  )
}

/** "in 3 days" is a date, but not in "Learn Rust in 7 days" or "Around the World in 80 Days". */
const isGoal = (text: string): boolean => GOAL.test(text) || /^\s*\p{Lu}{2,}\b/u.test(text)
const GOAL =
  /^\s*(?:learn|master|read|build|become|get|lose|gain|grow|launch|around|from|how|a|the|my|cook|make)\b/i

const RELATIVE = /\b(?:today|tonight|tomorrow|tmrw?)\b/i
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i
const MONTH_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const TIMED = /\d ?[ap]\.?m\b|\b\d{1,2}:\d{2}\b/i
const TWO_NAMES = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u
const AFTER_ARTICLE = /\b(?:an?|the) \S+ $/i
/** "Before noon crew" and "Until midnight show" are names. */
const NOUN_NEXT = /noon|midnight|dawn/i
/** "Monday, Monday" and "Tomorrow, and Tomorrow" are titles. */
const AGAIN = /^\s*(\p{L}+),.*\b\1\b/iu
/** A whole week or weekend leads a line that has a time: "next week call 3pm". */
const TIME_LATER = /\d ?[ap]\.?m\b|\b\d{1,2}:\d{2}\b|\bat \d/i
const LISTED = /^(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?,?$/

/** These words imply the night: "Sleep tomorrow 11:00-7:00". */
const NIGHT = /\b(?:sleep|bedtime|overnight|night shift)\b/i
/** A second day or time: "at 7am or 8am", "Monday and Tuesday". */
const SECOND = /^ ?(?:(?:and|or|&|\/) ?(?:at )?(?:\d|mon|tue|wed|thu|fri|sat|sun|today|tomorrow)|\/\d)/i

/** In "friday call with Dan 3pm", the day belongs to the time, but "Friday prayers every Friday at 1pm" is a name. */
const isLineDay = (rest: string, form: DayForm): boolean =>
  (form === 'weekday' || form === 'plain') &&
  TIME_LATER.test(rest) &&
  !WEEKDAY.test(rest) &&
  !RELATIVE.test(rest) &&
  !SERIES_TIME.test(rest)

/** The time of a series, whose words are covered. */
const SERIES_TIME = /\uE000 (?:at )?\d/

interface Standing {
  led: boolean
  form: DayForm
  name: DayForm | undefined
  /** The end of a period without "by": "EOD report". */
  edge?: boolean
  period?: boolean | undefined
}

/** True if the phrase is where people write dates, and not inside a name or a sentence. */
function isSettled(
  line: Line,
  { start, end }: { start: number; end: number },
  text: string,
  { led, form, name, edge, period }: Standing,
): boolean {
  if (
    SECOND.test(line.text.slice(end)) ||
    (/^noon/i.test(text) && /\bhigh $/i.test(line.text.slice(0, start)))
  )
    return false
  const [before, next] = [wordBefore(line, start).toLowerCase(), wordAfter(line, end)]
  const ends =
    endsPhrase(line, end) ||
    text.startsWith('(') ||
    (next.startsWith('(') && !isFirst(line, start)) ||
    minutesOf(line.text.slice(end).trimStart()) !== undefined
  const connected = CONNECTORS.has(next.toLowerCase()) || /^(?:오전|오후|아침|낮|저녁|밤|새벽)/u.test(next)
  // "On the 5th floor" is a place.
  const isOrdinal = /\bthe \d+(?:st|nd|rd|th)$/i.test(text)
  if (
    form === 'short' &&
    (!led || isOrdinal) &&
    !(isFirst(line, start) && VERBS.test(line.text.slice(end))) &&
    !ends &&
    !(connected && led) &&
    !TIMED.test(text) &&
    !(led && isFirst(line, start))
  )
    return false
  // 9 3/4 is a fraction.
  if (/^\d+\/\d+$/.test(text) && /^\d+$/.test(before)) return false
  if (edge && !ends && !connected && !(led && isFirst(line, start))) return false
  if (
    led &&
    /^(?:by|before|until|till)\b/i.test(text) &&
    isFirst(line, start) &&
    !ends &&
    name === undefined &&
    NOUN_NEXT.test(text)
  )
    return false
  if (/\b(?:put off|wait)$/i.test(line.text.slice(0, start).trimEnd()) && /^until|^till/i.test(text))
    return false
  if (isFirst(line, start)) {
    if (ends) return !AGAIN.test(line.text)
    if (VERBS.test(line.text.slice(end)) && /^\p{Ll}/u.test(next)) return true
    if ((period || /^\d/.test(text)) && !led && !TIMED.test(text) && !/^\d{4}-/.test(text))
      return period === true && TIME_LATER.test(line.text)
    if (MONTH_DAY.test(text) && !led && !TIMED.test(text) && !isLineDay(line.text.slice(end), form))
      return false
    const isBeforeVerb = VERBS.test(line.text.slice(end)) || isLineDay(line.text.slice(end), form)
    if (WEEKDAY.test(text) && form === 'weekday' && !TIMED.test(text) && !led && !isBeforeVerb) return false
    return /^[\p{Ll}\p{Lo}]/u.test(next) && !NOT_AFTER_FIRST.has(next)
  }
  // "Never on Sunday" and "Psychology Today" are names.
  if (before === 'never' || (TWO_NAMES.test(line.text) && RELATIVE.test(text))) return false
  if (!led && !isChip(before)) {
    // "Gym Mon, Wed, Fri at 6am" lists three days.
    if (LISTED.test(before)) return false
    if (ADJECTIVES.has(before) && (name === 'weekday' || AFTER_ARTICLE.test(line.text.slice(0, start))))
      return false
    // "in" before a weekday belongs to the verb: "move in Monday".
    if (NOT_BEFORE.has(before) && !(before === 'in' && (name === 'weekday' || name === 'short'))) return false
    if (name === 'weekday' && BEFORE_WEEKDAY.has(before)) return false
  }
  return ends || connected || (led && /^\p{Ll}/u.test(next) && !/^(?:at|from) \d+$/i.test(text))
}
