// Parses a calendar file in a separate thread, so that large and hostile files do not block the event loop.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import { Semaphore } from '../../../platform/kernel/concurrency/semaphore.ts'
import { rejected } from '../../../platform/kernel/errors.ts'
import type { FileProblem } from './file-components.ts'
import type { FileItem } from './file-item.ts'

export interface FileSummary {
  /** The number of components with a problem. */
  skipped: number
  /** The first problems, in the order of the file. */
  problems: FileProblem[]
  losses: [ImportLossKind, number][]
}

export type ParseMessage =
  | { kind: 'items'; items: FileItem[] }
  | { kind: 'refused'; message: string }
  | ({ kind: 'end' } & FileSummary)

/** The extension is .js in the bundled server. */
const THREAD = new URL(`./parse-thread${extname(import.meta.url)}`, import.meta.url)
const MAX_MS = 30_000
const MAX_MEMORY_MB = 512
/** Each thread takes a core and memory. */
const threads = new Semaphore(2)

/** Calls `take` with the items in the order of the file. Throws 400 if the file cannot be read. */
export const parseFile = (
  bytes: Uint8Array,
  ownerZone: string,
  take: (items: readonly FileItem[]) => void,
): Promise<FileSummary> =>
  threads.run(1, async () => {
    const worker = new Worker(THREAD, {
      workerData: { bytes, ownerZone },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const deadline = AbortSignal.timeout(MAX_MS)
    try {
      for (;;) {
        const message = await answerOf(worker, deadline)
        if (message.kind === 'refused') throw rejected(message.message)
        if (message.kind === 'end') return message
        take(message.items)
      }
    } finally {
      await worker.terminate()
    }
  })

function answerOf(worker: Worker, deadline: AbortSignal): Promise<ParseMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<ParseMessage>()
  const tooMuch = () => reject(rejected('The file takes too long to read. Split it first.'))
  const failed = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? rejected('The file needs too much memory.') : error)
  worker.once('message', resolve)
  worker.once('error', failed)
  deadline.addEventListener('abort', tooMuch, { once: true })
  worker.postMessage('next')
  return promise.finally(() => {
    worker.off('message', resolve)
    worker.off('error', failed)
    deadline.removeEventListener('abort', tooMuch)
  })
}
