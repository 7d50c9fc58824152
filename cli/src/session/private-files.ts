// Files that only their owner can read, replaced atomically.
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'

const FILE = 0o600
const FOLDER = 0o700

/** The `node:fs/promises` functions that the outbox needs. Files and folders that they create are private. */
export const privateFs = {
  mkdir: (path: string, options: { recursive: true }) => fs.mkdir(path, { ...options, mode: FOLDER }),
  readdir: (path: string) => fs.readdir(path),
  readFile: (path: string, encoding: 'utf8') => fs.readFile(path, encoding),
  writeFile: (path: string, text: string, options: { flush: boolean }) =>
    fs.writeFile(path, text, { ...options, mode: FILE }),
  rename: fs.rename,
  rm: (path: string, options: { force: true }) => fs.rm(path, options),
}

export async function writePrivate(path: string, value: unknown): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true, mode: FOLDER })
  const half = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await fs.writeFile(half, `${JSON.stringify(value)}\n`, { mode: FILE, flag: 'wx' })
    await fs.rename(half, path)
  } finally {
    await fs.rm(half, { force: true })
  }
}

/** Returns undefined if the file does not exist or is corrupt. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await fs.readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
