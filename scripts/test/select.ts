import { glob } from 'node:fs/promises'
import { matchesGlob, relative, resolve } from 'node:path'
import type { Kind } from './requirements.ts'

const FOLDERS = [
  'contract',
  'recurrence',
  'quick-add',
  'client',
  'cli',
  'server',
  'web',
  'conformance',
  'bench',
  'scripts',
  'e2e',
]
const NOT_OURS = ['node_modules', 'dist']
const KINDS: readonly Kind[] = ['unit', 'integration', 'browser']
const OWN_FLAGS = ['--quick', '--postgres', ...KINDS.map(kind => `--${kind}`)]

export interface Selection {
  files: string[]
  /** Empty means all kinds. */
  kinds: Kind[]
  /** Shortens long property tests. */
  quick: boolean
  /** Runs only tests that need PostgreSQL, to test against another PostgreSQL version. */
  onPostgres: boolean
  /** Flags for the test runner. */
  flags: string[]
}

export async function selectTests(root: string, words: string[]): Promise<Selection> {
  const patterns = FOLDERS.map(folder => `${folder}/**/*.test.ts`)
  const exclude = (path: string) => path.split('/').some(name => NOT_OURS.includes(name))
  const all = await Array.fromAsync(glob(patterns, { cwd: root, exclude }))
  const paths = words.filter(word => !word.startsWith('-')).map(word => fromRoot(root, word))
  const kinds = KINDS.filter(kind => words.includes(`--${kind}`))
  const watchesAll = words.includes('--watch') && paths.length === 0 && kinds.length === 0
  return {
    files: chooseFiles(all, paths),
    // Watches only unit tests, because running all tests on every save would take minutes.
    kinds: watchesAll ? ['unit'] : kinds,
    quick: words.includes('--quick'),
    onPostgres: words.includes('--postgres'),
    flags: words.filter(word => word.startsWith('-') && !OWN_FLAGS.includes(word)),
  }
}

/** Selects files whose path contains an argument or matches it as a pattern. Without arguments, selects all files. */
export function chooseFiles(all: string[], words: string[]): string[] {
  const chosen = all.filter(
    file => words.length === 0 || words.some(word => file.includes(word) || matchesGlob(file, word)),
  )
  return chosen.toSorted()
}

/** Normalizes a path, which may be absolute or begin with ./ if the shell completed it. */
function fromRoot(root: string, word: string): string {
  return word.startsWith('.') || word.startsWith('/') ? relative(root, resolve(word)) : word
}
