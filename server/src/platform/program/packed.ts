import type { Files } from './files.ts'

/** What the loader leaves for the modules that it loads. */
export interface Packed {
  readonly files: Files
  readonly fd: number
  /** The path of the loader. Only its name is used, because the file may be gone. */
  readonly main: string
}

export const PACKED = Symbol.for('daymark.packed')
/** Settings of processes that this program starts: which descriptor is the packed file, and which module to run. */
export const PACK_FD = 'DAYMARK_PACK_FD'
export const PACK_ENTRY = 'DAYMARK_PACK_ENTRY'
export const LOADER = 'main.js'
