// Files of the program, which belong to the version that runs: in one packed file, or in folders of a checkout.
import { createReadStream, fstatSync, readFileSync, readSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly size: number
  /** Changes with the content. */
  readonly tag: string
  read(): Buffer
  stream(): Readable
}

export interface Files {
  find(name: string): StoredFile | undefined
  /** The names of the files directly in a folder. */
  list(folder: string): Promise<string[]>
}

/** Where each file lies in the packed file: offset, size and tag. */
export type PackIndex = Record<string, readonly [from: number, size: number, tag: string]>

const LENGTH_BYTES = 4

/** Reads a packed file: the contents one after another, their index as JSON, and the length of the index. */
export function packedFiles(fd: number): Files {
  const { size: end } = fstatSync(fd)
  const indexBytes = bytesAt(fd, end - LENGTH_BYTES, LENGTH_BYTES).readUInt32BE()
  const text = bytesAt(fd, end - LENGTH_BYTES - indexBytes, indexBytes).toString()
  const index = new Map(Object.entries(JSON.parse(text) as PackIndex))
  return {
    find(name) {
      const entry = index.get(name)
      if (!entry) return undefined
      const [from, size, tag] = entry
      return {
        size,
        tag,
        read: () => bytesAt(fd, from, size),
        stream: () => createReadStream('', { fd, autoClose: false, start: from, end: from + size - 1 }),
      }
    },
    async list(folder) {
      const names = [...index.keys()].filter(name => name.startsWith(`${folder}/`))
      return names.map(name => name.slice(folder.length + 1)).filter(name => !name.includes('/'))
    },
  }
}

/** Returns the parts of a packed file in their order. */
export function pack(files: Iterable<readonly [name: string, content: Buffer, tag: string]>): Buffer[] {
  const index: Record<string, readonly [number, number, string]> = {}
  const parts: Buffer[] = []
  let from = 0
  for (const [name, content, tag] of files) {
    index[name] = [from, content.length, tag]
    parts.push(content)
    from += content.length
  }
  const text = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  return [...parts, text, length]
}

function bytesAt(fd: number, from: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  while (at < size) {
    const read = readSync(fd, bytes, at, size - at, from + at)
    if (read === 0) throw new Error('The packed file of the program ends early.')
    at += read
  }
  return bytes
}

const PLAIN_NAME = /^[\w.-]+(?:\/[\w.-]+)*$/

/** Reads from folders, of which each has a name that the names of its files begin with. */
export function folderFiles(folders: Record<string, () => string>): Files {
  const pathOf = (name: string): string | undefined => {
    const at = name.indexOf('/')
    const folder = folders[at < 0 ? '' : name.slice(0, at)]
    const isSafe = PLAIN_NAME.test(name) && !name.split('/').includes('..')
    return folder && isSafe ? join(folder(), name.slice(at + 1)) : undefined
  }
  return {
    find(name) {
      const path = pathOf(name)
      if (path === undefined) return undefined
      const stats = statSync(path, { throwIfNoEntry: false })
      if (!stats?.isFile()) return undefined
      return {
        size: stats.size,
        tag: `${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}`,
        read: () => readFileSync(path),
        stream: () => createReadStream(path),
      }
    },
    async list(folder) {
      const path = pathOf(`${folder}/-`)
      if (path === undefined) return []
      const entries = await readdir(join(path, '..'), { withFileTypes: true }).catch(() => [])
      return entries.filter(entry => entry.isFile()).map(({ name }) => name)
    },
  }
}
