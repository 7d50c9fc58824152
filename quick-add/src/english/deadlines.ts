// English deadlines: by Friday, due Monday, and the end of a day, month or year, such as by EOD or by the end of
// November.
import { addMonths, dayOf, partsOf } from '../calendar.ts'
import type { Day, When } from '../chip.ts'
import { endsPhrase, isFirst, isWhole, type Line, wordAfter, wordBefore } from '../line.ts'
import { MONTHS, NOT_BEFORE } from './vocabulary.ts'

const END_OF_DAY =
  '(?:eod|cob|(?:the )?(?:end|close) of (?:the |this )?(?:business(?: day)?|(?:work(?:ing)? ?)?day))'
const DUE = new RegExp(
  `(?:^|\\s)((?:due )?by(?: the)?(?: ${END_OF_DAY}(?: on)?,?| (?:the )?end of)?|due(?: on| at)?(?: the)?(?: ${END_OF_DAY}(?: on)?,?)?|eod(?: on)?)\\s+$`,
  'i',
)
const LEAD = /(?:^|\s)(on(?: the)?|at|@|from|starting(?: on| from)?)\s+$/i

/**
 * Returns the phrase's start, including a preposition before it. `exact` is true if the phrase contains a clock time
 * or is a range.
 */
export function leadOf(
  line: Line,
  at: number,
  text: string,
  exact: boolean,
): { start: number; due: boolean; led: boolean } {
  const before = line.text.slice(0, at)
  const due = DUE.exec(before)
  const start = at - (due?.[0].trimStart().length ?? 0)
  // "Plan for EOD Friday" and "until EOD Friday" are not deadlines.
  const isName = /^eod/i.test(due?.[1] ?? '') && follows(line, start)
  if (due && !isName) return { start, due: true, led: true }
  const lead = LEAD.exec(before)
  // "Notes from Monday" is not a date, but "from Monday to Friday" and "from 3pm" are.
  if (lead && (exact || lead[1]?.toLowerCase() !== 'from'))
    return { start: at - lead[0].trimStart().length, due: false, led: true }
  return { start: at, due: false, led: /^(?:on|at|from)\b/i.test(text) }
}

const follows = (line: Line, at: number): boolean => NOT_BEFORE.has(wordBefore(line, at).toLowerCase())

const TAIL = new RegExp(`^,? (?:(?:by |at )${END_OF_DAY}|eod|end of (?:the )?day)(?![\\p{L}\\p{N}'’-])`, 'iu')

/** Returns the length of "EOD" or "by end of day" after a date. These words make the date a deadline. */
export function tailOf(line: Line, end: number): number {
  const length = TAIL.exec(line.text.slice(end))?.[0].length ?? 0
  return length > 0 && endsPhrase(line, end + length) ? length : 0
}

const MONTH_NAMES =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const OF = '(?:the )?end of (?:the |this )?'
const MONTH_END = `(?<month>eom|(?:the )?month[- ]?end|${OF}month)`
const YEAR_END = `(?<year>eoy|(?:the )?year[- ]?end|${OF}(?:year|20\\d\\d))`
const NAMED_END = `${OF}(?:(?<next>next month)|(?<named>${MONTH_NAMES}))`
/** Only "EOD" needs no "by" or "due" before it. The end of a week may mean Friday or Sunday, so it stays text. */
const FORM = new RegExp(
  `(?<=^|\\s)(?:(?:by|due(?: by| at)?) (?:${END_OF_DAY}(?: today)?|${MONTH_END}|${YEAR_END}|${NAMED_END})|(?<bare>eod))(?![\\p{L}\\p{N}])`,
  'giu',
)
/** Cheaper than `FORM`, which then runs only on lines that may match. */
export const MAYBE_DEADLINE = /\b(?:eo[dmy]|cob|end of|close of|month[- ]?end|year[- ]?end)\b/i
const NEXT = new Set('to with about for from via because if at so'.split(' '))

export function deadlines(line: Line, today: Day): When[] {
  if (!MAYBE_DEADLINE.test(line.text)) return []
  return [...line.text.matchAll(FORM)].flatMap(({ index: start, 0: text, groups = {} }) => {
    const end = start + text.length
    const next = wordAfter(line, end)
    const first = isFirst(line, start)
    const complete =
      endsPhrase(line, end) ||
      (!groups['bare'] && (NEXT.has(next.toLowerCase()) || (first && /^\p{Ll}/u.test(next))))
    // "Report EOD" is a deadline, but "EOD" at the beginning and "questions about EOD" are not.
    const isWord = groups['bare'] && (first || follows(line, start))
    const day = lastDay(text, groups, today)
    if (!complete || isWord || day === undefined || day < today || !isWhole(line, { start, end })) return []
    return [{ day, due: true, start, end }]
  })
}

function lastDay(text: string, groups: Record<string, string | undefined>, today: Day): Day | undefined {
  const { year, month } = partsOf(today)
  if (groups['month']) return endOfMonth(year, month)
  if (groups['next']) return endOfMonth(year, month + 1)
  if (groups['year']) return dayOf(Number(/20\d\d/.exec(text)?.[0] ?? year), 12, 31)
  if (!groups['named']) return today
  const named = MONTHS.indexOf(groups['named'].slice(0, 3).toLowerCase()) + 1
  return endOfMonth(named < month ? year + 1 : year, named)
}

const endOfMonth = (year: number, month: number): Day | undefined => {
  const first = dayOf(year, 1, 1)
  return first === undefined ? undefined : addMonths(first, month) - 1
}
