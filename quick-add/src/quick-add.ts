// Parses one line of English or Korean as a todo, a calendar entry, a timer or measured time.

import type { Bound } from './bound.ts'
import { bounded, hasUnreadStart } from './bound.ts'
import { instantOf, momentOf } from './calendar.ts'
import type { Chip, Context, Duration, Range, Repeat } from './chip.ts'
import {
  type Draft,
  draftAs,
  firstMoment,
  isMeasured,
  plannedDraft,
  recordDraft,
  timerDraft,
  type Understood,
  whenText,
} from './draft.ts'
import { englishBounds } from './english/bounds.ts'
import { englishMoments, type Found, type MomentEnv } from './english/moments.ts'
import { englishRepeat } from './english/repeats.ts'
import { koreanBounds } from './korean/bounds.ts'
import { KOREAN_DATE, koreanDates } from './korean/dates.ts'
import { koreanRepeat } from './korean/repeats.ts'
import { isUnreadDay } from './korean/vocabulary.ts'
import { cover, isFirst, type Line, NO_TIME, protect, quotesIn, TAKEN } from './line.ts'
import { bareDuration, markedDuration } from './marks/durations.ts'
import { eventLength } from './marks/event-length.ts'
import { findMarks, unknownMarks } from './marks/marks.ts'
import { orderOf } from './numeric-date.ts'
import { ruleText } from './rule.ts'
import { koreanZoneAt, offeredZone, zoneAt } from './zones.ts'

export type QuickAdd = Draft & { title: string; chips: Chip[] }

/** Longer lines are not parsed: the whole line becomes the title. */
const LONGEST = 500
const START = /^\s*(start|시작)(?=\s+\S)/iu

export function quickAdd(text: string, context: Context): QuickAdd {
  const rejected = context.rejected ?? []
  const quotes = quotesIn(text)
  const line = protect({ text }, quotes, rejected)
  const { chips: all, parts } = understand(line, text, context)
  const unread = all.filter(({ understood }) => understood === false)
  const chips = all.filter(({ understood }) => understood !== false)
  if (context.as) return chosen(context.as, { chips, unread, parts, quotes, text, context })
  const title = titleOf(text, chips, quotes, context)
  const has = (type: Chip['type']) => context.only !== 'todo' && chips.some(chip => chip.type === type)
  const shown = (kept: readonly Chip[]) => [...kept, ...unread].sort((a, b) => a.start - b.start)
  if (has('start') || (title === '' && has('todo')))
    return { ...timerDraft({ ...parts, title }), title, chips: shown(chips) }
  const isRecord = isMeasured(parts, text, context)
  const kept = chips.filter(({ type }) => type !== 'todo' || isRecord)
  const whole = titleOf(text, kept, quotes, context)
  if (whole === '' && !(isRecord && has('todo')))
    return {
      ...plannedDraft({ ...NOTHING, title: text.trim() }, context),
      title: text.trim(),
      chips: shown([]),
    }
  const understood = { ...parts, marks: kept, title: whole }
  const draft = isRecord ? recordDraft(understood, context) : plannedDraft(understood, context)
  return { ...draft, title: whole, chips: shown(kept) }
}

interface Read {
  chips: readonly Chip[]
  unread: readonly Chip[]
  parts: Parts
  quotes: readonly Range[]
  text: string
  context: Context
}

/** The parts that an item of each kind can have. */
const HOLDS: Record<Draft['kind'], ReadonlySet<Chip['type']>> = {
  todo: new Set(['tag', 'group', 'priority', 'estimate', 'duration', 'repeat', 'when', 'due']),
  schedule: new Set(['tag', 'duration', 'repeat', 'when', 'due']),
  timer: new Set(['start', 'todo', 'tag', 'estimate', 'duration']),
  record: new Set(['todo', 'tag', 'duration', 'when']),
}

/** Reads the line as the kind that the person chose. */
function chosen(as: Draft['kind'], { chips, unread, parts, quotes, text, context }: Read): QuickAdd {
  const kept = chips.filter(({ type }) => HOLDS[as].has(type))
  const cut = titleOf(text, kept, quotes, context)
  const mayBeEmpty = (as === 'timer' || as === 'record') && kept.length > 0
  const title = cut === '' && !mayBeEmpty ? text.trim() : cut
  const shown = title === cut ? kept : []
  const has = (...types: Chip['type'][]) => shown.some(({ type }) => types.includes(type))
  const understood = {
    marks: shown,
    title,
    when: has('when', 'due') ? parts.when : undefined,
    duration: has('duration') ? parts.duration : undefined,
    repeat: has('repeat') ? parts.repeat : undefined,
  }
  return {
    ...draftAs(as, understood, context),
    title,
    chips: [...shown, ...unread].sort((a, b) => a.start - b.start),
  }
}

type Parts = Omit<Understood, 'title'>
const NOTHING = { marks: [], when: undefined, duration: undefined, repeat: undefined }

function understand(given: Line, text: string, context: Context): { chips: Chip[]; parts: Parts } {
  if (text.length > LONGEST) return { chips: [], parts: NOTHING }
  const now = momentOf(context.now, context.timezone)
  const env: MomentEnv = {
    today: now.day,
    minute: now.minute,
    week_start: context.week_start ?? 0,
    region: context.region,
    order: orderOf(context.region, context.language),
  }
  const marks = findMarks(given, context)
  let { line } = marks
  const take = <T extends Range>(found: T | undefined): T | undefined => {
    if (found) line = cover(line, found)
    return found
  }
  const readers = context.language === 'ko' ? [koreanRepeat, englishRepeat] : [englishRepeat, koreanRepeat]
  const repetition = readers[0]?.(line) ?? readers[1]?.(line)
  const ends = repetition ? boundsOf(cover(line, repetition), repetition, env) : []
  // "Every week from last Wednesday" would begin on another day, so all of it stays text.
  const isText = repetition !== undefined && hasUnreadStart(covered(cover(line, repetition), ends))
  const series = isText ? undefined : take(repetition)
  const bounds = series ? ends : []
  for (const bound of bounds) take(bound)
  const marked = take(markedDuration(line))
  const moments = isText ? [] : momentsOf(line, env, context, { series, marked })
  const dates = moments.flatMap(moment => take(moment) ?? [])
  const mayStart = dates.length === 0 && !series && context.only !== 'todo'
  const start = mayStart ? startOf(line) : undefined
  const timed = dates.some(date => date.minute !== undefined && !date.until)
  const rest = start ? cover(line, start) : line
  const duration = marked ?? take(bareDuration(line) ?? (timed || start ? eventLength(rest) : undefined))
  const named = withPart(joined(dates), series)
  const from = bounds.find(bound => bound.from !== undefined)?.from
  const when = from === undefined || named?.day !== undefined ? named : { due: false, ...named, day: from }
  const repeat = series && limited(series, bounds, when, context)
  const chips = [
    ...marks.chips,
    ...unknownMarks(line),
    ...unreadZones(dates, line, text),
    ...unreadDates(line, text),
    ...(start ? [chipOf(text, start, 'start', 'timer')] : []),
    ...(series && repeat ? [chipOf(text, series, 'repeat', ruleText(repeat, zoneOf(when, context)))] : []),
    ...bounds.map(bound =>
      chipOf(text, bound, 'repeat', repeat ? ruleText(repeat, zoneOf(when, context)) : ''),
    ),
    ...(duration ? [chipOf(text, duration, 'duration', duration.minutes)] : []),
    ...dates.map(date => chipOf(text, date, date.due ? 'due' : 'when', whenText(date))),
  ]
  return {
    chips: chips.sort((a, b) => a.start - b.start),
    parts: { marks: marks.chips, when, duration, repeat },
  }
}

const boundsOf = (line: Line, series: Repeat, env: MomentEnv): Bound[] => [
  ...englishBounds(line, series, env),
  ...koreanBounds(line, series, env),
]

const zoneOf = (when: Understood['when'], { timezone }: Context): string | undefined =>
  when?.minute === undefined ? undefined : timezone

function limited(
  series: Repeat,
  bounds: readonly Bound[],
  when: Understood['when'],
  context: Context,
): Repeat {
  const { minute: _minute, ...rule } = series
  const first = firstMoment(when, rule, context)?.day
  return bounded(rule, bounds, first ?? momentOf(context.now, context.timezone).day)
}

/** "Every morning" is at 9:00, unless the line has a time. */
function withPart(when: Understood['when'], series: Repeat | undefined): Understood['when'] {
  if (series?.minute === undefined) return when
  if (when?.minute === undefined) return { ...when, minute: series.minute, due: when?.due ?? false }
  const { minute, guessed, until } = when
  const isMorning = series.minute < NOON
  if (!guessed || isMorning === minute < NOON) return when
  const shift = isMorning ? -NOON : NOON
  const end =
    until?.minute === undefined ? until : { ...until, minute: (until.minute + shift + 2 * NOON) % (2 * NOON) }
  return { ...when, minute: minute + shift, ...(end && { until: end }) }
}

/** A word that looks like a zone but is not known, and a place whose zone the person may mean. */
function unreadZones(dates: readonly Found[], line: Line, text: string): Chip[] {
  return dates.flatMap(({ end, minute, unknown, zone }) => {
    if (unknown) return [{ ...chipOf(text, unknown, 'when', ''), understood: false as const }]
    const offered = minute === undefined || zone !== undefined ? undefined : offeredZone(line.text, end)
    return offered ? [{ ...chipOf(text, offered, 'when', offered.zone), understood: false as const }] : []
  })
}

/** A date or time that cannot be, such as 13/25, at the end of the line, or 25:00 beside a day. */
function unreadDates(line: Line, text: string): Chip[] {
  const match = IMPOSSIBLE.exec(line.text)
  if (!match) return []
  const range = { start: match.index, end: match.index + match[0].length }
  return [{ ...chipOf(text, range, 'when', ''), understood: false }]
}
const IMPOSSIBLE = new RegExp(
  `(?<=\\s)\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?(?=[\\s.,!${TAKEN}]*$)|(?<=${TAKEN} (?:at )?)${NO_TIME}(?!\\S)|(?<=\\s)${NO_TIME}(?= ${TAKEN})`,
  'u',
)

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

/** Returns the dates and times of the line. Two days or two times that contradict each other all stay text. */
function momentsOf(
  line: Line,
  env: MomentEnv,
  context: Context,
  { series, marked }: { series: Repeat | undefined; marked: Duration | undefined },
): Found[] {
  const repeats = series !== undefined
  const hasLength = marked !== undefined || LENGTH.test(line.text)
  const english = englishMoments(line, env, { repeats, hasLength })
  const korean = koreanDates(covered(line, english), context, repeats, hasLength)
  const rest = covered(line, [...english, ...korean]).text
  // A Korean time beside a day that is not understood is not today's: 크리스마스 이브 오후 3시.
  const isOther =
    !repeats &&
    korean.every(({ day, due }) => day === undefined && !due) &&
    english.length === 0 &&
    (KOREAN_DATE.test(rest) || isUnreadDay(rest) || OVER.test(rest))
  if (isOther || (!repeats && UNREAD_SERIES.test(line.text))) return []
  const zoned = withLeadingZone(
    line.text,
    korean.map(each => withZone(line.text, each, env)),
  )
  const all = inOwnZones([...english, ...zoned], context)
  const days = all.filter(date => date.day !== undefined)
  const times = all.filter(date => date.minute !== undefined)
  const agree = isOne(days.map(({ day }) => day)) && times.length <= 1 && !isApart(all, line)
  const dates = agree ? all : settledOnes(all)
  // 매주 금요일 밤 12시 (every Friday at 12 at night) would repeat on Saturdays, so its time stays text.
  if (repeats && dates.some(date => date.late)) return []
  return dates.some(date => date.day === env.today) ? dates.map(date => laterToday(date, env.minute)) : dates
}

/** In "Meeting at 3pm, notes by EOD", the deadline does not belong to the meeting. */
const isApart = (all: readonly Found[], line: Line): boolean =>
  all.some(
    ({ due, day, minute, start }) =>
      due &&
      day !== undefined &&
      minute === undefined &&
      all.some(
        each => !each.due && each.minute !== undefined && /\p{L}/u.test(line.text.slice(each.end, start)),
      ),
  )

/** 어제 오후 3시 통화 녹음 (the recording of yesterday's call) is not today's. */
const OVER = /(?<!\p{L})(?:어제|어저께|그제|그저께|엊그제|지난)(?=\s)/u
/** A date that no year has: every February 30. */
const UNREAD_SERIES = /\bevery (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|매년 \d+월/i

const LENGTH =
  /\d ?(?:h|hrs?|hours?|m|min|mins|minutes?)\b|\b(?:an|half an|one|two|three) hours?\b|(?:\d|[한두세네]) ?시간|\d ?분/i

const isOne = (values: readonly unknown[]): boolean => new Set(values).size <= 1

/** In "Meeting at 3pm, notes by EOD", the first moment counts, and the deadline stays text. */
function settledOnes(all: readonly Found[]): Found[] {
  const [first, second, ...others] = all
  if (!first || !second || others.length > 0) return []
  return first.due !== second.due && first.minute !== undefined ? [first] : []
}

/** 오후 3시 EST (3 pm EST) */
function withZone(text: string, date: Found, env: MomentEnv): Found {
  const space = text[date.end] === ' ' ? 1 : 0
  if (date.minute === undefined) return date
  const lead = PLACE_BEFORE.exec(text.slice(0, date.start))
  const before = lead && koreanZoneAt(text, lead.index)
  if (lead && before) return { ...date, zone: before.zone, start: lead.index }
  const found = koreanZoneAt(text, date.end + space) ?? zoneAt(text, date.end + space, env.region)
  if (!found) return date
  if (found.zone === undefined) return { ...date, unknown: { start: date.end + space, end: found.end } }
  return { ...date, zone: found.zone, end: found.end }
}

const PLACE_BEFORE = /(?<!\S)(?:미국 )?\p{Script=Hangul}+ ?시간(?:으로)? $/u

/** 런던 시간 내일 오후 3시 (London time, tomorrow at 3 pm) */
function withLeadingZone(text: string, dates: readonly Found[]): Found[] {
  const day = dates.find(({ minute }) => minute === undefined)
  const time = dates.find(({ minute, zone }) => minute !== undefined && zone === undefined)
  const lead = day && PLACE_BEFORE.exec(text.slice(0, day.start))
  const place = lead && koreanZoneAt(text, lead.index)
  if (!time || !lead || !place) return [...dates]
  return dates.map(each =>
    each === day ? { ...each, start: lead.index } : each === time ? { ...each, zone: place.zone } : each,
  )
}

/** A time with a zone may move the day that the line names elsewhere: 금요일 오전 10시 PST is Saturday in Seoul. */
function inOwnZones(dates: readonly Found[], context: Context): Found[] {
  const named = dates.find(({ day, minute }) => day !== undefined && minute === undefined)?.day
  const zoned = dates.find(({ day, zone }) => day === undefined && zone !== undefined)
  if (named === undefined || !zoned) return dates.map(each => inOwnZone(each, context))
  const moved = inOwnZone({ ...zoned, day: named }, context)
  return dates.map(each =>
    each === zoned
      ? moved
      : each.day === named
        ? { ...each, day: moved.day ?? named }
        : inOwnZone(each, context),
  )
}

/** Converts a moment with a zone of its own to the person's day and time. */
function inOwnZone(date: Found, context: Context): Found {
  const { zone, minute, until } = date
  if (zone === undefined || minute === undefined) return date
  const now = momentOf(context.now, zone)
  const day = date.day ?? (minute <= now.minute ? now.day + 1 : now.day)
  const at = momentOf(instantOf(day, minute, zone), context.timezone)
  const end =
    until?.minute === undefined
      ? undefined
      : momentOf(
          instantOf(until.day ?? (until.minute <= minute ? day + 1 : day), until.minute, zone),
          context.timezone,
        )
  return { ...date, ...at, guessed: false, ...(end && { until: end }) }
}

const covered = (line: Line, dates: readonly Range[]): Line =>
  dates.reduce((rest, date) => cover(rest, date), line)

/** Moves a guessed time that has passed to the evening: at 10 in the morning, "today at 8" means the evening. */
function laterToday(date: Found, now: number): Found {
  const { minute, until, guessed } = date
  // "Read today 8:00-9:15" says what somebody did.
  if (until?.minute !== undefined && until.minute <= now) return date
  if (!guessed || minute === undefined || minute >= NOON || minute > now || minute + NOON <= now) return date
  const end =
    until?.minute === undefined || until.minute >= NOON ? until : { ...until, minute: until.minute + NOON }
  return { ...date, minute: minute + NOON, ...(end && { until: end }) }
}
const NOON = 720

/** Combines a date and a time from different positions into one moment. A late time is on the following day. */
function joined(dates: readonly Found[]): Understood['when'] {
  if (dates.length === 0) return undefined
  const {
    start: _start,
    end: _end,
    late,
    zone: _zone,
    unknown: _unknown,
    lead: _lead,
    ...moment
  } = Object.assign({}, ...dates) as Found
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
