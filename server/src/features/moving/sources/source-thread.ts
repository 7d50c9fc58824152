// Reads another program's export in a worker thread. Sends the items in small batches, each on request.
import { parentPort, workerData } from 'node:worker_threads'
import { MAX_IMPORT_OBJECTS } from '@daymark/contract/calendars/imports'
import type { ImportSource } from '@daymark/contract/moving/source-imports'
import type { ThreadMessage } from '../../icalendar/files/read-in-thread.ts'
import { FileFault } from '../files/unzip.ts'
import type { SourceMessageItem, SourceSummary } from './parse-source.ts'
import { type ReadSource, readSource } from './read-source.ts'
import type { ReadOptions } from './source-item.ts'

const { bytes, source, options } = workerData as {
  bytes: Uint8Array
  source: ImportSource
  options: ReadOptions
}
const BATCH = 100
const MAX_PROBLEMS = 100

const send = (message: ThreadMessage<SourceMessageItem, SourceSummary>) => parentPort?.postMessage(message)

let file: ReadSource | undefined
let items: SourceMessageItem[] = []
let next = 0

parentPort?.on('message', () => {
  try {
    if (!file) {
      file = readSource(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), source, options)
      items = [...file.items.map(item => ({ item })), ...file.timers.map(timer => ({ timer }))]
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    return send({ kind: 'refused', message: error.message })
  }
  if (items.length > MAX_IMPORT_OBJECTS)
    return send({
      kind: 'refused',
      message: `The file has ${items.length} entries; at most ${MAX_IMPORT_OBJECTS} are allowed. Split it first.`,
    })
  if (next < items.length) {
    const some = items.slice(next, next + BATCH)
    next += BATCH
    return send({ kind: 'items', items: some })
  }
  const { source: found, problems, losses, columns } = file
  send({
    kind: 'end',
    source: found,
    skipped: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    losses: [...losses],
    columns: columns.slice(0, 200),
  })
})
