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

/**
 * Writes at most `most` files that run each test file as a suite, so that hooks outside of `describe` only run for the
 * tests of their own file, and a file that cannot be loaded fails alone. Returns their paths, which begin with `name`.
 */
export function groupSuites(
  files: readonly string[],
  most: number,
  root: string,
  folder: string,
  name: string,
): string[] {
  const count = Math.min(most, Math.ceil(files.length / SUITES_PER_GROUP))
  return distribute(files, count, readDurations(root)).map((own, group) => {
    const suites = own.map(
      file => `suite(${JSON.stringify(file)}, ${JSON.stringify(addressOf(root, file))})\n`,
    )
    return writeGroup(`${SUITE}${suites.join('')}`, folder, name, group)
  })
}

/** Writes at most `most` files that import the test files; returns their paths, which begin with `name`. */
export function groupTests(
  files: readonly string[],
  most: number,
  root: string,
  folder: string,
  name: string,
): string[] {
  const count = Math.min(most, Math.ceil(files.length / FILES_PER_GROUP))
  return distribute(files, count, readDurations(root)).map((own, group) => {
    const imports = own.map(file => `import ${JSON.stringify(addressOf(root, file))}\n`)
    return writeGroup(`${imports.join('')}${STOP_TRACKING}stopTrackingPromises()\n`, folder, name, group)
  })
}

const addressOf = (root: string, file: string): string => pathToFileURL(join(root, file)).href

function writeGroup(text: string, folder: string, name: string, group: number): string {
  const path = join(folder, `${name}-${String(group + 1).padStart(2, '0')}.test.mjs`)
  writeFileSync(path, text)
  return path
}
