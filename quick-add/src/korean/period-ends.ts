// Korean deadlines at the end of a month or year: 이번 달 안에, 11월 말까지, 월말까지, 올해 안에.
import { weekdayOf } from '@daymark/recurrence/year'
import { addMonths, dayOf, partsOf } from '../calendar.ts'
import type { Day, When } from '../chip.ts'
import { phrase } from './phrase.ts'

const WITHIN = '(?: 안에| 안으로| ?내로| 중으로|까지| ?말까지)'
/** 이번 달 안에 읽을 책 (books to read within this month) is the name of a list. */
const NO_LIST = '(?! (?:\\S+ )*?\\S*(?:을|은|할|볼|갈|낼|될|살|줄|올) \\S+\\s*$)'
/** 11월까지 may not include November, so it stays text. */
export const PERIOD_ENDS = phrase(
  `(?:(?<this>(?:이번 ?달|이달)(?:${WITHIN}| ?말에)|월말까지)|(?:(?<next>다음 ?달|담달)|(?<month>\\d{1,2})월) ?말(?:까지|에)|(?<week>이번 ?주(?: 안에| 안으로| ?내로| 중으로|까지))|(?<year>(?:올해|금년)${WITHIN}|연말까지|연내에|연내로))${NO_LIST}`,
)
export const MAYBE_PERIOD = /[달월해년주] ?(?:안|내|중|말|까지)|연[말내]/u

export function periodEnd(
  { groups = {} }: RegExpExecArray,
  today: Day,
): Omit<When, 'start' | 'end'> | undefined {
  // The end of the week is the end of its work, as in English.
  if (groups['week']) return { day: today - weekdayOf(today) + (weekdayOf(today) <= 4 ? 4 : 6), due: true }
  const { year, month } = partsOf(today)
  // For 다음 달 (next month) in December, this is 13, which `addMonths` below turns into January of the next year.
  const last = groups['month']
    ? Number(groups['month'])
    : groups['year']
      ? 12
      : month + (groups['next'] ? 1 : 0)
  if (groups['month'] && (last < 1 || last > 12)) return undefined
  const first = dayOf(last < month ? year + 1 : year, 1, 1)
  return first === undefined ? undefined : { day: addMonths(first, last) - 1, due: true }
}
