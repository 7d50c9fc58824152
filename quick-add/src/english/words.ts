// Small readers of English words and numbers. All of them match at one position of the line.

/** Matches at exactly this position. The pattern must be sticky. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const TENS: Record<string, number> = {
  fifteen: 15,
  twenty: 20,
  'twenty-five': 25,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
}
const MORE: Record<string, number> = { a: 1, an: 1, 'a couple of': 2, 'a few': 3, ...TENS }

/** Matches a number in digits or words: 3, three, a, a couple of. */
export const NUMBER = `\\d{1,3}|${[...NUMBERS.slice(1), ...Object.keys(MORE)].sort((a, b) => b.length - a.length).join('|')}`
export const HOUR_WORD = NUMBERS.slice(1).join('|')

export function numberOf(text: string): number {
  const word = text.toLowerCase()
  return MORE[word] ?? (NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word))
}

/** A word must not go on: "3pm" in "3pmx", "may" in "maybe". */
export const END = "(?![\\p{L}\\p{N}_'’%$€£])(?!-(?!noon|mid)\\p{L})"
