import { editDistance } from '../platform/kernel/nearest-name.ts'

/** Names with fewer letters match only with the right underscores, because other programs use LOGLEVEL and DATADIR. */
const SHORTEST_JOINED = 9
const LONG_NAME = 10
/** People often add this prefix, because many programs prefix their settings with the program name. */
const PREFIX = 'DAYMARK_'

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
  // In a single word, only swapped letters count, because HOSTS, PORTS and HOSTNAME belong to other programs.
  if (words.length === 1) return isSwap(words[0] ?? '', meant[0] ?? '')
  if (differsInLength(words, meant)) return true
  const mistakes = meant.reduce((sum, word, at) => sum + mistakesIn(words[at] ?? '', word), 0)
  return mistakes <= (meant.join('_').length < LONG_NAME ? 1 : 2)
}

/** True if only the last word is extended or shortened: DATA_DIRECTORY for DATA_DIR, LOG_FORM for LOG_FORMAT. */
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
  // A missing first letter is a copying mistake, but a different one makes a different word, such as OAUTH for AUTH.
  if (word[0] !== meant[0]) return meant.length > 4 && word === meant.slice(1) ? 1 : Infinity
  const longer = Math.max(word.length, meant.length)
  const limit = longer < 4 ? 0 : longer < 8 ? 1 : 2
  const distance = editDistance(word, meant)
  return distance <= limit ? distance : Infinity
}

const isSwap = (word: string, meant: string): boolean =>
  sorted(word) === sorted(meant) && editDistance(word, meant) === 1

const sorted = (word: string): string => [...word].sort().join('')

/**
 * True if one word other than the first is missing, such as OIDC_ISSUER for OIDC_ISSUER_URL. A single word is too
 * generic to match.
 */
const lacksOneWord = (words: readonly string[], meant: readonly string[]): boolean =>
  words.length > 1 &&
  words.length === meant.length - 1 &&
  words[0] === meant[0] &&
  meant.some((_, at) => meant.toSpliced(at, 1).join('_') === words.join('_'))
