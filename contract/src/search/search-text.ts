// Normalizes text for search: ignores case, accents and width, and reduces Korean to initial consonants too.

/** A query word. A text matches if it contains all `parts` and, unless null, `initials`. */
export interface SearchWord {
  /** The pieces of the word between single Korean consonants. */
  readonly parts: readonly string[]
  /** The word's initial consonants, to find in those of the text. Null if the word contains no single consonant. */
  readonly initials: string | null
}

/** An item's stored search text. `text` and `initials` have the same number of characters. */
export interface SearchText {
  /** A space and the title. If there are other texts, also a line break, another space and these texts. */
  readonly text: string
  /** Null if the text has no Korean. */
  readonly initials: string | null
  /** Counts the characters up to the end of the title. */
  readonly title_length: number
}

/** Longer texts are cut, because a series can have thousands of renamed occurrences. */
const MAX_LENGTH = 40_000

export function searchText(title: string | null, rest: readonly (string | null)[]): SearchText {
  const head = ` ${normalized(title ?? '')}`
  const more = rest.map(each => normalized(each ?? '')).filter(each => each !== '')
  const whole = more.length > 0 ? `${head}\n ${more.join(' ')}` : head
  const text = whole.length > MAX_LENGTH ? whole.slice(0, MAX_LENGTH).toWellFormed() : whole
  return { text, initials: initialsOf(text), title_length: Array.from(head).length }
}

/** Returns an empty array if the query contains nothing searchable. */
export function searchWords(query: string): SearchWord[] {
  const words = new Set(normalized(query).split(' '))
  words.delete('')
  return [...words].map(word => ({
    parts: word.split(CONSONANTS).filter(part => part !== ''),
    initials: HAS_CONSONANT.test(word) ? initialsOf(word) : null,
  }))
}

/** A hit has three possible positions: at the start of the title (best), at the start of a word, or inside a word. */
const POSITIONS = 3

/**
 * Returns the rank of a hit, or undefined if the text lacks a word. A smaller rank is better, and title hits come
 * first. `search/store.ts` on the server computes the same rank in SQL.
 */
export function rankOf({ text, initials }: SearchText, words: readonly SearchWord[]): number | undefined {
  let isInTitle = true
  for (const word of words) {
    if (!word.parts.every(part => text.includes(part))) return undefined
    const [where, sought] = comparison(word, text, initials)
    const at = where.indexOf(sought)
    if (at < 0) return undefined
    if (at > titleEnd(where)) isInTitle = false
  }
  const [first] = words
  if (!first) return undefined
  const [where, sought] = comparison(first, text, initials)
  const at = where.indexOf(` ${sought}`)
  const isWordStart = at >= 0 && (!isInTitle || at < titleEnd(where))
  const position = at === 0 ? 0 : isWordStart ? 1 : 2
  return (isInTitle ? 0 : POSITIONS) + position
}

const titleEnd = (text: string): number => {
  const at = text.indexOf('\n')
  return at < 0 ? text.length : at
}

export const isTitleRank = (rank: number): boolean => rank < POSITIONS

/** Returns the text to search, then the text to find in it. */
const comparison = (
  { parts, initials }: SearchWord,
  text: string,
  ofText: string | null,
): [string, string] => (initials === null ? [text, parts[0] ?? ''] : [ofText ?? '', initials])

/**
 * Finds the words in the original text, for highlighting. The ranges are in UTF-16 units, sorted, and do not
 * overlap.
 */
export function hitsIn(text: string, words: readonly SearchWord[]): [start: number, end: number][] {
  const places: number[] = []
  let plain = ''
  let at = 0
  for (const char of text) {
    const folded = foldedChar(char)
    for (let each = 0; each < folded.length; each++) places.push(at)
    plain += folded
    at += char.length
  }
  places.push(at)
  // Each character of two UTF-16 units becomes two dots, so that positions are the same in both texts.
  const initials = initialsOf(plain.replace(ASTRAL, '..')) ?? ''
  const found: [number, number][] = []
  for (const word of words) {
    const [where, sought] = comparison(word, plain, initials)
    for (let from = where.indexOf(sought); from >= 0; from = where.indexOf(sought, from + sought.length))
      found.push([places[from] ?? at, places[from + sought.length] ?? at])
  }
  return merged(found)
}

function merged(ranges: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/** Accents in alphabets. In other scripts, marks distinguish letters, such as voiced sounds in Japanese. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
/** Hebrew and Arabic signs that are usually not written, such as those for vowels. */
const VOWEL_SIGNS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g
/** Letters that Unicode does not reduce to plain letters, such as ø and æ, and typographic punctuation. */
const PLAIN: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
}
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\s\p{Cc}]+/gu
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu
const ASCII = /^[\x20-\x7e]*$/
const BLANKS = / {2,}/g

/** Splits consonant pairs, because Korean keyboards combine two consonants that are typed in sequence. */
const PAIRS: Record<string, string> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
}
const PAIR = /[ㄳㄵㄶㄺ-ㅀㅄ]/g

const folded = (text: string): string =>
  text
    .replace(PAIR, pair => PAIRS[pair] ?? pair)
    .normalize('NFKD')
    // Converts to uppercase first, because that also replaces letters such as ß (with SS).
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(VOWEL_SIGNS, '')
    .replace(INVISIBLE, '')
    .replace(NOT_PLAIN, char => PLAIN[char] ?? char)
    .normalize('NFC')

function normalized(text: string): string {
  // Most texts are ASCII and can skip the slow Unicode normalization.
  return ASCII.test(text)
    ? text.toLowerCase().replace(BLANKS, ' ').trim()
    : folded(text).replace(SPACES, ' ').trim()
}

const foldedChar = (char: string): string =>
  char >= ' ' && char <= '~' ? char.toLowerCase() : folded(char).replace(SPACES, ' ')

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const SYLLABLES_PER_CONSONANT = 588
const FIRST_CONSONANT = 0x1100
const LAST_CONSONANT = 0x1112
const CONSONANTS = /[\u1100-\u1112]+/
const HAS_CONSONANT = /[\u1100-\u1112]/
const KOREAN = /[\u1100-\u1112\uac00-\ud7a3]/

/**
 * Replaces each Korean syllable with its initial consonant. Keeps single consonants, spaces and line breaks, and
 * replaces anything else with a dot. Returns null for text without Korean.
 */
function initialsOf(text: string): string | null {
  if (!KOREAN.test(text)) return null
  let initials = ''
  for (const char of text) {
    const code = char.charCodeAt(0)
    const consonant =
      code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
        ? FIRST_CONSONANT + Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_CONSONANT)
        : code >= FIRST_CONSONANT && code <= LAST_CONSONANT
          ? code
          : undefined
    initials +=
      consonant !== undefined ? String.fromCharCode(consonant) : char === ' ' || char === '\n' ? char : '.'
  }
  return initials
}
