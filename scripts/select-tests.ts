// Chooses the test files of a run from the words on the command line.
import { glob } from 'node:fs/promises'
import { matchesGlob, relative, resolve } from 'node:path'

const FOLDERS = [
  'contract',
  'recurrence',
  'client',
  'server',
  'web',
  'conformance',
  'bench',
  'scripts',
  'e2e',
]
const NOT_OURS = ['node_modules', 'dist']

export interface Selection {
  files: string[]
  /** Handed on to the test runner as they are. */
  flags: string[]
}

export async function selectTests(root: string, words: string[]): Promise<Selection> {
  const patterns = FOLDERS.map(folder => `${folder}/**/*.test.ts`)
  const all: string[] = []
  for await (const file of glob(patterns, {
    cwd: root,
    exclude: path => NOT_OURS.some(name => isIn(path, name)),
  })) {
    all.push(file)
  }
  const flags = words.filter(word => word.startsWith('-'))
  const wanted = words.filter(word => !word.startsWith('-')).map(word => fromRoot(root, word))
  return { files: chooseFiles(all, wanted), flags }
}

/** A word chooses every file whose path contains it or matches it as a pattern; no words choose all. */
export function chooseFiles(all: string[], words: string[]): string[] {
  const chosen = all.filter(
    file => words.length === 0 || words.some(word => file.includes(word) || matchesGlob(file, word)),
  )
  return chosen.toSorted()
}

function isIn(path: string, folder: string): boolean {
  return path.split('/').includes(folder)
}

// A path as the shell completes it may begin with ./ or be absolute.
function fromRoot(root: string, word: string): string {
  return word.startsWith('.') || word.startsWith('/') ? relative(root, resolve(word)) : word
}
