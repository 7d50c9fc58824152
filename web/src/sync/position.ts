// Stores the change log position of the last change that this browser has received.
import { storage } from '../session/storage/browser-storage.ts'
import { restoredPosition, setCachePosition } from '../session/storage/persisted-cache.ts'

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

// Read before the first list loads, because another window may later store a position newer than that list.
const atStart = read()

/**
 * Returns the change log position up to which all data on this page is complete, or undefined if none is stored for
 * this account. Call this after the cache has been restored, because cached data may be older than the stored
 * position.
 */
export function positionAtStart(account: string): number | undefined {
  const { seq } = atStart
  if (atStart.account !== account || seq === undefined || !Number.isSafeInteger(seq)) return undefined
  return Math.min(seq, restoredPosition() ?? seq)
}

export function storePosition(account: string, seq: number): void {
  setCachePosition(seq)
  storage.setItem(KEY, JSON.stringify({ account, seq } satisfies Position))
}
