// Reads an uploaded file in a separate thread, so that large and hostile files do not block the event loop.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Semaphore } from '../../../platform/kernel/concurrency/semaphore.ts'
import { rejected } from '../../../platform/kernel/errors.ts'

/** The thread sends items on request, so that no message is large, and a summary at the end. */
export type ThreadMessage<Item, Summary> =
  | { kind: 'items'; items: Item[] }
  | { kind: 'refused'; message: string }
  | ({ kind: 'end' } & Summary)

const MAX_MS = 30_000
const MAX_MEMORY_MB = 512
/** Limits concurrent threads, because each one takes a core and memory. */
const threads = new Semaphore(2)

/** `name` is the thread's file name without the extension, which is .js in the bundled server and .ts otherwise. */
export const threadFile = (name: string, url: string): URL => new URL(`./${name}${extname(url)}`, url)

/** Calls `take` with the items in order. Throws 400 if the file cannot be read. */
export const readInThread = <Item, Summary>(
  thread: URL,
  workerData: unknown,
  take: (items: readonly Item[]) => void,
): Promise<Summary> =>
  threads.run(1, async () => {
    const worker = new Worker(thread, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const deadline = AbortSignal.timeout(MAX_MS)
    try {
      for (;;) {
        const message = await answerOf<Item, Summary>(worker, deadline)
        if (message.kind === 'refused') throw rejected(message.message)
        if (message.kind === 'end') return message
        take(message.items)
      }
    } finally {
      await worker.terminate()
    }
  })

function answerOf<Item, Summary>(
  worker: Worker,
  deadline: AbortSignal,
): Promise<ThreadMessage<Item, Summary>> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadMessage<Item, Summary>>()
  const tooMuch = () => reject(rejected('The file takes too long to read. Split it first.'))
  const failed = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? rejected('The file needs too much memory. Split it first.')
        : error,
    )
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
