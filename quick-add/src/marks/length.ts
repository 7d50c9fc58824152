// Parses a duration at the beginning of a text: 2h, 90 min, 30-minute, 1h30, 1.5 hours, 2시간, 1시간 30분, 한 시간 반.

const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
}
export const WORD = Object.keys(WORDS).join('|')
const ENGLISH = new RegExp(
  `^(?:(\\d+(?:\\.\\d+)?|${WORD})[ -]?(?:hours?|hrs?|h)(?: ?(?:and )?(\\d+) ?(?:minutes?|mins?|m)?|( and a half))?|(an hour(?: and (?:a half|\\d{1,2} ?(?:minutes?|mins?|m)))?|half an hour|(?:a )?half[ -]hour)|(\\d+|${WORD})[ -]?(?:minutes?|mins?|m))(?![\\p{L}\\p{N}])`,
  'iu',
)
const KOREAN = /^(?:(\d+(?:\.\d+)?|[한두세네]) ?시간(?: ?(\d+) ?분| ?(반))?|(\d+) ?분)/u
const NUMERALS: Record<string, number> = { 한: 1, 두: 2, 세: 3, 네: 4 }
const MOST = 100_000

export interface Length {
  readonly minutes: number
  /** The number of characters that the duration takes. */
  readonly length: number
}

export function minutesOf(text: string): Length | undefined {
  const read = english(text) ?? korean(text)
  return read && read.minutes >= 1 && read.minutes <= MOST ? read : undefined
}

function english(text: string): Length | undefined {
  const match = ENGLISH.exec(text)
  if (!match) return undefined
  const [all, hours, minutes, half, spoken, onlyMinutes] = match
  if (spoken) return { minutes: spokenMinutes(spoken.toLowerCase()), length: all.length }
  if (onlyMinutes) return { minutes: numberOf(onlyMinutes), length: all.length }
  return total(all, numberOf(hours), half ? 30 : Number(minutes ?? 0))
}

const numberOf = (text = ''): number => WORDS[text.toLowerCase()] ?? Number(text)

function spokenMinutes(text: string): number {
  if (text.endsWith('and a half')) return 90
  if (text.startsWith('an hour')) return 60 + Number(/\d+/.exec(text)?.[0] ?? 0)
  return text.includes('half') ? 30 : 60
}

function korean(text: string): Length | undefined {
  const match = KOREAN.exec(text)
  if (!match) return undefined
  const [all, hours = '', minutes, half, onlyMinutes] = match
  if (onlyMinutes) return { minutes: Number(onlyMinutes), length: all.length }
  return total(all, NUMERALS[hours] ?? Number(hours), half ? 30 : Number(minutes ?? 0))
}

/** Returns undefined if a fraction of an hour is not a whole number of minutes. */
function total(all: string, hours: number, minutes: number): Length | undefined {
  const sum = hours * 60 + minutes
  return Number.isInteger(sum) ? { minutes: sum, length: all.length } : undefined
}
