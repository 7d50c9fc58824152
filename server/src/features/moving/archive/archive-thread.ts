// Reads an archive in a worker thread. Sends the items in small batches, each on request.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage } from '../../icalendar/files/read-in-thread.ts'
import { FileFault } from '../files/unzip.ts'
import type { ArchiveProblem, ArchiveUnit } from './archive-unit.ts'
import type { ArchiveSummary } from './parse-archive.ts'
import { type ReadArchive, readArchive } from './read-archive.ts'

const { bytes } = workerData as { bytes: Uint8Array }
const MAX_BATCH_ROWS = 200
const MAX_BATCH_CHARS = 200_000
const MAX_PROBLEMS = 100

/** A row may have several problems, for example two links that lead outside the archive. */
const rowsWith = (problems: readonly ArchiveProblem[]): number =>
  new Set(problems.map(({ file, line }) => `${file} ${line}`)).size

const send = (message: ThreadMessage<ArchiveUnit, ArchiveSummary>) => parentPort?.postMessage(message)

let archive: ReadArchive | undefined
let next = 0

function batch(units: readonly ArchiveUnit[]): ArchiveUnit[] {
  const items: ArchiveUnit[] = []
  let [rows, chars] = [0, 0]
  while (next < units.length && rows < MAX_BATCH_ROWS && chars < MAX_BATCH_CHARS) {
    const unit = units[next++]
    if (!unit) break
    items.push(unit)
    rows += unit.rows.length
    for (const { row } of unit.rows)
      for (const value of Object.values(row)) if (typeof value === 'string') chars += value.length
  }
  return items
}

parentPort?.on('message', () => {
  try {
    archive ??= readArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    return send({ kind: 'refused', message: error.message })
  }
  const { units, problems, not_imported } = archive
  if (next < units.length) return send({ kind: 'items', items: batch(units) })
  send({ kind: 'end', skipped: rowsWith(problems), problems: problems.slice(0, MAX_PROBLEMS), not_imported })
})
