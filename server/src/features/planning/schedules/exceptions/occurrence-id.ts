// Computes stable ids for items that are not stored, such as occurrences.
import { hash } from 'node:crypto'

const ID_BYTES = 16
const name = Buffer.alloc(ID_BYTES + 64)
let named = ''

/** This many cached ids take about 3 MB. */
const MAX_CACHED = 20_000
const cached = new Map<string, Map<number, string>>()
let count = 0

/**
 * Returns a version 5 UUID. Its namespace is the series id, its name the original start in epoch milliseconds. Ids are
 * cached, because clients read the same weeks repeatedly and hashing took a third of the time of such a request.
 */
export const occurrenceId = (seriesId: string, instanceStart: number): string =>
  occurrenceIds(seriesId)(instanceStart)

/** Like `occurrenceId`, for many occurrences of one series. */
export function occurrenceIds(seriesId: string): (instanceStart: number) => string {
  let ids: ReadonlyMap<number, string> | undefined = cached.get(seriesId)
  return instanceStart => {
    const known = ids?.get(instanceStart)
    if (known !== undefined) return known
    const id = derivedId(seriesId, String(instanceStart))
    ids = remember(seriesId, instanceStart, id)
    return id
  }
}

/** Caches the id and returns all cached ids of the series. */
function remember(seriesId: string, instanceStart: number, id: string): ReadonlyMap<number, string> {
  if (count >= MAX_CACHED) {
    cached.clear()
    count = 0
  }
  const ids = cached.get(seriesId) ?? new Map<number, string>()
  cached.set(seriesId, ids.set(instanceStart, id))
  count++
  return ids
}

export const cachedIds = (): number => cached.values().reduce((sum, ids) => sum + ids.size, 0)

/** Returns a version 5 UUID in the namespace of the item. `text` must have at most 64 ASCII characters. */
export function derivedId(itemId: string, text: string): string {
  // Reuses the namespace of the previous call, because a list may have thousands of occurrences of one series.
  if (itemId !== named) name.write(itemId.replaceAll('-', ''), 'hex')
  named = itemId
  const length = ID_BYTES + name.write(text, ID_BYTES, 'latin1')
  const hex = hash('sha1', name.subarray(0, length), 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3]
  // Uses `join`, because V8 compares concatenated strings slowly.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const VARIANTS = ['8', '9', 'a', 'b']
