// What the parser process writes: one JSON value per line.
import type { FaultStatus } from './file-fault.ts'

export interface ParseOrder {
  /** The name of a parser. */
  parser: string
  options: unknown
  /** The position and length of the file in the file descriptor, which may be a whole form. */
  start: number
  size: number
  /** What the process may write. */
  most_bytes: number | null
}

/** What is known before the first item, then the items in their order, then the summary. */
export type Frame =
  | { head: unknown }
  | { items: unknown[] }
  | { summary: unknown }
  /** A question to the server. The answer is JSON lines that end with an empty line. */
  | { asks: unknown }
  | { refused: { message: string; status: FaultStatus } }

/** The name under which the server leaves the order in the process. */
export const ORDER = Symbol.for('daymark.parse-order')
/** The file descriptor of the upload in the process. */
export const UPLOAD_FD = 3
/** The file descriptor with the answers of the server. */
export const ANSWERS_FD = 4
