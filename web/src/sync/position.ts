// The position in the change log up to which this browser has received changes.
import { storage } from '../session/storage/browser-storage.ts'

const KEY = 'daymark.position'

interface Position {
  account: string
  seq: number
}

function read(): Partial<Position> {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

// Read before the first list is requested, because another window may later store a position newer than that list.
const atStart = read()

/** Returns a log position that all data of this page includes; undefined on the first visit. */
export const positionAtStart = (account: string): number | undefined =>
  atStart.account === account && Number.isSafeInteger(atStart.seq) ? atStart.seq : undefined

export function storePosition(account: string, seq: number | undefined): void {
  if (seq !== undefined) storage.setItem(KEY, JSON.stringify({ account, seq } satisfies Position))
}
