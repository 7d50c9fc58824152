// Stores each entry in its own file, so that programs sharing a folder never overwrite each other's entries.
import { type EntryStorage, isEntry } from './storage.ts'

/** The part of `node:fs/promises` used here. Callers pass it in, so that browser bundles do not include it. */
export interface FileSystem {
  mkdir(path: string, options: { recursive: true }): Promise<unknown>
  readdir(path: string): Promise<string[]>
  readFile(path: string, encoding: 'utf8'): Promise<string>
  writeFile(path: string, text: string, options: { flush: boolean }): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { force: true }): Promise<void>
}

/**
 * A storage for Node programs.
 *
 * @example
 * import * as fs from 'node:fs/promises'
 * const storage = fileStorage(fs, './outbox')
 */
export function fileStorage(fs: FileSystem, folder: string): EntryStorage {
  const made = () => fs.mkdir(folder, { recursive: true })
  const fileOf = (key: string) => `${folder}/${encodeURIComponent(key)}.json`

  async function read(name: string): Promise<unknown> {
    try {
      return JSON.parse(await fs.readFile(`${folder}/${name}`, 'utf8'))
    } catch {
      // The file is not JSON, or another program has just removed it.
      return undefined
    }
  }

  return {
    async load(account) {
      await made()
      const names = (await fs.readdir(folder)).filter(name => name.endsWith('.json'))
      const entries = (await Promise.all(names.map(read))).filter(isEntry)
      return entries.filter(entry => entry.account === account)
    },
    async save(entry) {
      await made()
      const half = `${fileOf(entry.key)}.${Math.random().toString(36).slice(2)}`
      await fs.writeFile(half, JSON.stringify(entry), { flush: true })
      // Renaming is atomic, so readers never see a partial file.
      await fs.rename(half, fileOf(entry.key))
    },
    remove: key => fs.rm(fileOf(key), { force: true }),
  }
}
