// A test reporter that stores how long files took, and prints at the end of a run, because long logs are often cut:
// - the slowest files, so that people notice slow tests
// - the error output of files that failed outside a test, for example while loading (Node only says "test failed")
// - the long diagnostics of tests, for example what a page showed
import { writeSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { saveDurations } from './durations.ts'

const SHOWN = 10
/** The maximum number of lines to repeat from a file's error output. */
const MOST_LINES = 40
/** Only runs longer than this print the list of slow files. */
const LONG_RUN_MS = 60_000

export default async function* summary(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const startedAt = performance.now()
  const times = new Map<string, number>()
  const inGroups = new Map<string, number>()
  const outputs = new Map<string, string>()
  const failed = new Set<string>()
  const diagnostics: string[] = []
  // Writes directly instead of yielding, because `--test-force-exit` ends the process before reporters have
  // finished.
  process.on('exit', () => {
    const files = filesOf([...inGroups, ...times])
    saveDurations(process.cwd(), Object.fromEntries(files))
    if (performance.now() - startedAt >= LONG_RUN_MS) writeSync(1, listOf(files))
    for (const file of failed) writeSync(1, reasonOf(file, outputs.get(file) ?? ''))
    for (const text of diagnostics) writeSync(1, `\n${text}\n`)
  })
  yield ''
  for await (const { type, data } of source) {
    if (type === 'test:summary' && data.file !== undefined) times.set(data.file, data.duration_ms)
    if (type === 'test:stderr') outputs.set(data.file, (outputs.get(data.file) ?? '') + data.message)
    if (type === 'test:diagnostic' && data.message.includes('\n')) diagnostics.push(data.message)
    // If a file fails outside its tests, Node reports a failed test with the file's name.
    if (type === 'test:fail' && data.file !== undefined && data.name === data.file) failed.add(data.file)
    // In a group, several files run in one process, so a file's duration is the sum of its top-level tests and suites.
    // `groupSuites` wraps each file in a suite that is named after the file.
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file !== undefined) {
      const file = data.name.endsWith('.test.ts') ? resolve(data.name) : data.file
      inGroups.set(file, (inGroups.get(file) ?? 0) + data.details.duration_ms)
    }
  }
}

/** Returns each test file's duration. If a file has two times, the later one counts. */
const filesOf = (times: readonly [file: string, ms: number][]): [path: string, ms: number][] =>
  [...new Map(times)]
    .filter(([file]) => /\.test\.tsx?$/.test(file))
    .map(([file, ms]) => [relative(process.cwd(), file), ms])

function listOf(files: readonly [path: string, ms: number][]): string {
  const slowest = files.toSorted(([, a], [, b]) => b - a).slice(0, SHOWN)
  const rows = slowest.map(([path, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}\n`)
  return `\nSlowest files:\n${rows.join('')}`
}

function reasonOf(file: string, output: string): string {
  const lines = output.trimEnd().split('\n').slice(-MOST_LINES).join('\n')
  return `\n✖ ${file} failed outside a test:\n${lines || '(no error output)'}\n`
}
