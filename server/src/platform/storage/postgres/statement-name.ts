// Names for PostgreSQL's prepared statements. Only texts that come again get one, for each costs server memory.
const names = new Map<string, string>()
const seenOnce = new Set<string>()
const MOST_NAMES = 500
const MOST_SEEN = 2000
/** Longer texts hold lists of many values, each of another length: they would fill every cache and never come again. */
const LONGEST_KEPT = 10_000

/** Whether a prepared statement is worth its memory. */
export const isWorthKeeping = (text: string): boolean => text.length <= LONGEST_KEPT

export function statementName(text: string): string | undefined {
  if (!isWorthKeeping(text)) return undefined
  const name = names.get(text)
  if (name !== undefined || names.size >= MOST_NAMES) return name
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= MOST_SEEN) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
  seenOnce.delete(text)
  const fresh = `daymark_${names.size}`
  names.set(text, fresh)
  return fresh
}
