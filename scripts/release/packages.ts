// Packs every publishable workspace, and writes checksums for a release's files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const CHECKSUMS = 'SHA256SUMS'

interface Manifest {
  private?: boolean
  scripts?: Record<string, string>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** A workspace is publishable if it has a `build` script, which writes the package to `dist/`. */
export const publishableIn = (root: string, workspaces: readonly string[]): string[] =>
  workspaces.filter(name => manifestIn(join(root, name)).scripts?.['build'] !== undefined)

/** Removes files from an earlier attempt, so that the checksums list only this release's files. */
export function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
}

export function packInto(folder: string, root: string, workspaces: readonly string[]): string[] {
  return publishableIn(root, workspaces).map(name => {
    execFileSync('npm', ['run', 'build', '--silent', '--workspace', name], { cwd: root, stdio: 'inherit' })
    const built = join(root, name, 'dist')
    if (!existsSync(join(built, 'package.json')))
      throw new Error(`"npm run build" in ${name} did not write a package to ${name}/dist.`)
    if (manifestIn(built).private) throw new Error(`The package in ${name}/dist is private.`)
    const args = ['pack', `./${name}/dist`, '--pack-destination', folder, '--silent']
    return execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim()
  })
}

/** Writes the format that `sha256sum --check` reads. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter(name => name !== CHECKSUMS)
    .toSorted()
    .map(name => `${sha256(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
}

/** Reads the whole file at once, because even the largest one has only a few hundred megabytes. */
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
