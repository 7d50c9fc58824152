// Weekdays by their first letters: every M/W/F, every other Tu/Th, every Tu, Th and Sa, every M-Th 7am.
import { CLOCK, DAY } from './vocabulary.ts'

/** "We" is not a day in "every F, we play chess". */
const LETTER = '(?:mo?|th|tu?|we(?! (?!and |at )\\p{L})|w|fr?|sa|su)\\b'
const ITEM = `(?:${DAY}\\b|${LETTER})`
const GROUP = '(?:mwf|tu?th)\\b'
const WORKWEEK = 'm[-–]f\\b'
const TO = '(?: ?[-–] ?| to )'
const AND = '(?:,? and | & )'
const NEXT = `(?:${AND}|, ?| ?/ ?)`
/** Rejects a list followed by more days, because it would be incomplete. "S" alone may be Saturday or Sunday. */
const NO_MORE = `(?!(?:/|${AND})(?:${ITEM}|s\\b|week)|, ?(?:${LETTER}|\\p{L}+day\\b|s\\b|week))`
/**
 * Without a time, single letters need a slash or a comma between them, because "M and F" may be anything. "T/F" is not
 * a list, because it more likely means true or false.
 */
const LISTED = `(?:(?:${GROUP}|${WORKWEEK})(?:/${ITEM})*|${LETTER}(?:/${ITEM}|, ?${LETTER})+)(?:${AND}${ITEM})*${NO_MORE}`
/** A day, a group of days, or a range of days. */
const PART = `(?:${GROUP}|week(?:day|end)\\b|${ITEM}(?:${TO}${ITEM})?)`
/** Matches any list before a time. */
const TIMED = `(?:${ITEM}${TO}${ITEM}|${PART}(?:(?:${NEXT}| )${PART})+)(?= ${CLOCK})`
/** Matches a list at the end of the line, but not "every Friday, Mo", where Mo is a person. */
const LAST = `${DAY}\\b(?:(?:${NEXT}${PART}){2,}|(?:${AND}|/)${PART})(?=\\s*(?:$|\\uE000))`

export const DAY_LETTERS = `(?!t/f\\b)(?:${TIMED}|${LAST}|${LISTED})`

const ANY = `(?:${GROUP}|${ITEM}|s\\b|week(?:day|end)\\b)`
const JOINED = `(?:${NEXT}| |${TO})`
const AFTER_EVERY = `(?:(?:every|each) (?:other |(?:\\w+ )?weeks? on )?|weekly on )(?:${DAY}${JOINED})*(?:${GROUP}|${LETTER}|s\\b)(?:${JOINED}${ANY})*(?= ${CLOCK}| (?:except|excluding|but) )`
/** Days without "every": "Mon/W/F 7am", but not "Send T/T 5 at 3pm". */
const BARE = `(?:${GROUP}|${WORKWEEK}|(?:${DAY}|m|tu?|w|th)(?:/(?:${DAY}|tu?|w|th|f|sa|su))+|${DAY}(?:${NEXT}${ITEM})+)(?= ${CLOCK})`
/** Days at the start of the line: "Tue/Thu standup 9am". */
const FIRST = `(?<=^\\s*)${DAY}(?:(?:${NEXT}| )${DAY})+\\b`
/**
 * Days that quick add does not understand. A time next to them is probably not a single time today: "MWF 4pm",
 * "every T/Th/S 9am".
 */
export const UNREAD_LETTERS = new RegExp(`(?<!\\S)(?:${AFTER_EVERY}|${BARE}|${FIRST})`, 'iu')

/**
 * Days that quick add does not understand and that change the recurrence: "every week on M 7am", "weekly on
 * T/Th/S".
 */
export const UNREAD_DAYS = new RegExp(
  `^ on (?:${DAY}${JOINED})*(?:${GROUP}|${LETTER}|s\\b)(?:(?:${JOINED}${ANY})+|(?= ${CLOCK}))`,
  'iu',
)

/** Parses a list of weekdays. 0 is Monday. */
export function daysByLetters(list: string): number[] {
  const parts = list.replace(new RegExp(TO, 'g'), '-').split(/,? and |, ?| & | ?\/ ?| /)
  return [...new Set(parts.flatMap(part => GROUPS[part] ?? between(part)))].sort((a, b) => a - b)
}
const GROUPS: Record<string, number[]> = {
  mwf: [0, 2, 4],
  tth: [1, 3],
  tuth: [1, 3],
  weekday: [0, 1, 2, 3, 4],
  weekend: [5, 6],
}
const BY_LETTERS: Record<string, number> = { m: 0, t: 1, w: 2, th: 3, f: 4, sa: 5, su: 6 }
const dayOf = (name: string): number => BY_LETTERS[name.slice(0, 2)] ?? BY_LETTERS[name.slice(0, 1)] ?? 0

function between(part: string): number[] {
  const [from = '', to = from] = part.split('-')
  return span(dayOf(from), dayOf(to))
}

/** Returns all days from one weekday to another, such as Monday to Friday. */
export const span = (from: number, to: number): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7).sort((a, b) => a - b)
