// Counts what a file contains while it is unpacked, so that a small file cannot fill the memory when it is read.
import { tooMuch } from './file-fault.ts'
import { separatorOf } from './table-separator.ts'

export const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
export const MAX_TOKENS = 5_000_000
export const MAX_CELL_BYTES = 64 * 1024
export const MAX_COLUMNS = 1_000

const SPLIT = 'Split it into smaller files.'
const [TAB, LF, CR, SPACE, QUOTE, COMMA, COLON] = [9, 10, 13, 32, 34, 44, 58]
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [91, 92, 93, 123, 125]

export type FileFormat = 'json' | 'calendar' | 'table'

/** The limits of one upload, which may contain several files. Throws a `FileFault` that names the exceeded limit. */
export class UploadLimits {
  #bytes = 0
  #tokens = 0

  /** Returns the file as text bytes, after all of it was counted. `formatOf` gets the beginning of the file. */
  async collect(
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    formatOf: (head: Buffer) => FileFormat,
  ): Promise<Buffer> {
    const chunks: Buffer[] = []
    let count: ((chunk: Buffer) => number) | undefined
    for await (const chunk of content) {
      this.#bytes += chunk.length
      if (this.#bytes > MAX_UNPACKED_BYTES)
        throw tooMuch(`The file has more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB when unpacked. ${SPLIT}`)
      count ??= COUNTERS[formatOf(chunk)](chunk)
      this.#add(count(chunk))
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  /** For a file that turned out to be a table. */
  requireTable(content: Buffer): void {
    this.#add(COUNTERS.table(content)(content))
  }

  #add(tokens: number): void {
    this.#tokens += tokens
    if (this.#tokens > MAX_TOKENS)
      throw tooMuch(`The file has more than 5 million values, cells or lines. ${SPLIT}`)
  }
}

/** Each returns a function that counts the tokens of the next part of the file. `head` is the first part. */
const COUNTERS: Readonly<Record<FileFormat, (head: Buffer) => (chunk: Buffer) => number>> = {
  json: jsonTokens,
  calendar: lineTokens,
  table: head => tableTokens(separatorOf(head)),
}

/** Brackets, values and line breaks. */
function jsonTokens(): (chunk: Buffer) => number {
  let isText = false
  let isEscaped = false
  let isWord = false
  return chunk => {
    let tokens = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      // Every second byte of UTF-16.
      if (byte === 0) continue
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
        continue
      }
      const isBracket = byte === OPEN_LIST || byte === CLOSE_LIST || byte === OPEN || byte === CLOSE
      const isSpace = byte === SPACE || byte === TAB || byte === LF || byte === CR
      if (isBracket || byte === LF) tokens++
      if (byte === QUOTE) {
        tokens++
        isText = true
        isWord = false
      } else if (isBracket || isSpace || byte === COMMA || byte === COLON) isWord = false
      else if (!isWord) {
        tokens++
        isWord = true
      }
    }
    return tokens
  }
}

/** Lines and properties of a calendar. A continuation line is no property. */
function lineTokens(): (chunk: Buffer) => number {
  let isLineStart = true
  return chunk => {
    let tokens = 0
    for (let at = 0; at < chunk.length; ) {
      if (isLineStart && chunk[at] !== SPACE && chunk[at] !== TAB) tokens++
      const end = chunk.indexOf(LF, at)
      isLineStart = end >= 0
      if (end < 0) break
      tokens++
      at = end + 1
    }
    return tokens
  }
}

/** Cells and lines. Throws if a cell or a row is too large. */
function tableTokens(separator: number): (chunk: Buffer) => number {
  let isQuoted = false
  /** A second quote directly after the closing one is a quote in the text. */
  let isClosed = false
  let isEmpty = true
  let cellBytes = 0
  let columns = 1
  let line = 1
  return chunk => {
    let tokens = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === 0) continue
      if (byte === LF) {
        tokens++
        line++
      }
      if (isQuoted ? byte === QUOTE : byte === QUOTE && (isEmpty || isClosed)) {
        isClosed = isQuoted
        isQuoted = !isQuoted
      } else if (!isQuoted && (byte === separator || byte === LF)) {
        tokens++
        columns = byte === LF ? 1 : columns + 1
        if (columns > MAX_COLUMNS)
          throw tooMuch(`Line ${line} of the table has more than ${MAX_COLUMNS} columns. Remove columns.`)
        cellBytes = 0
        isEmpty = true
        isClosed = false
      } else {
        if (++cellBytes > MAX_CELL_BYTES)
          throw tooMuch(
            `A cell in line ${line} of the table is larger than ${MAX_CELL_BYTES / 1024} KiB. Shorten it.`,
          )
        isClosed = false
        if (byte !== SPACE && byte !== CR) isEmpty = false
      }
    }
    return tokens
  }
}
