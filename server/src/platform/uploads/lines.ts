// Reads a text line by line, so that a file of any size needs the memory of one line.
import type { Hash } from 'node:crypto'
import { tooMuch } from './file-fault.ts'

export interface Line {
  text: string
  /** Counted from 1. */
  line: number
}

interface LinesOptions {
  /** A longer line is refused. */
  most: number
  /** The name of the file for messages. */
  file: string
  /** Gets all bytes. */
  seen: Hash
}

const LF = 10

/** Yields the lines that are not empty. */
export async function* linesOf(
  content: AsyncIterable<Buffer>,
  { most, file, seen }: LinesOptions,
): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let bytes = 0
  let line = 1
  const add = (part: Buffer) => {
    bytes += part.length
    if (bytes > most)
      throw tooMuch(`Line ${line} of ${file.slice(0, 100)} is longer than ${most / 1024} KiB.`)
    parts.push(part)
  }
  const take = () => {
    const text = parts.length === 0 ? '' : Buffer.concat(parts).toString()
    parts = []
    bytes = 0
    return text
  }
  for await (const chunk of content) {
    seen.update(chunk)
    let from = 0
    while (from < chunk.length) {
      // Skips empty lines without a search, because a small archive can consist of millions of them.
      if (chunk[from] === LF && parts.length === 0) {
        line++
        from++
        continue
      }
      const at = chunk.indexOf(LF, from)
      if (at < 0) break
      add(chunk.subarray(from, at))
      yield { text: take(), line }
      line++
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
  const text = take()
  if (text !== '') yield { text, line }
}
