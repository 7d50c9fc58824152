// Reads uploads in a process of its own with limited memory and time. Whatever a file does to that process, the person
// gets an answer and the server goes on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { HeavyWork } from '../kernel/concurrency/heavy-work.ts'
import { type Problem, rejected, unavailable, unprocessable } from '../kernel/errors.ts'
import type { Upload } from '../kernel/upload.ts'
import { NODE } from '../program/node.ts'
import { ANSWERS_FD, type Frame, ORDER, type ParseOrder } from './frames.ts'
import { spool } from './spool.ts'

export interface ParserOptions {
  /** The program of the process. */
  code: string
  /** Called if the process fails for another reason than its limits. */
  failed(error: Error): void
  /** The heap of the process. The default is a part of the machine's memory. */
  memoryMb?: number
  /** How long the server waits for the process in all, not counting the time in which it writes what it got. */
  waitMs?: number
  /** The same for long files, with more time per megabyte. */
  longWaitMs?: number
  /** Where the process may keep temporary data that it never leaves behind. The default is the system's folder. */
  folder?: string
}

/** What a file contains. */
export interface Parsed<Head, Item, Summary> {
  head: Head
  /** Reads the items in their order, only as fast as they are consumed. Another call reads the file again. */
  items(): AsyncIterable<Item>
  /** Known after the last item. */
  summary(): Summary
}

export interface Ask {
  parser: string
  options: unknown
  upload: Upload
  /** Whose turn it is. */
  person: string
  /** Background work waits for its turn without a limit. */
  isBackground?: boolean
  /**
   * Set for files of any size, whose parser keeps on disk what it reads. It has a line of its own with little memory, so
   * that other files need not wait for it, and time in proportion to the size of the file.
   */
  long?: {
    /** Answers a question of the parser by sending any number of JSON values. */
    answer(question: unknown, send: (value: unknown) => Promise<void>): Promise<void>
  }
}

export interface UploadParser {
  /** Throws 400, 422 or 503 if the file cannot be read. */
  parse<Head, Item, Summary, T>(
    ask: Ask,
    use: (parsed: Parsed<Head, Item, Summary>) => Promise<T>,
  ): Promise<T>
}

const MB = 1024 * 1024
const WAIT_MS = 60_000
/** The time for a long file, and more per megabyte. An archive of 1 MB can contain 100,000 items. */
const LONG_WAIT_MS = 600_000
const LONG_WAIT_PER_MB_MS = 3_000
/** A long file is read line by line, so this does not depend on the machine. */
const LONG_MEMORY_MB = 128
/** The process of a long file writes this much ahead. */
const AHEAD_BYTES = 4 * MB
/**
 * Other processes write to a file, so that they end and the next file can be read while this one is still being written
 * to the database. A file that exceeds the limits of uploads gives less.
 */
const MAX_FOUND_BYTES = 600 * MB
const MAX_MESSAGE_BYTES = 16_384

/** A quarter of the memory, so that the server, the database and this process fit into a small container. */
export const defaultMemoryMb = (available = process.constrainedMemory() || totalmem()): number =>
  Math.max(128, Math.min(512, Math.floor(Math.min(available, totalmem()) / MB / 4)))

export function openParser({
  code,
  failed,
  memoryMb = defaultMemoryMb(),
  waitMs = WAIT_MS,
  longWaitMs = LONG_WAIT_MS,
  folder = '',
}: ParserOptions): UploadParser {
  /** One process at a time, because each may take a quarter of the memory. */
  const turns = new HeavyWork({ at_once: 1 })
  const longTurns = new HeavyWork({ at_once: 1 })

  return {
    async parse<Head, Item, Summary, T>(
      { parser, options, upload, person, isBackground, long }: Ask,
      use: (parsed: Parsed<Head, Item, Summary>) => Promise<T>,
    ): Promise<T> {
      upload.retain()
      const started: ParserProcess[] = []
      const start = async () => {
        const limits = long
          ? {
              memoryMb: Math.min(memoryMb, LONG_MEMORY_MB),
              waitMs: longWaitMs + (upload.size / MB) * LONG_WAIT_PER_MB_MS,
            }
          : { memoryMb, waitMs }
        const most_bytes = long ? null : MAX_FOUND_BYTES
        const order = { parser, options, start: upload.start, size: upload.size, most_bytes }
        const found = long ? undefined : await spool([], { folder, most: 0 })
        const process = new ParserProcess(
          { code, failed, folder, answer: long?.answer, found, ...limits },
          order,
          upload.handle.fd,
        )
        started.push(process)
        return process
      }
      try {
        const place = await (long ? longTurns : turns).enter(person, undefined, isBackground)
        const first = await start().catch(error => {
          place.leave()
          throw error
        })
        void first.ended.finally(place.leave)
        const head = (await first.next('head')) as Head
        let current: ParserProcess | undefined
        return await use({
          head,
          async *items() {
            // A transaction that is tried again reads the file again. It takes no turn, because it may hold locks that
            // the process before it waits for.
            const process: ParserProcess = current ? await start() : first
            if (current) await process.next('head')
            current = process
            for (let items = await process.next('items'); items; items = await process.next('items'))
              yield* items as Item[]
          },
          summary: () => current?.summary as Summary,
        })
      } finally {
        for (const process of started) process.close()
        upload.release()
      }
    },
  }
}

interface ProcessOptions extends Required<Omit<ParserOptions, 'longWaitMs'>> {
  answer: NonNullable<Ask['long']>['answer'] | undefined
  /** Gets what the process writes. By default, the server reads that at once. */
  found: Upload | undefined
}

class ParserProcess {
  summary: unknown
  /** Resolves when the process has ended, even if its output has not been read. */
  readonly ended: Promise<unknown>
  readonly #options: ProcessOptions
  readonly #child: ChildProcess
  readonly #frames: AsyncGenerator<Frame>
  readonly #message: () => string
  readonly #answers: Writable
  #waitMs: number
  #isLate = false
  #notStarted: Error | undefined

  constructor(options: ProcessOptions, order: ParseOrder, fd: number) {
    const { code, memoryMb, waitMs, folder, found } = options
    this.#options = options
    this.#waitMs = waitMs
    // The process sees neither the files nor the settings of the server.
    const files = code.startsWith('await import(') ? ['--allow-fs-read=*'] : []
    const limits = [`--max-old-space-size=${memoryMb}`, '--permission', ...files, '--no-warnings']
    this.#child = spawn(NODE, [...limits, '--input-type=module', '-'], {
      // Where SQLite keeps its temporary files.
      env: folder === '' ? {} : { SQLITE_TMPDIR: folder },
      stdio: ['pipe', found ? found.handle.fd : 'pipe', 'pipe', fd, 'pipe'],
    })
    this.ended = once(this.#child, 'exit').catch(() => {})
    preferToEnd(this.#child.pid)
    const { stdin, stdout, stderr } = this.#child
    this.#answers = this.#child.stdio[ANSWERS_FD] as Writable
    // The process may end before it has read its program or an answer.
    stdin?.on('error', () => {})
    this.#answers.on('error', () => {})
    stdin?.end(
      `globalThis[Symbol.for(${JSON.stringify(ORDER.description)})]=${JSON.stringify(order)};\n${code}`,
    )
    this.#child.on('error', error => {
      this.#notStarted = error
    })
    this.#frames = framesOf(found ? this.#fromFile(found) : this.#fromPipe(stdout as Readable))
    this.#message = lastOf(stderr as Readable)
  }

  /** Returns the content of the next frame, or undefined if the summary came instead. */
  async next(wanted: 'head' | 'items'): Promise<unknown> {
    for (;;) {
      const { value } = await this.#inTime(this.#frames.next())
      const frame = value as Frame | undefined
      if (!frame) throw await this.#failure()
      if ('refused' in frame) {
        const { message, status } = frame.refused
        throw status === 400 ? rejected(message) : unprocessable(message)
      }
      if ('summary' in frame) {
        this.summary = frame.summary
        return undefined
      }
      if (!('asks' in frame)) return (frame as Record<string, unknown>)[wanted]
      await this.#answer(frame.asks)
    }
  }

  async #answer(question: unknown): Promise<void> {
    const write = (text: string) =>
      this.#inTime(new Promise<void>(resolve => this.#answers.write(text, () => resolve())))
    await this.#options.answer?.(question, value => write(`${JSON.stringify(value)}\n`))
    await write('\n')
  }

  /** Ends the process if it does not react in time. */
  async #inTime<T>(reaction: Promise<T>): Promise<T> {
    const begin = performance.now()
    const timer = setTimeout(() => {
      this.#isLate = true
      this.kill()
    }, this.#waitMs)
    try {
      return await reaction
    } finally {
      clearTimeout(timer)
      this.#waitMs = Math.max(1, this.#waitMs - (performance.now() - begin))
    }
  }

  async *#fromFile(found: Upload): AsyncGenerator<Buffer> {
    await this.ended
    const { size } = await found.handle.stat()
    yield* found.part(0, size).chunks()
  }

  #fromPipe(stdout: Readable | null): PassThrough {
    const output = new PassThrough({ highWaterMark: AHEAD_BYTES })
    this.#child.on('error', () => output.end())
    stdout?.on('error', () => output.end()).pipe(output)
    return output
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  close(): void {
    this.kill()
    this.#options.found?.release()
  }

  async #failure(): Promise<Problem> {
    await this.ended
    const { exitCode, signalCode } = this.#child
    if (this.#notStarted)
      return unavailable('The server cannot read files at the moment. Try again later.', this.#notStarted)
    if (this.#isLate) return unprocessable('The file takes too long to read. Split it into smaller files.')
    const message = this.#message()
    if (signalCode === 'SIGKILL' || signalCode === 'SIGABRT' || NO_MEMORY.test(message))
      return unprocessable('The file needs too much memory to read. Split it into smaller files.')
    this.#options.failed(new Error(`The parser process ended early (${signalCode ?? exitCode}).\n${message}`))
    return unprocessable('The file cannot be read: reading it failed. Check the file, or split it.')
  }
}

/** If the machine runs out of memory, Linux ends this process and not the server. */
function preferToEnd(pid: number | undefined): void {
  if (process.platform === 'linux' && pid !== undefined)
    void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}

/** What V8 writes when the heap is full, and the errors for one text or buffer that is too large. */
const NO_MEMORY =
  /heap out of memory|out of memory|allocation failed|Invalid string length|longer than 0x|Invalid array length|Map maximum size/i

async function* framesOf(output: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let parts: Buffer[] = []
  for await (const chunk of output) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at))
      yield JSON.parse(Buffer.concat(parts).toString()) as Frame
      parts = []
      from = at + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  }
}

function lastOf(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-MAX_MESSAGE_BYTES)
  })
  return () => text
}
