// English times of day: 3pm, 15:00, at 7, half past nine, quarter to 5, noon, 9-5, from 12:30 to 14:00, 1530.
import { hourOfHalf } from '../calendar.ts'
import { END, HOUR_WORD, matchAt, numberOf } from './words.ts'

type Half = 'am' | 'pm'

export interface Clock {
  readonly end: number
  /** Minutes after midnight, as written: without am or pm, 3 is 180. */
  readonly minute: number
  /** True if the text says whether it means the morning or the afternoon. */
  readonly exact: boolean
  /** `time` stands for itself (3pm, 15:00), `words` too (half past nine); `number` needs "at" or a day beside it. */
  readonly form: 'time' | 'words' | 'number'
  readonly half?: Half | undefined
}

export interface ClockRange {
  readonly end: number
  readonly from: Clock
  readonly to: Clock
}

const IN_HALF = '(?: (?:in the (?<part>morning|afternoon|evening)|(?<night>at night))\\b)?'
const TWELVE = new RegExp(`(\\d{1,2})(?:[:.](\\d{2}))? ?([ap])(?:\\.?m\\.?|(?=\\b))${END}`, 'iuy')
const DIGITAL = new RegExp(
  `(\\d{1,2})[:.](\\d{2})(?: ?h(?:rs?|ours?)?)?(?![:\\d])${IN_HALF}(?:(?=z(?![\\p{L}\\p{N}]))|${END})`,
  'iuy',
)
const NAMED = new RegExp(`(?:12 )?(noon|midday|midnight)${END}`, 'iuy')
const AROUND = new RegExp(
  `(?:(half)(?: past|(?<=\\bat half))|(quarter|five|ten|twenty|twenty[- ]five|5|10|20|25)(?: min(?:ute)?s?)? (past|after|to)) (\\d{1,2}|${HOUR_WORD})(?: ?([ap])\\.?m\\.?)?${IN_HALF}(?!:)${END}`,
  'iuy',
)
const OCLOCK = new RegExp(`(\\d{1,2}|${HOUR_WORD}) ?o['’]?clock${IN_HALF}${END}`, 'iuy')
const HALVED = new RegExp(`(${HOUR_WORD})(?: (thirty|fifteen|forty[- ]five))? ?([ap])\\.?m\\.?${END}`, 'iuy')
const BARE = new RegExp(
  `(\\d{1,2}|${HOUR_WORD})(?: (thirty|fifteen|forty[- ]five))?${IN_HALF}(?![:.,]\\d)(?!(?:st|nd|rd|th)\\b)(?! ?[%°x×])${END}`,
  'iuy',
)
const MILITARY = new RegExp(`([01]\\d|2[0-3])([0-5]\\d)(?: ?h(?:rs?|ours?)?)?${END}`, 'iuy')

const FRENCH = new RegExp(`(1[3-9]|2[0-3]) ?h(\\d{2})?${END}`, 'iuy')

export function clockAt(text: string, at: number): Clock | undefined {
  const twelve = matchAt(TWELVE, text, at)
  // "7p" and "10a" are times, but "4a" in "Room 4a" is not, so they count like a number.
  if (twelve) {
    const [all, hour = '', minute = '0', letter = ''] = twelve
    const half = halfOf(letter)
    const short = !/m\.?$/i.test(all)
    // "Seat 12A" is a place.
    if (short && (/[AP]$/.test(all) || all.includes(' '))) return undefined
    return clock(at + all.length, hourOfHalf(Number(hour), half), Number(minute), {
      ...{ exact: true, half, form: short && !all.includes(':') ? 'number' : 'time' },
    })
  }
  const named = matchAt(NAMED, text, at)
  if (named) {
    const minute = /midnight/i.test(named[0]) ? 0 : 720
    return { end: at + named[0].length, minute, exact: true, form: 'words' }
  }
  const around = matchAt(AROUND, text, at)
  // "10 to 5" is a range, but "at 10 to 5" is 4:50.
  const inDigits = around !== undefined && /^\d/.test(around[0]) && !/\bmin|past|after/i.test(around[0])
  const isRange = inDigits && (around?.[5] !== undefined || !/\bat $/i.test(text.slice(0, at)))
  if (around && !isRange) return clockAround(around, at)
  const digital = matchAt(DIGITAL, text, at)
  if (digital) {
    const [all, hour = '', minute = ''] = digital
    // 3.50 is an amount unless the dot follows "at", which the caller knows, so it counts like a number.
    const form = all.includes('.') ? 'number' : 'time'
    return inHalf(
      digital,
      clock(at + all.length, Number(hour), Number(minute), {
        ...{ exact: Number(hour) > 12 || hour.startsWith('0'), form },
      }),
    )
  }
  const halved = matchAt(HALVED, text, at)
  if (halved) {
    const [all, hour = '', minutes, letter = ''] = halved
    const half = halfOf(letter)
    return clock(at + all.length, hourOfHalf(numberOf(hour), half), minutesOf(minutes), {
      ...{ exact: true, half, form: 'time' },
    })
  }
  const oclock = matchAt(OCLOCK, text, at)
  if (oclock)
    return inHalf(
      oclock,
      clock(at + oclock[0].length, numberOf(oclock[1] ?? ''), 0, { exact: false, form: 'words' }),
    )
  return undefined
}

/** Also matches a number alone, which is an hour only after "at" or next to a day. */
export function hourAt(text: string, at: number): Clock | undefined {
  const found = clockAt(text, at)
  if (found) return found
  const military = matchAt(MILITARY, text, at)
  if (military)
    return clock(at + military[0].length, Number(military[1]), Number(military[2]), {
      exact: true,
      form: 'number',
    })
  const french = matchAt(FRENCH, text, at)
  if (french)
    return clock(at + french[0].length, Number(french[1]), Number(french[2] ?? 0), {
      exact: true,
      form: 'number',
    })
  const bare = matchAt(BARE, text, at)
  if (!bare) return undefined
  const hour = numberOf(bare[1] ?? '')
  return inHalf(
    bare,
    clock(at + bare[0].length, hour, minutesOf(bare[2]), {
      ...{ exact: hour > 12 || /^0\d/.test(bare[1] ?? ''), form: 'number' },
    }),
  )
}

const TO = /(?: ?[-–—] ?| (?:to|until|till|til|and) )/iuy

/** Matches "2-3pm", "from 9 to 5", "5:30pm until 10pm". With "between" the ends are joined by "and". */
export function clockRangeAt(text: string, at: number, joins: 'to' | 'and' = 'to'): ClockRange | undefined {
  const from = hourAt(text, at)
  const to = from && matchAt(TO, text, from.end)
  if (!to || /and/i.test(to[0]) !== (joins === 'and')) return undefined
  const until = hourAt(text, from.end + to[0].length)
  return until && { end: until.end, from, to: until }
}

function clockAround(match: RegExpExecArray, at: number): Clock | undefined {
  const [all, half, word = '', side = '', hour = '', letter] = match
  const minutes = half ? 30 : word.toLowerCase() === 'quarter' ? 15 : minutesIn(word)
  const written = letter ? hourOfHalf(numberOf(hour), halfOf(letter)) : numberOf(hour)
  if (written === undefined || written > 23 || (!letter && (written < 1 || written > 12))) return undefined
  const before = side.toLowerCase() === 'to'
  const minute = (written * 60 + (before ? -minutes : minutes) + 1440) % 1440
  return inHalf(match, {
    ...{ end: at + all.length, minute, exact: letter !== undefined, form: 'words' },
    half: letter ? halfOf(letter) : undefined,
  })
}

const minutesIn = (word: string): number => (/^twenty.five$/i.test(word) ? 25 : numberOf(word))
const minutesOf = (word: string | undefined): number =>
  word === undefined ? 0 : /^thirty/i.test(word) ? 30 : /^fifteen/i.test(word) ? 15 : 45

const halfOf = (letter: string): Half => (letter.toLowerCase() === 'a' ? 'am' : 'pm')

function clock(
  end: number,
  hour: number | undefined,
  minute: number,
  rest: Pick<Clock, 'exact' | 'form' | 'half'>,
): Clock | undefined {
  if (hour === undefined || hour > 24 || (hour === 24 && minute > 0) || minute > 59) return undefined
  return { end, minute: (hour % 24) * 60 + minute, ...rest }
}

/** Applies "in the evening" or "at night". */
function inHalf(match: RegExpExecArray, found: Clock | undefined): Clock | undefined {
  const { part, night } = match.groups ?? {}
  if (!found || (!part && !night) || found.minute >= 780) return found
  const hour = Math.floor(found.minute / 60)
  const isMorning = part?.toLowerCase() === 'morning' || (night && (hour === 12 || hour < 5))
  const minute = (isMorning ? found.minute % 720 : (found.minute % 720) + 720) % 1440
  return { ...found, minute, exact: true, half: isMorning ? 'am' : 'pm', form: 'time' }
}
