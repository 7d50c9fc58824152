// Checks an archive's manifest and every row, and groups the rows into items.
import { createHash } from 'node:crypto'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { ArchiveManifest } from '../../../platform/storage/copies/personal/personal-archive.ts'
import { FORMAT } from '../../../platform/storage/copies/personal/personal-archive.ts'
import type { ByteSource } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { linesOf } from '../../../platform/uploads/lines.ts'
import { isZip, openZip, type ZipEntry } from '../../../platform/uploads/zip-reader.ts'
import { perFlag } from '../../planning/schedules/exceptions/own-texts.ts'
import { CONTENT_TABLES, changedAt, idOf, ownerOf, type Row, rootKind, rowText } from './content.ts'
import { NO_ITEM } from './references.ts'
import { rowFault } from './row-rules.ts'
import type { Scratch } from './scratch-store.ts'

/** Files with rows that are not imported, such as the history. */
export type NotImported = { file: string; rows: number }[]

const MANIFEST = 'manifest.json'
const MAX_MANIFEST_BYTES = 1024 * 1024
/** A row of an archive is one line. */
const MAX_LINE_BYTES = 1024 * 1024
const CONTENT_FILE = new RegExp(`^(${CONTENT_TABLES.join('|')})(?:-\\d+)?\\.jsonl$`)
const NOT_AN_ARCHIVE = 'The file is not a Daymark archive. Choose a ZIP file that Daymark exported.'

export async function readArchive(source: ByteSource, scratch: Scratch): Promise<NotImported> {
  if (!isZip(source)) throw new FileFault(NOT_AN_ARCHIVE)
  const files = new Map(openZip(source).map(entry => [entry.name, entry]))
  const manifest = await manifestOf(files.get(MANIFEST))
  const listed = Object.entries(manifest.files)
  const add = collector(scratch)
  for (const table of CONTENT_TABLES)
    for (const [name, { sha256 }] of listed) {
      if (CONTENT_FILE.exec(name)?.[1] !== table) continue
      const entry = files.get(name)
      if (!entry) throw new FileFault(`The archive does not contain ${name}. Export your data again.`)
      await readFile(entry, table, sha256, { scratch, add })
    }
  return listed
    .filter(([name, { rows: count }]) => !CONTENT_FILE.test(name) && count > 0)
    .map(([file, { rows: count }]) => ({ file: file.slice(0, 100), rows: count }))
}

async function manifestOf(entry: ZipEntry | undefined): Promise<Pick<ArchiveManifest, 'files'>> {
  if (!entry) throw new FileFault(NOT_AN_ARCHIVE)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of entry.content()) {
    bytes += chunk.length
    if (bytes > MAX_MANIFEST_BYTES) throw new FileFault(NOT_AN_ARCHIVE)
    chunks.push(chunk)
  }
  let manifest: unknown
  try {
    manifest = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new FileFault(NOT_AN_ARCHIVE)
  }
  const { format, files } = (manifest ?? {}) as Partial<ArchiveManifest>
  if (typeof format !== 'string' || !format.startsWith('daymark-export-')) throw new FileFault(NOT_AN_ARCHIVE)
  if (format !== FORMAT)
    throw new FileFault(
      'The archive is from another version of Daymark. Update both servers, then export again.',
    )
  const isSound =
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every(file => Number.isInteger(file?.rows) && typeof file.sha256 === 'string')
  if (!isSound) throw new FileFault(NOT_AN_ARCHIVE)
  return { files }
}

async function readFile(
  entry: ZipEntry,
  table: string,
  sha256: string,
  { scratch, add }: { scratch: Scratch; add: Collect },
): Promise<void> {
  const file = entry.name
  const hash = createHash('sha256')
  for await (const { text, line } of linesOf(entry.content(), { most: MAX_LINE_BYTES, file, seen: hash })) {
    const found = parsed(text)
    const row = isObject(found) ? ({ ...ADDED[table], ...(found as Row) } as Row) : undefined
    const fault = row
      ? (rowFault(table, row) ?? add(table, row, file, line))
      : 'The line is not a JSON object.'
    if (fault !== undefined) scratch.report(file, line, fault, row)
  }
  if (hash.digest('hex') !== sha256)
    throw new FileFault(`The archive is damaged: ${file} was changed. Export your data again.`)
}

/** Values for columns that archives from earlier versions do not have. */
const ADDED: Readonly<Record<string, Row>> = {
  schedules: perText(() => null),
  schedule_exceptions: { ...perText(() => null), ...perFlag(() => 0) },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds a row to its item. Returns an error message if that is impossible. */
type Collect = (table: string, row: Row, file: string, line: number) => string | undefined

function collector(scratch: Scratch): Collect {
  let nr = 0
  const insert = (unit: number, table: string, row: Row, text: string, file: string, line: number) => {
    const id = 'id' in row ? String(row['id']) : null
    scratch.run('insert into rows values (?, ?, ?, ?, ?, ?, ?)', ++nr, unit, table, id, file, line, text)
  }
  const sharing = (id: string) =>
    scratch.get('select key from sharings where id = ?', id)?.['key'] as string | undefined

  return (table, row, file, line) => {
    const text = rowText(row)
    const kind = rootKind(table)
    if (kind) {
      const id = idOf(kind, row)
      const isNew = scratch.run(
        'insert or ignore into units values (?, ?, ?, ?, ?, ?, ?, null, null)',
        ...[nr + 1, `${kind} ${id}`, kind, id, nr + 1, changedAt(row), text.length],
      )
      if (isNew === 0) return 'The archive contains this item twice.'
      insert(nr + 1, table, row, text, file, line)
      return undefined
    }
    const owner = ownerOf(table, row, sharing)
    const unit =
      owner === undefined ? undefined : scratch.get('select nr, chars from units where key = ?', owner)
    if (!unit || owner === undefined) return NO_ITEM
    const chars = Number(unit['chars']) + text.length
    if (chars > MAX_ITEM_CHARS) return 'The item has too many details.'
    if (!isNew(scratch, owner, table, row)) return 'The archive contains this row twice.'
    if (table === 'visibility')
      scratch.run('insert or ignore into sharings values (?, ?)', String(row['id']), owner)
    scratch.run('update units set chars = ? where nr = ?', chars, Number(unit['nr']))
    insert(Number(unit['nr']), table, row, text, file, line)
    return undefined
  }
}

/** An item is written at once, so it must fit into the memory of the server. */
const MAX_ITEM_CHARS = 16_000_000

/** Tables with at most one row per item: its visibility, its calendar text, and the person's answer to a meeting. */
const ONCE = new Set(['visibility', 'calendar_objects', 'meeting_participants'])

/** Returns false if another row has the same key, because the database requires unique keys. */
function isNew(scratch: Scratch, owner: string, table: string, row: Row): boolean {
  const keys = [`${owner} ${table} ${ONCE.has(table) ? '' : keyOf(row)}`]
  if ('id' in row) keys.push(`${table} ${row['id']}`)
  if (keys.some(key => scratch.get('select 1 from unique_keys where key = ?', key))) return false
  for (const key of keys) scratch.run('insert or ignore into unique_keys values (?)', key)
  return true
}

const keyOf = (row: Row): string =>
  JSON.stringify([row['tag_id'], row['original_start'], row['email'], row['domain']])
