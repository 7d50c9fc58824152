// Groups test files into few processes: pure tests, because starting a process takes longer than they do; browser
// tests, because those of one process share a browser and a server; and tests of the app, because loading its
// modules takes more than a second.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FILES_PER_GROUP = 8
const FILES_PER_APP_GROUP = 5

const OPENS_APP = /from '[^']*test\/support\/(?:app|storages)\.ts'/
/** A hook outside of `describe` would run for all files of the process. */
const ROOT_HOOK = /^(?:before|after)(?:Each)?\(/m
/** Measures or changes the process, or ends others. */
const OWN_PROCESS = /\bprocess\.(?:env\[|chdir|memoryUsage|on\(|exit|kill)|\bmock\.|\bglobalThis\.|SIGKILL/

/** Whether a test that opens the app leaves its process as it was, so that other files can follow. */
export function canShareProcess(file: string, root: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  return OPENS_APP.test(text) && !ROOT_HOOK.test(text) && !OWN_PROCESS.test(text)
}

/** Groups neighbors, because files of one folder load the same modules. */
export function groupNeighbors(
  files: readonly string[],
  root: string,
  folder: string,
  name: string,
): string[] {
  return Array.from({ length: Math.ceil(files.length / FILES_PER_APP_GROUP) }, (_, group) =>
    writeGroup(
      files.slice(group * FILES_PER_APP_GROUP, (group + 1) * FILES_PER_APP_GROUP),
      root,
      folder,
      `${name}-${group + 1}`,
    ),
  )
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
  return Array.from({ length: count }, (_, group) => {
    // Distributes the files round-robin, because files in one folder take a similar time.
    const own = files.filter((_, index) => index % count === group)
    return writeGroup(own, root, folder, `${name}-${group + 1}`)
  })
}

function writeGroup(files: readonly string[], root: string, folder: string, name: string): string {
  const path = join(folder, `${name}.test.mjs`)
  const imports = files.map(file => `import ${JSON.stringify(pathToFileURL(join(root, file)))}\n`)
  writeFileSync(path, imports.join(''))
  return path
}
