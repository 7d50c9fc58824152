// Checks an archive's manifest and every row, and groups rows into items.
import { createHash } from 'node:crypto'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { ArchiveManifest } from '../../../platform/storage/copies/personal/personal-archive.ts'
import { FORMAT } from '../../../platform/storage/copies/personal/personal-archive.ts'
import type { ByteSource } from '../../../platform/uploads/byte-source.ts'
import { FileFault } from '../../../platform/uploads/file-fault.ts'
import { linesOf } from '../../../platform/uploads/lines.ts'
import { isZip, openZip, type ZipEntry } from '../../../platform/uploads/zip-reader.ts'
import { perFlag } from '../../planning/schedules/exceptions/own-texts.ts'
import type { ArchiveProblem, ArchiveRow, ArchiveUnit } from './archive-unit.ts'
import {
  CONTENT_TABLES,
  changedAt,
  idOf,
  nextDigest,
  ownerOf,
  type Row,
  rootKind,
  rowText,
  titleOf,
} from './content.ts'
import { keepSound, NO_ITEM } from './references.ts'
import { rowFault } from './row-rules.ts'

export interface ReadArchive {
  units: ArchiveUnit[]
  problems: ArchiveProblem[]
  /** The titles of todos that would have been too deep. */
  moved: string[]
  /** Files with rows that are not imported, such as the history. */
  not_imported: { file: string; rows: number }[]
}

const MANIFEST = 'manifest.json'
const MAX_MANIFEST_BYTES = 1024 * 1024
/** A row of an archive is one line. */
const MAX_LINE_BYTES = 1024 * 1024
const CONTENT_FILE = new RegExp(`^(${CONTENT_TABLES.join('|')})(?:-\\d+)?\\.jsonl$`)
const NOT_AN_ARCHIVE = 'The file is not a Daymark archive. Choose a ZIP file that Daymark exported.'

export async function readArchive(source: ByteSource): Promise<ReadArchive> {
  if (!isZip(source)) throw new FileFault(NOT_AN_ARCHIVE)
  const files = new Map(openZip(source).map(entry => [entry.name, entry]))
  const manifest = await manifestOf(files.get(MANIFEST))
  const listed = Object.entries(manifest.files)
  const problems: ArchiveProblem[] = []
  const rows: ArchiveRow[] = []
  for (const table of CONTENT_TABLES)
    for (const [name, { sha256 }] of listed) {
      if (CONTENT_FILE.exec(name)?.[1] !== table) continue
      const entry = files.get(name)
      if (!entry) throw new FileFault(`The archive does not contain ${name}. Export your data again.`)
      for await (const row of rowsOf(entry, table, sha256, problems)) rows.push(row)
    }
  const { units, moved } = keepSound(unitsOf(rows, problems), problems)
  for (const unit of units)
    unit.digest = unit.rows.reduce((digest, { table, row }) => nextDigest(digest, table, rowText(row)), '')
  return {
    units,
    problems,
    moved,
    not_imported: listed
      .filter(([name, { rows: count }]) => !CONTENT_FILE.test(name) && count > 0)
      .map(([file, { rows: count }]) => ({ file: file.slice(0, 100), rows: count })),
  }
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

async function* rowsOf(
  entry: ZipEntry,
  table: string,
  sha256: string,
  problems: ArchiveProblem[],
): AsyncGenerator<ArchiveRow> {
  const file = entry.name
  const hash = createHash('sha256')
  for await (const { text, line } of linesOf(entry.content(), { most: MAX_LINE_BYTES, file, seen: hash })) {
    const found = parsed(text)
    const row = isObject(found) ? { ...ADDED[table], ...(found as Row) } : found
    const fault = isObject(row) ? rowFault(table, row) : 'The line is not a JSON object.'
    if (fault === undefined) yield { table, row: row as Row, file, line }
    else problems.push({ file, line, message: fault, title: isObject(row) ? titleOf(row as Row) : null })
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

function unitsOf(rows: readonly ArchiveRow[], problems: ArchiveProblem[]): Map<string, ArchiveUnit> {
  const units = new Map<string, ArchiveUnit>()
  const sharings = new Map<string, string>()
  const seen = new Set<string>()
  for (const each of rows) {
    const { table, row, file, line } = each
    const refuse = (message: string) => problems.push({ file, line, message, title: titleOf(row) })
    const kind = rootKind(table)
    if (kind) {
      const id = idOf(kind, row)
      if (units.has(`${kind} ${id}`)) refuse('The archive contains this item twice.')
      else units.set(`${kind} ${id}`, { kind, id, updated_at: changedAt(row), digest: '', rows: [each] })
      continue
    }
    const owner = ownerOf(table, row, id => sharings.get(id))
    const unit = owner === undefined ? undefined : units.get(owner)
    if (!unit || owner === undefined) refuse(NO_ITEM)
    else if (!isNew(seen, owner, table, row)) refuse('The archive contains this row twice.')
    else {
      if (table === 'visibility') sharings.set(String(row['id']), owner)
      unit.rows.push(each)
    }
  }
  return units
}

/** Tables with at most one row per item: its visibility, its calendar text, and the person's answer to a meeting. */
const ONCE = new Set(['visibility', 'calendar_objects', 'meeting_participants'])

/** Returns false if another row has the same key, because the database requires unique keys. */
function isNew(seen: Set<string>, owner: string, table: string, row: Row): boolean {
  const keys = [`${owner} ${table} ${ONCE.has(table) ? '' : keyOf(row)}`]
  if ('id' in row) keys.push(`${table} ${row['id']}`)
  if (keys.some(key => seen.has(key))) return false
  for (const key of keys) seen.add(key)
  return true
}

const keyOf = (row: Row): string =>
  JSON.stringify([row['tag_id'], row['original_start'], row['email'], row['domain']])
