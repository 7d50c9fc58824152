// Groups test files into few processes: pure tests, because starting a process takes longer than they do; browser
// tests, because those of one process share a browser and a server; and all others that leave their process as it
// was, because loading and compiling the app takes six seconds of CPU time until its code runs at full speed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distribute, readDurations } from './durations.ts'

/** A process for fewer pure tests costs more than it saves. */
const FILES_PER_GROUP = 8
/** The same for tests of the app, which take longer to load. */
const SUITES_PER_GROUP = 16

/** Changes the process, or ends others. */
const OWN_PROCESS =
  /\bprocess\.(?:env\[[^\]]+\] (?:\?\?)?= |chdir|umask|exitCode|memoryUsage|on(?:ce)?\(|exit\b|kill)|\bmock\.|\bglobalThis\.|SIGKILL/

const STOP_TRACKING = `import { stopTrackingPromises } from ${JSON.stringify(import.meta.resolve('./promise-tracking.ts'))}\n`

/** The tests of all suites are known before the first hook runs. */
const SUITE = `import { before, describe } from 'node:test'
${STOP_TRACKING}
function suite(file, address) {
  describe(file, () => {
    before(stopTrackingPromises)
    return import(address)
  })
}
`

/** Whether a test leaves its process as it was, so that other files can follow. */
export const canShareProcess = (file: string, root: string): boolean =>
  !OWN_PROCESS.test(readFileSync(join(root, file), 'utf8'))

/** Writes at most `most` files that run the test files; returns their paths, which begin with `name`. */
type Group = (files: readonly string[], most: number, root: string, folder: string, name: string) => string[]

/** `lineOf` runs one test file: its path, and its address as a literal. */
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
 * Runs each test file as a suite, so that hooks outside of `describe` only run for the tests of their own file, and a
 * file that cannot be loaded fails alone.
 */
export const groupSuites = group(
  SUITES_PER_GROUP,
  SUITE,
  (file, address) => `suite(${JSON.stringify(file)}, ${address})`,
)

/** Imports the test files. */
export const groupTests = group(
  FILES_PER_GROUP,
  `${STOP_TRACKING}stopTrackingPromises()\n`,
  (_, address) => `import ${address}`,
)
