// Runs unit tests in few processes: for a pure test, starting a process takes longer than the test itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FILES_PER_GROUP = 8

/** Writes files that import the test files, at most as many as may run at a time; returns their paths. */
export function groupTests(files: readonly string[], most: number, root: string, folder: string): string[] {
  const count = Math.min(most, Math.ceil(files.length / FILES_PER_GROUP))
  return Array.from({ length: count }, (_, group) => {
    // Neighbors are alike, so they are distributed in turn.
    const own = files.filter((_, index) => index % count === group)
    const path = join(folder, `unit-${group + 1}.test.mjs`)
    writeFileSync(
      path,
      own.map(file => `import ${JSON.stringify(pathToFileURL(join(root, file)))}\n`).join(''),
    )
    return path
  })
}
