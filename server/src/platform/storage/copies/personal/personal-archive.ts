// The archive contains one person's data: a file of JSON lines per table, and a manifest.
import { createHash } from 'node:crypto'
import type { Db } from '../../unit-of-work.ts'
import { personalRows } from './personal-rows.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'
import { type ZipFile, zipArchive } from './zip.ts'

export const FORMAT = 'daymark-export-3'

export interface ArchiveRequest {
  user_id: string
  /** The Daymark version that writes the archive. */
  version: string
  now: number
  history: boolean
  /** True to include account records: sessions, tokens, friends, notifications and others. */
  account: boolean
  /** Files that contain the same data in other formats. */
  extra?: readonly ExtraFile[]
}

export interface ExtraFile {
  name: string
  content(db: Db, user_id: string): AsyncIterable<string>
}

interface ArchivedFile {
  rows: number
  bytes: number
  sha256: string
}

export interface ArchiveManifest {
  format: string
  version: string
  created_at: string
  history: boolean
  account: boolean
  times: string
  files: Record<string, ArchivedFile>
  /** The files without rows. Archives of earlier versions do not list them. */
  others?: Record<string, Omit<ArchivedFile, 'rows'>>
}

export type ArchiveProgress = (table: string, rows: number) => void

const ABOUT = `This archive contains your Daymark data. You can import it into an account on any Daymark server.

Each .jsonl file contains one kind of item, with one JSON object per line. Times that are numbers are milliseconds
since 1970-01-01T00:00:00Z. Yes and no are 1 and 0. Passwords and tokens are not included.
calendar.ics contains your calendar entries and todos again, in the format that calendar apps import.
If you asked for account records, the folder "account" contains them. An import ignores this folder.
manifest.json lists the files with their SHA-256 checksums.
`
const TIMES = 'milliseconds since 1970-01-01T00:00:00Z'
/** A table with more bytes continues in another file, because a file in a ZIP archive must be smaller than 4 GiB. */
const BYTES_PER_FILE = 1_073_741_824

/** `db` must be a snapshot, so that all files show the same state. */
export function personalArchive(
  db: Db,
  request: ArchiveRequest,
  progress: ArchiveProgress = () => {},
): AsyncGenerator<Buffer> {
  return zipArchive(filesOf(db, request, progress), request.now)
}

async function* filesOf(
  db: Db,
  { user_id, version, now, history, account, extra = [] }: ArchiveRequest,
  progress: ArchiveProgress,
): AsyncGenerator<ZipFile> {
  const created_at = new Date(now).toISOString()
  const manifest: ArchiveManifest = {
    format: FORMAT,
    version,
    created_at,
    history,
    account,
    times: TIMES,
    files: {},
    others: {},
  }
  async function* other(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    manifest.others = { ...manifest.others, [name]: { bytes, sha256: hash.digest('hex') } }
  }
  yield { name: 'README.txt', content: other('README.txt', once(ABOUT)) }
  for (const [name, table] of Object.entries(PERSONAL_TABLES)) {
    if (table.isHistory ? !history : !table.isContent && !account) continue
    const pages = personalRows(db, name, table, user_id)[Symbol.asyncIterator]()
    let next = await pages.next()
    let rows = 0
    for (let part = 1; part === 1 || !next.done; part++) {
      const file = `${table.isContent ? '' : 'account/'}${name}${part === 1 ? '' : `-${part}`}.jsonl`
      const entry = { rows: 0, bytes: 0, sha256: '' }
      const hash = createHash('sha256')
      async function* lines() {
        for (; !next.done && entry.bytes < BYTES_PER_FILE; next = await pages.next()) {
          const chunk = Buffer.from(next.value.map(row => `${JSON.stringify(row)}\n`).join(''))
          hash.update(chunk)
          entry.rows += next.value.length
          entry.bytes += chunk.length
          yield chunk
        }
      }
      yield { name: file, content: lines() }
      entry.sha256 = hash.digest('hex')
      manifest.files[file] = entry
      rows += entry.rows
    }
    progress(name, rows)
  }
  for (const { name, content } of extra) yield { name, content: other(name, encoded(content(db, user_id))) }
  yield { name: 'manifest.json', content: once(`${JSON.stringify(manifest, null, 2)}\n`) }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
