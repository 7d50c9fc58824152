// Times of day in Korean: 오후 3시 반, 세 시, 저녁 7시 30분, 15:00, 정오.
import { hourOfHalf, wakingHour } from '../calendar.ts'
import { HOURS } from './vocabulary.ts'

const HALF = '오전|오후|아침|점심|낮|저녁|밤|새벽'
const HOUR = `\\d{1,2}|${Object.keys(HOURS).join('|')}`

/** The source of a pattern for one time. It has no groups, because it is used twice in patterns of ranges. */
export const TIME = `(?:(?:${HALF}) ?)?(?:(?:${HOUR}) ?시(?!간)(?: ?[0-5]?\\d분| ?반)?|\\d{1,2}:\\d{2})|정오`

const PARTS = new RegExp(
  `^(?:(${HALF}) ?)?(?:(${HOUR}) ?시(?: ?([0-5]?\\d)분| ?(반))?|(\\d{1,2}):(\\d{2}))$`,
  'u',
)

type Half = 'am' | 'pm'

export interface Time {
  readonly minute: number
  readonly half: Half
  /** Whether the text says which half of the day it means. */
  readonly exact: boolean
  /** Written as 15:00, 3시 or 한 시: a time only with a particle, a date or a repetition. */
  readonly bare: boolean
}

export function readTime(text: string, assumed?: Half): Time | undefined {
  if (text === '정오') return { minute: 720, half: 'pm', exact: true, bare: false }
  const match = PARTS.exec(text)
  if (!match) return undefined
  const [, word, named = '', minutes, thirty, digits, digitalMinutes] = match
  const read = HOURS[named] ?? Number(digits ?? named)
  const minute = thirty ? 30 : Number(digitalMinutes ?? minutes ?? 0)
  const bare = digits !== undefined || (!word && read <= 12)
  const half = word ? halfOf(word, read) : assumed
  const hour = half ? hourOfHalf(read, half) : digits?.startsWith('0') ? read : wakingHour(read)
  if (hour === undefined || hour > 23 || minute > 59) return undefined
  const exact = word !== undefined || read > 12 || digits?.startsWith('0') === true || read === 0
  return { minute: hour * 60 + minute, half: hour < 12 ? 'am' : 'pm', exact, bare }
}

function halfOf(word: string, hour: number): Half {
  if (word === '오전' || word === '아침' || word === '새벽') return 'am'
  if (word === '낮' || word === '점심') return hour >= 10 && hour < 12 ? 'am' : 'pm'
  // 밤 12시 is midnight, and so are the hours after it.
  return word === '밤' && (hour === 12 || hour <= 4) ? 'am' : 'pm'
}
