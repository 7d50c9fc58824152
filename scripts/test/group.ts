// Groups test files into few processes: pure tests, because starting a process takes longer than they do, and
// browser tests, because those of one process share a browser and a server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FILES_PER_GROUP = 8

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
    const path = join(folder, `${name}-${group + 1}.test.mjs`)
    writeFileSync(
      path,
      own.map(file => `import ${JSON.stringify(pathToFileURL(join(root, file)))}\n`).join(''),
    )
    return path
  })
}
