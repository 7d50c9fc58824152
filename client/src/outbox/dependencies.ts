// A write in the outbox depends on an earlier one if it contains the id of an item that the earlier one creates.
import { effectOf, needsAttention, type OutboxEntry } from './entry.ts'

export const creates = (entry: OutboxEntry): string | null =>
  effectOf(entry.operation)?.action === 'create' ? entry.id : null

/** True if the id occurs anywhere in the entry's request. */
export function mentions({ params, query, body }: OutboxEntry, id: string): boolean {
  return [params, query, body].some(part => holds(part, id))
}

/** True if the order of the two entries matters, because one mentions the item of the other. */
export const isRelated = (a: OutboxEntry, b: OutboxEntry): boolean =>
  (a.id !== null && mentions(b, a.id)) || (b.id !== null && mentions(a, b.id))

function holds(value: unknown, id: string): boolean {
  if (typeof value === 'string') return value === id
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, each]) => name === id || holds(each, id))
}

/** Returns the later entries that need an item which this entry creates, directly or through another entry. */
export function dependentsOf(entry: OutboxEntry, inOrder: readonly OutboxEntry[]): OutboxEntry[] {
  const ids = new Set<string>()
  const found: OutboxEntry[] = []
  for (const each of inOrder) {
    const isFirst = each.key === entry.key
    if (!isFirst && ![...ids].some(id => mentions(each, id))) continue
    if (!isFirst) found.push(each)
    const id = creates(each)
    if (id !== null) ids.add(id)
  }
  return found
}

/**
 * Marks waiting entries as `blocked` if they need an item whose creation was refused, has expired or is itself
 * blocked.
 */
export function withBlocked(inOrder: readonly OutboxEntry[]): OutboxEntry[] {
  const missing = new Set<string>()
  return inOrder.map(entry => {
    const isBlocked = entry.state === 'waiting' && [...missing].some(id => mentions(entry, id))
    const id = creates(entry)
    if (id !== null && (isBlocked || needsAttention(entry))) missing.add(id)
    return isBlocked ? { ...entry, state: 'blocked' } : entry
  })
}
