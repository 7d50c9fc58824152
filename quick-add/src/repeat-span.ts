// Finds words that limit a recurrence. Quick add does not support ends, exceptions or vague starts, so a recurrence
// with one of these stays text.
import type { Repeat } from './chip.ts'
import { DAY, MONTHS } from './english/vocabulary.ts'
import { COUNTS, DAYS } from './korean/vocabulary.ts'
import { type Line, TAKEN } from './line.ts'

/**
 * Matches exceptions to a recurrence, such as 월요일 빼고 매일 (every day except Monday). Does not match 커피 말고 차 매일 (tea
 * instead of coffee, every day) or "nothing but money every day", which really mean every day.
 */
const EXCEPT = new RegExp(
  `(?:${TAKEN}|요일|평일|주말|휴일|명절|연휴|방학|오늘|내일|모레|\\d[일월주]|(?<!\\p{L})(?:주|(?:[월화수목금토][,·/ ]*)+일?))(?:에|에는|은|는|만|을|를)?\\s*(?:제외|빼고|말고)(?:하고|한)?(?=\\s|$)|\\b(?:except|excluding|besides|(?<!(?:no|any)thing )but)(?: for| on| not| the)* (?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?|week(?:days?|ends?)|holidays?)\\b`,
  'iu',
)
/** Matches the place after a recurrence or its time. Elsewhere, "from" belongs to the title. */
const AFTER_REPEAT = `(?<=^\\s*|${TAKEN}(?: (?:at )?\\d[\\d:]*(?: ?[ap]m)?)? )`
/**
 * Matches a start without an exact first day, as in "every day starting next week". Does not match "notes from this
 * week every Friday", where "from this week" is part of the title.
 */
const VAGUE_START = new RegExp(
  `(?:\\b(?:starting|beginning)|${AFTER_REPEAT}from) (?:in )?(?:next|this) (?:week|month|year)\\b(?!['’]s)`,
  'i',
)
/** Matches the end of a recurrence, which quick add does not support yet. */
const REPEAT_END =
  /\b(?:until|(?<!the )till) (?!\d{1,2}(?::\d\d| ?[ap]m|\s*$)|noon\b|midnight\b)|\b(?:through|thru) (?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|the end|next|20\d\d)|(?:\d일|[월화수목금토일](?:요일|욜)|모레|크리스마스|[말초순주달년월])까지/iu
/** "Every Tuesday in December" and "every Monday from March" do not begin on the next matching day. */
const PERIOD_OF_YEAR = new RegExp(
  `\\b(?:from|in|starting(?: from| in)?|beginning(?: in)?) (?:early |mid-? ?|late )?(?:(?:${MONTHS.join('|')})[a-z]*|spring|summer|fall|autumn|winter|20\\d\\d)\\b(?! ?\\d{1,2}(?:st|nd|rd|th)?\\b(?!:))`,
  'i',
)
/**
 * 다음 주 매일 (every day next week), 12월에 매주 화요일 (every Tuesday in December) and 3월부터 매일 (every day from March) do not
 * begin on the next matching day. The first two also end.
 */
const KOREAN_PERIOD = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:(?:이번|다음|다다음) ?[주달]|담[주달]|올해|내년|내후년|\\d{1,2}월)(?:에|에는|동안)? ?${TAKEN}|(?:올해|내년|내후년|\\d{1,2}월)부터)`,
  'u',
)

/**
 * Matches a first day in text that has no date, as in "every week from last Monday". Does not match "notes from last
 * Monday every week", where "from last Monday" is part of the title.
 */
const START = new RegExp(
  `(?:\\b(?:starting|beginning)|${AFTER_REPEAT}from) (?:on )?(?:(?:(?:last|next|this)(?: past| coming)? |coming |past )?${DAY}\\b|last (?:week|month|year)\\b|yesterday\\b|(?:${MONTHS.join('|')})[a-z]* \\d)(?!['’]s)`,
  'i',
)
/**
 * 이번 수요일 매일 (every day, this Wednesday) has a first day, too. 지난 수요일 회의록 매주 (last Wednesday's minutes, every week)
 * has none.
 */
const KOREAN_START = new RegExp(
  `(?:[월화수목금토일](?:요일|욜)|\\d일|(?<!\\p{L})(?:지난 ?[주달해]|작년|어제|그제|그저께|엊그제))부터|(?<!\\p{L})(?:이번|지난) ?(?:주 ?)?[월화수목금토일](?:요일|욜)에? ?${TAKEN}`,
  'u',
)

const UNIT_DAYS: Record<string, number> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
  일: 1,
  주: 7,
  달: 30,
  개월: 30,
  년: 365,
}
const PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 30, YEARLY: 365 }
const WORDS: Record<string, number> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
  twelve: 12,
}
const SPAN = new RegExp(
  `\\bfor (?:the )?(?:next )?(\\d{1,3}|${Object.keys(WORDS).join('|')}) (day|week|month|year)s?\\b`,
  'i',
)
const KOREAN_SPAN = new RegExp(
  `(?<![\\p{L}\\d])(?:(\\d{1,3}|일|${Object.keys(COUNTS).join('|')}) ?(일|주|달|개월|년)일?|(${Object.keys(DAYS).join('|')})) ?(?:동안|간)만?(?!\\p{L})`,
  'u',
)

/**
 * True if the rest of the line limits the recurrence: "every day for 10 days" ends, but in "fast every month for 3
 * days", the length belongs to each occurrence.
 */
export function isBounded({ text }: Line, { freq, interval }: Repeat): boolean {
  if (REPEAT_END.test(text) || VAGUE_START.test(text) || EXCEPT.test(text)) return true
  if (PERIOD_OF_YEAR.test(text) || KOREAN_PERIOD.test(text)) return true
  return spanOf(text) > PERIOD_DAYS[freq] * interval
}

/** Returns the number of days in "for 6 weeks" or 열흘 동안 (for ten days); 0 if the text has no such length. */
function spanOf(text: string): number {
  const [, count = '', unit = ''] = SPAN.exec(text) ?? []
  const [, amount = '', korean = '', days = ''] = KOREAN_SPAN.exec(text) ?? []
  if (days) return DAYS[days] ?? 0
  if (korean) return (amount === '일' ? 1 : (COUNTS[amount] ?? Number(amount))) * (UNIT_DAYS[korean] ?? 0)
  return unit ? (WORDS[count.toLowerCase()] ?? Number(count)) * (UNIT_DAYS[unit.toLowerCase()] ?? 0) : 0
}

/**
 * True if the rest of the line names a first day that quick add does not understand, such as a day that is over. The
 * recurrence would begin on another day.
 */
export const hasUnreadStart = ({ text }: Line): boolean => START.test(text) || KOREAN_START.test(text)
