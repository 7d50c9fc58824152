// Remembers how long each test file took, so that the next run can give all processes equal work.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** In milliseconds, keyed by the path relative to the root. */
export type Durations = Readonly<Record<string, number>>

const pathIn = (root: string): string => join(root, 'node_modules/.cache/test-durations.json')

/** Returns an empty object if no run has finished yet. */
export function readDurations(root: string): Durations {
  try {
    return JSON.parse(readFileSync(pathIn(root), 'utf8')) as Durations
  } catch {
    return {}
  }
}

/** Stores the durations of this run's files, and keeps those of all other files. */
export function saveDurations(root: string, durations: Durations): void {
  const path = pathIn(root)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...readDurations(root), ...durations }))
}

/**
 * Distributes files to groups with similar durations: the longest first, each to the group with the least work.
 * Files with unknown durations count as average. If no duration is known, files are distributed in turn, because
 * files in one folder take similar times.
 */
export function distribute(files: readonly string[], count: number, durations: Durations): string[][] {
  const known = files.flatMap(file => durations[file] ?? [])
  const average = known.reduce((sum, ms) => sum + ms, 0) / Math.max(1, known.length)
  const msOf = (file: string) => durations[file] ?? average
  const groups = Array.from({ length: count }, () => ({ ms: 0, files: [] as string[] }))
  for (const file of files.toSorted((a, b) => msOf(b) - msOf(a))) {
    const [first, ...rest] = groups
    if (!first) break
    const least = rest.reduce((a, b) => (isLess(b, a) ? b : a), first)
    least.files.push(file)
    least.ms += msOf(file)
  }
  return groups.map(group => group.files)
}

interface Group {
  ms: number
  files: string[]
}

const isLess = (a: Group, b: Group): boolean =>
  a.ms < b.ms || (a.ms === b.ms && a.files.length < b.files.length)
