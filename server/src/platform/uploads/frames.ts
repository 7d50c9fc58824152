// What the parser process writes: one JSON value per line.
import type { FaultStatus } from './file-fault.ts'

export interface ParseOrder {
  /** The name of a parser. */
  parser: string
  options: unknown
  /** The position and length of the file in the file descriptor, which may be a whole form. */
  start: number
  size: number
}

/** What is known before the first item, then the items in their order, then the summary. */
export type Frame =
  | { head: unknown }
  | { items: unknown[] }
  | { summary: unknown }
  | { refused: { message: string; status: FaultStatus } }

/** The name under which the server leaves the order in the process. */
export const ORDER = Symbol.for('daymark.parse-order')
/** The file descriptor of the upload in the process. */
export const UPLOAD_FD = 3
