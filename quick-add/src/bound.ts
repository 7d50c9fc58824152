// The limits of a series, from either language.
import { addMonths } from './calendar.ts'
import type { Day, Range, Repeat } from './chip.ts'
import { DAY, MONTHS } from './english/vocabulary.ts'
import { type Line, TAKEN } from './line.ts'

export interface Bound extends Range {
  readonly from?: Day
  readonly until?: Day
  readonly count?: number
  /** From the first occurrence on. */
  readonly days?: number
  readonly months?: number
  /** Weekdays on which the series does not happen. 0 is Monday. */
  readonly except?: readonly number[]
}

/** Applies the limits to the series. `first` is the day of its first occurrence. */
export function bounded(repeat: Repeat, bounds: readonly Bound[], first: Day): Repeat {
  let series = repeat
  for (const bound of bounds) {
    if (bound.except) series = without(series, bound.except)
    if (bound.count !== undefined) series = { ...series, count: bound.count }
    const last = lastDay(bound, first)
    if (last !== undefined) series = { ...series, until: last }
  }
  return series
}

function lastDay({ until, days, months }: Bound, first: Day): Day | undefined {
  if (days !== undefined) return first + days - 1
  return months === undefined ? until : addMonths(first, months) - 1
}

function without(repeat: Repeat, except: readonly number[]): Repeat {
  const days =
    repeat.weekdays ?? (repeat.freq === 'DAILY' && repeat.interval === 1 ? [0, 1, 2, 3, 4, 5, 6] : undefined)
  const rest = days?.filter(day => !except.includes(day))
  return rest && rest.length > 0 ? { ...repeat, freq: 'WEEKLY', weekdays: rest } : repeat
}

/** The place after a series or its time. Elsewhere, "from" belongs to the title. */
const AFTER_SERIES = `(?<=^\\s*|${TAKEN}(?: (?:at )?\\d[\\d:]*(?: ?[ap]m)?)? )`
const START = new RegExp(
  `(?:\\b(?:starting|beginning)|${AFTER_SERIES}from) (?:on )?(?:(?:(?:last|next|this)(?: past| coming)? |coming |past )?${DAY}\\b|last (?:week|month|year)\\b|yesterday\\b|(?:${MONTHS.join('|')})[a-z]* \\d)(?!['’]s)`,
  'i',
)
/** 이번 수요일 매일 (every day, this Wednesday) has a first day, too. 지난 수요일 회의록 매주 (minutes, every week) has none. */
const KOREAN_START =
  /(?:[월화수목금토일](?:요일|욜)|\d일|(?<!\p{L})(?:지난 ?[주달해]|작년|어제|그제|그저께|엊그제))부터|(?<!\p{L})(?:이번|지난) ?(?:주 ?)?[월화수목금토일](?:요일|욜)에? ?\uE000/u

/** True if the rest of the line names a first day that was not understood, such as a day that is over. */
export const hasUnreadStart = ({ text }: Line): boolean => START.test(text) || KOREAN_START.test(text)
