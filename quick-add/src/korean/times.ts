// Korean times of day: 오후 3시 반, 세 시, 저녁 7시 30분, 15:00, 정오.
import { hourOfHalf, wakingHour } from '../calendar.ts'
import { HOURS } from './vocabulary.ts'

const HALF = '오전|오후|아침|점심|낮|저녁|밤|새벽'
const HOUR = `\\d{1,2}|${Object.keys(HOURS).join('|')}`

/** The first hour of a range, without its unit 시 (o'clock): 3 in 3~5시, 오후 1 in 오후 1~2시 반. */
export const HOUR_OF_RANGE = `(?:(?:${HALF}) ?)?\\d{1,2}(?= ?[~-])`

/** The regex source for one time. It has no capture groups, because range patterns use it twice. */
export const TIME = `(?:(?:${HALF}) ?)?(?:(?:${HOUR}) ?시(?!간)(?: ?[0-5]?\\d분| ?반)?|\\d{1,2}:\\d{2})(?: ?정각)?|정오`

const PARTS = new RegExp(
  `^(?:(${HALF}) ?)?(?:(${HOUR}) ?시(?: ?([0-5]?\\d)분| ?(반))?|(\\d{1,2}):(\\d{2}))(?: ?정각)?$`,
  'u',
)

type Half = 'am' | 'pm'

export interface Time {
  readonly minute: number
  /** True if the text specifies am or pm. */
  readonly exact: boolean
  /** True for 15:00, 3시 (3 o'clock) or 한 시 (1), which are times only with a particle, a date or a recurrence. */
  readonly bare: boolean
  /** True for 밤 12시 (12 at night) and the hours after it, which belong to the previous day's night. */
  readonly late: boolean
}

export function readTime(text: string): Time | undefined {
  if (text === '정오') return { minute: 720, exact: true, bare: false, late: false }
  // The midnight that ends the day.
  if (text === '자정') return { minute: 0, exact: true, bare: false, late: true }
  const match = PARTS.exec(text)
  if (!match) return undefined
  const [, word, named = '', minutes, thirty, digits, digitalMinutes] = match
  const read = HOURS[named] ?? Number(digits ?? named)
  const minute = thirty ? 30 : Number(digitalMinutes ?? minutes ?? 0)
  const bare = !word && (digits !== undefined || read <= 12)
  const padded = (digits ?? named).startsWith('0')
  // 저녁 12시 (12 in the evening) is ambiguous: it is not noon, and may not be midnight.
  if (read === 12 && (word === '저녁' || word === '아침')) return undefined
  const hour = word ? hourOfHalf(read, halfOf(word, read)) : padded ? read : wakingHour(read)
  // Rejects 24시 (24 o'clock), because it more often means "open all day" than midnight.
  if (hour === undefined || hour > 23 || minute > 59 || read === 24) return undefined
  const exact = word !== undefined || read > 12 || padded
  return { minute: hour * 60 + minute, exact, bare, late: word === '밤' && hour < 5 }
}

function halfOf(word: string, hour: number): Half {
  if (word === '오전' || word === '아침' || word === '새벽') return 'am'
  if (word === '낮' || word === '점심') return hour >= 10 && hour < 12 ? 'am' : 'pm'
  // 밤 12시 (12 at night) is midnight. The hours after it also belong to the night.
  return word === '밤' && (hour === 12 || hour <= 4) ? 'am' : 'pm'
}
