// The line during parsing. Placeholders of the same length replace parsed and protected parts, so that positions
// stay valid and no part is parsed twice.
import type { Range } from './chip.ts'

/** Replaces each character of a chip. */
export const TAKEN = '\uE000'
/** Replaces each quoted character, which must stay text. */
const QUOTE = '\uE001'
/** Replaces each character of a rejected chip. It ends a phrase like a chip, so that chips next to it stay valid. */
const REJECTED = '\uE002'

export interface Line {
  readonly text: string
}

export const cover = (line: Line, { start, end }: Range, by = TAKEN): Line => ({
  text: line.text.slice(0, start) + by.repeat(end - start) + line.text.slice(end),
})

const QUOTED = /"[^"]+"|“[^”]+”|「[^」]+」|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu

export const quotesIn = (text: string): Range[] =>
  [...text.matchAll(QUOTED)].map(match => ({ start: match.index, end: match.index + match[0].length }))

export const protect = (line: Line, quotes: readonly Range[], rejected: readonly Range[]): Line =>
  rejected.reduce(
    (covered, range) => cover(covered, range, REJECTED),
    quotes.reduce((covered, range) => cover(covered, range, QUOTE), line),
  )

/** Returns the word before or after a position; empty if there is none. A chip counts as one word of placeholders. */
export const wordBefore = (line: Line, at: number): string =>
  /(\S+)\s*$/.exec(line.text.slice(0, at))?.[1] ?? ''
export const wordAfter = (line: Line, at: number): string => /^\s*(\S+)/.exec(line.text.slice(at))?.[1] ?? ''

const WORD_PART = /[\p{L}\p{N}\p{M}_'’%$€₩#@&*+=/\\.-]/u

/** True if the range begins and ends at word boundaries. A period or hyphen may follow if nothing is joined to it. */
export function isWhole(line: Line, { start, end }: Range): boolean {
  const before = line.text[start - 1] ?? ' '
  const after = line.text.slice(end, end + 2)
  if (WORD_PART.test(before)) return false
  return after === '' || !WORD_PART.test(after[0] ?? ' ') || /^[.-](\s|$)/.test(after)
}

/** True if only spaces and chips come before. */
export const isFirst = (line: Line, start: number): boolean =>
  line.text.slice(0, start).replaceAll(TAKEN, '').trim() === ''

/** A time that cannot be: 25:00 or 9:75. It stays text, but the date beside it counts. */
export const NO_TIME = '(?:(?:2[5-9]|[3-9]\\d):[0-5]\\d|\\d{1,2}:[6-9]\\d)(?: ?[ap]\\.?m\\b\\.?)?'
const NO_TIME_NEXT = new RegExp(`^(?:at )?${NO_TIME}(?!\\S)`, 'iu')

export const isChip = (word: string): boolean => word.startsWith(TAKEN) || word.endsWith(TAKEN)

/** True if nothing, a chip, a rejected chip, a mark with an unknown name, or punctuation follows. */
export function endsPhrase(line: Line, end: number): boolean {
  const rest = line.text.slice(end).trimStart()
  return (
    rest === '' ||
    rest.startsWith(TAKEN) ||
    rest.startsWith(REJECTED) ||
    /^[,;:)!?]|^[#/~@]\S|^[.…](\s|$)|^[-–—]\s/.test(rest) ||
    NO_TIME_NEXT.test(rest)
  )
}
