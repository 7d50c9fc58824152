// Quick add: reads one line of English or Korean as a todo, a calendar entry or a timer.
import type { Chip, Context, Range, When } from './chip.ts'
import { type Draft, plannedDraft, timerDraft, type Understood, whenText } from './draft.ts'
import { englishDates } from './english/dates.ts'
import { englishRepeat } from './english/repeats.ts'
import { koreanDates } from './korean/dates.ts'
import { koreanRepeat } from './korean/repeats.ts'
import { cover, isFirst, type Line, protect, quotesIn } from './line.ts'
import { bareDuration, markedDuration } from './marks/durations.ts'
import { findMarks } from './marks/marks.ts'
import { ruleText } from './rule.ts'

export type QuickAdd = Draft & { title: string; chips: Chip[] }

/** The longest line that is searched for dates; longer lines are titles. */
const LONGEST = 500
const START = /^\s*(start|시작)(?=\s+\S)/iu

export function quickAdd(text: string, context: Context): QuickAdd {
  const rejected = context.rejected ?? []
  const quotes = quotesIn(text)
  const line = protect({ text }, [...rejected, ...quotes])
  const { chips, parts } = understand(line, text, context)
  const title = titleOf(text, chips, quotes, context)
  const has = (type: Chip['type']) => chips.some(chip => chip.type === type)
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
  const repeat = take(readers[0]?.(line) ?? readers[1]?.(line))
  const marked = take(markedDuration(line))
  const dates = settled(line, context)
  for (const date of dates) take(date)
  const timed = dates.some(date => date.minute !== undefined && !date.until)
  const duration = marked ?? (timed ? take(bareDuration(line)) : undefined)
  const start = dates.length === 0 && !repeat ? startOf(line) : undefined
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

/** Two dates or two times contradict each other, so that neither is certain. */
function settled(line: Line, context: Context): When[] {
  const english = englishDates(line, context)
  const dates = [
    ...english,
    ...koreanDates(
      english.reduce((rest, date) => cover(rest, date), line),
      context,
    ),
  ]
  const days = dates.filter(date => date.day !== undefined)
  const times = dates.filter(date => date.minute !== undefined)
  return days.length <= 1 && times.length <= 1 ? dates : []
}

/** A date and a time at two places of the line are one moment. */
function joined(dates: readonly When[]): Understood['when'] {
  if (dates.length === 0) return undefined
  const { start: _start, end: _end, ...moment } = Object.assign({}, ...dates) as When
  return { ...moment, due: dates.some(date => date.due) }
}

/** The line without chips. Quotes are removed only where they protected something. */
function titleOf(text: string, chips: readonly Chip[], quotes: readonly Range[], context: Context): string {
  const needless = chips.length === 0 && quotes.length === 0
  if (needless) return text.trim()
  const cuts: Range[] = [...chips, ...quotes.filter(quote => protects(text, quote, context)).flatMap(ends)]
  let title = ''
  let at = 0
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    title += text.slice(at, Math.max(at, cut.start))
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

const tidy = (title: string): string =>
  title
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
