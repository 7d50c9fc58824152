// Parses a calendar file in a worker thread. Sends items on request, so that no message is large.
import { parentPort, workerData } from 'node:worker_threads'
import { MAX_IMPORT_OBJECTS } from '@daymark/contract/calendars/imports'
import { ObjectFault } from '../mapping/model.ts'
import { textOfFile } from '../text/file-text.ts'
import { type FileItem, readItem } from './file-item.ts'
import { readFile } from './file-objects.ts'
import type { ParseMessage } from './parse-file.ts'

const { bytes, ownerZone } = workerData as { bytes: Uint8Array; ownerZone: string }
const MAX_BATCH_ITEMS = 100
const MAX_BATCH_CHARS = 100_000

const send = (message: ParseMessage) => parentPort?.postMessage(message)

const file = readFile(textOfFile(bytes))
const total = file.objects.length
let next = 0

function batch(): FileItem[] {
  const items: FileItem[] = []
  let chars = 0
  while (next < total && items.length < MAX_BATCH_ITEMS && chars < MAX_BATCH_CHARS) {
    const object = file.objects[next++]
    if (!object) break
    try {
      const item = readItem(object, ownerZone)
      if (item.is_cut.title) lose('long_titles')
      if (item.is_cut.description) lose('long_descriptions')
      items.push(item)
      chars += item.text.length
    } catch (error) {
      if (!(error instanceof ObjectFault)) throw error
      file.problems.push({ line: object.line, message: error.message, title: object.title })
    }
  }
  return items
}

const lose = (what: 'long_titles' | 'long_descriptions') =>
  file.losses.set(what, (file.losses.get(what) ?? 0) + 1)

parentPort?.on('message', () => {
  if (file.calendars === 0) return send({ kind: 'refused', message: 'The file is not a calendar.' })
  if (total > MAX_IMPORT_OBJECTS)
    return send({
      kind: 'refused',
      message: `The file has ${total} entries; at most ${MAX_IMPORT_OBJECTS} are allowed. Split it first.`,
    })
  if (next < total) return send({ kind: 'items', items: batch() })
  const { problems, losses } = file
  send({
    kind: 'end',
    skipped: problems.length,
    problems: problems.sort((a, b) => a.line - b.line).slice(0, 100),
    losses: [...losses],
  })
})
