// Groups test files into few processes. Pure tests are quicker than starting a process. Browser tests in one
// process share a browser and a server. Other tests share a process if they leave it unchanged, because loading and
// warming up the app takes six seconds of CPU time.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distribute, readDurations } from './durations.ts'

/** The usual minimum of pure test files per process. A process for fewer files costs more than it saves. */
const FILES_PER_GROUP = 8
/** The usual minimum of app test files per process. They take longer to load. */
const SUITES_PER_GROUP = 16

/** Code that changes the test process. Tests may kill the processes that they start. */
const OWN_PROCESS =
  /\bprocess\.(?:env\[[^\]]+\] (?:\?\?)?= |chdir|umask|exitCode|memoryUsage|on(?:ce)?\(|exit\b)|\bmock\.|\bglobalThis\./

const STOP_TRACKING = `import { stopTrackingPromises } from ${JSON.stringify(import.meta.resolve('./promise-tracking.ts'))}\n`

/** A hook stops the tracking, because the runner knows all suites' tests before the first hook runs. */
const SUITE = `import { before, describe } from 'node:test'
${STOP_TRACKING}
function suite(file, address) {
  describe(file, () => {
    before(stopTrackingPromises)
    return import(address)
  })
}
`

/** True if a test leaves its process unchanged, so that other files can run in it afterward. */
export const canShareProcess = (file: string, root: string): boolean =>
  !OWN_PROCESS.test(readFileSync(join(root, file), 'utf8'))

/** Writes at most `most` files that run the test files. Returns their paths, whose file names begin with `name`. */
type Group = (files: readonly string[], most: number, root: string, folder: string, name: string) => string[]

/** `lineOf` returns the code that runs one test file, given its path and its URL as a string literal. */
const group =
  (filesPerGroup: number, beginning: string, lineOf: (file: string, address: string) => string): Group =>
  (files, most, root, folder, name) => {
    const count = Math.min(most, Math.ceil(files.length / filesPerGroup))
    return distribute(files, count, readDurations(root)).map((own, at) => {
      const path = join(folder, `${name}-${String(at + 1).padStart(2, '0')}.test.mjs`)
      const lines = own.map(file => lineOf(file, JSON.stringify(pathToFileURL(join(root, file)).href)))
      writeFileSync(path, `${beginning}${lines.join('\n')}\n`)
      return path
    })
  }

/**
 * Runs each test file as a suite. Hooks outside `describe` then run only for their own file's tests, and a file
 * that cannot be loaded fails alone.
 */
export const groupSuites = group(
  SUITES_PER_GROUP,
  SUITE,
  (file, address) => `suite(${JSON.stringify(file)}, ${address})`,
)

export const groupTests = group(
  FILES_PER_GROUP,
  `${STOP_TRACKING}stopTrackingPromises()\n`,
  (_, address) => `import ${address}`,
)
