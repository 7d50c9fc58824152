// Decides whether the name of an environment variable is a misspelled setting, word by word.
import { editDistance } from '../platform/kernel/nearest-name.ts'

/** Shorter names must contain their underscores, because other programs have settings such as LOGLEVEL and DATADIR. */
const SHORTEST_JOINED = 9
const LONG_NAME = 10
/** People often add this prefix, because settings of other programs begin with the name of the program. */
const PREFIX = 'DAYMARK_'

/** True if a person who means `setting` may have typed `given`. */
export function isNearMiss(given: string, setting: string): boolean {
  const name = given.toUpperCase().replaceAll(/[-.]/g, '_')
  if (name === setting) return setting.includes('_')
  if (name === PREFIX + setting) return true
  const joined = setting.replaceAll('_', '')
  if (joined.length >= SHORTEST_JOINED && name.replaceAll('_', '') === joined) return true
  const [words, meant] = [name.split('_'), setting.split('_')]
  return words.length === meant.length ? areNear(words, meant) : lacksOneWord(words, meant)
}

function areNear(words: readonly string[], meant: readonly string[]): boolean {
  // In a single word, only swapped letters count, because other programs have HOSTS, PORTS and HOSTNAME.
  if (words.length === 1) return isSwap(words[0] ?? '', meant[0] ?? '')
  if (differsInLength(words, meant)) return true
  const mistakes = meant.reduce((sum, word, at) => sum + mistakesIn(words[at] ?? '', word), 0)
  return mistakes <= (meant.join('_').length < LONG_NAME ? 1 : 2)
}

/** True if only the last word is longer or shorter: DATA_DIRECTORY, LOG_FORM. */
function differsInLength(words: readonly string[], meant: readonly string[]): boolean {
  const [last = '', wanted = ''] = [words.at(-1), meant.at(-1)]
  const isPart = last.startsWith(wanted) || wanted.startsWith(last)
  return isPart && last.length >= 3 && words.slice(0, -1).join('_') === meant.slice(0, -1).join('_')
}

/** Returns Infinity if the words are too different. */
function mistakesIn(word: string, meant: string): number {
  if (word === meant) return 0
  if (word === 'URI' && meant === 'URL') return 1
  if (isSwap(word, meant) || `${word}S` === meant || word === `${meant}S`) return 1
  // A missing first letter is a copying mistake. A different first letter makes a different word, as in OAUTH and AUTH.
  if (word[0] !== meant[0]) return meant.length > 4 && word === meant.slice(1) ? 1 : Infinity
  const longer = Math.max(word.length, meant.length)
  const limit = longer < 4 ? 0 : longer < 8 ? 1 : 2
  const distance = editDistance(word, meant)
  return distance <= limit ? distance : Infinity
}

const isSwap = (word: string, meant: string): boolean =>
  sorted(word) === sorted(meant) && editDistance(word, meant) === 1

const sorted = (word: string): string => [...word].sort().join('')

/** True if one word is missing, as in OIDC_ISSUER for OIDC_ISSUER_URL. A single word is too general to count. */
const lacksOneWord = (words: readonly string[], meant: readonly string[]): boolean =>
  words.length > 1 &&
  words.length === meant.length - 1 &&
  words[0] === meant[0] &&
  meant.some((_, at) => meant.toSpliced(at, 1).join('_') === words.join('_'))
