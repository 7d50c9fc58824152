// Days of the month without a month: "on the 15th", "by the 1st", "Saturday the 21st".
import { weekdayOf } from '@daymark/recurrence/year'
import { nextMonthday } from '../calendar.ts'
import type { Day, When } from '../chip.ts'
import { endsPhrase, isWhole, type Line, wordAfter } from '../line.ts'
import { WEEKDAYS } from './vocabulary.ts'

const WEEKDAY = '(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?,?'
const FORM = new RegExp(
  `(?<=^|\\s)(?:(on|(?:due )?by|due(?: on)?)(?: ${WEEKDAY})?|${WEEKDAY}) the (\\d{1,2})(?:st|nd|rd|th)`,
  'giu',
)
const TIME = /^\d{1,2}(?::\d{2}|[ap]\.?m\b)/i
/**
 * Besides a time, only these words may follow a date in the middle of a sentence. "And" is not one of them, because
 * "on the 5th and 6th floor" contains no date.
 */
const NEXT = new Set('at with about for from via because if every'.split(' '))

export function monthDays(line: Line, today: Day): When[] {
  return [...line.text.matchAll(FORM)].flatMap(
    ({ index: start, 0: text, 1: lead, 2: led, 3: alone, 4: date }) => {
      const end = start + text.length
      const day = nextMonthday(today, Number(date))
      const weekday = led ?? alone
      const next = wordAfter(line, end)
      const complete = endsPhrase(line, end) || NEXT.has(next.toLowerCase()) || TIME.test(next)
      if (day === undefined || !complete || !isWhole(line, { start, end })) return []
      if (weekday && WEEKDAYS[weekdayOf(day)] !== weekday.toLowerCase()) return []
      return [{ day, due: lead !== undefined && lead.toLowerCase() !== 'on', start, end }]
    },
  )
}
