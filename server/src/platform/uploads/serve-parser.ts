// Runs in the parser process: reads one upload and writes what it contains. Writing is synchronous, so that a full pipe
// stops the process.
import { readSync, writeSync } from 'node:fs'
import { type ByteSource, fileSource } from './byte-source.ts'
import { FileFault, tooMuch } from './file-fault.ts'
import { ANSWERS_FD, type Frame, ORDER, type ParseOrder, UPLOAD_FD } from './frames.ts'

export interface Reading<Head, Item, Summary> {
  head: Head
  items: Iterable<Item> | AsyncIterable<Item>
  /** Called after the last item. */
  summary(): Summary
}

export type Parser<Options, Head, Item, Summary> = (
  file: ByteSource,
  options: Options,
  /** Asks the server. All answers must be read before the next question. */
  ask: (question: unknown) => Iterable<unknown>,
) => Promise<Reading<Head, Item, Summary>>

const MAX_BATCH_ITEMS = 200
const MAX_BATCH_CHARS = 200_000
const STDOUT = 1
/** How many bytes may still be written. */
let left = Number.POSITIVE_INFINITY

export async function serveParser(
  parsers: Readonly<Record<string, Parser<never, unknown, unknown, unknown>>>,
): Promise<void> {
  const { parser, options, start, size, most_bytes } = (globalThis as unknown as Record<symbol, ParseOrder>)[
    ORDER
  ] as ParseOrder
  left = most_bytes ?? Number.POSITIVE_INFINITY
  const read = parsers[parser]
  if (!read) throw new Error(`There is no parser ${parser}.`)
  try {
    const { head, items, summary } = await read(fileSource(UPLOAD_FD, start, size), options as never, ask)
    send({ head })
    let texts: string[] = []
    let chars = 0
    const flush = () => {
      if (texts.length > 0) write(`{"items":[${texts.join(',')}]}\n`)
      texts = []
      chars = 0
    }
    for await (const item of items) {
      const text = JSON.stringify(item)
      if (chars + text.length > MAX_BATCH_CHARS) flush()
      texts.push(text)
      chars += text.length
      if (texts.length >= MAX_BATCH_ITEMS) flush()
    }
    flush()
    send({ summary: summary() })
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    left = Number.POSITIVE_INFINITY
    send({ refused: { message: error.message, status: error.status } })
  }
}

const ANSWER_BYTES = 64 * 1024
const LF = 10

function* ask(question: unknown): Generator<unknown> {
  send({ asks: question })
  let parts: Buffer[] = []
  for (;;) {
    const chunk = Buffer.allocUnsafe(ANSWER_BYTES)
    const bytes = readSync(ANSWERS_FD, chunk)
    if (bytes === 0) throw new Error('The server has ended.')
    let from = 0
    for (let at = chunk.indexOf(LF); at >= 0 && at < bytes; at = chunk.indexOf(LF, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)])
      parts = []
      from = at + 1
      if (line.length === 0) return
      yield JSON.parse(line.toString())
    }
    if (from < bytes) parts.push(chunk.subarray(from, bytes))
  }
}

const send = (frame: Frame): void => write(`${JSON.stringify(frame)}\n`)

function write(text: string): void {
  const bytes = Buffer.from(text)
  left -= bytes.length
  if (left < 0) throw tooMuch('The file contains too much. Split it into smaller files.')
  for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at)
}
