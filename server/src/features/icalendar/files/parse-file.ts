import type { ImportLossKind } from '@daymark/contract/calendars/imports'
import type { FileProblem } from './file-components.ts'
import type { FileItem } from './file-item.ts'
import { readInThread, type ThreadMessage, threadFile } from './read-in-thread.ts'

export interface FileSummary {
  /** The number of problems, including those that `problems` leaves out. */
  skipped: number
  /** The first problems, in the order of the file. */
  problems: FileProblem[]
  losses: [ImportLossKind, number][]
}

export type ParseMessage = ThreadMessage<FileItem, FileSummary>

const THREAD = threadFile('parse-thread', import.meta.url)

/** Calls `take` with the items in the order of the file. Throws 400 if the file cannot be read. */
export const parseFile = (
  bytes: Uint8Array,
  ownerZone: string,
  take: (items: readonly FileItem[]) => void,
): Promise<FileSummary> => readInThread(THREAD, { bytes, ownerZone }, take)
