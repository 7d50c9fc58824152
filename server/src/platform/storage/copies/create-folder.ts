// Creates a folder and its missing parents, readable only by the server's user.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns false if the folder exists. Avoids the recursive mode of `mkdirSync`, which never returns if the file system
 * refuses new folders with "not found", as /proc does.
 */
export function createFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return false
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
  }
  createFolder(dirname(path))
  return createFolder(path)
}
