// Only recurring statements get a name, because each named statement costs memory on the database server.
const names = new Map<string, string>()
const seenOnce = new Set<string>()
const MAX_NAMES = 500
const MAX_SEEN = 2000
/** Longer texts contain lists with varying lengths, which rarely recur and would fill the cache. */
const LONGEST_KEPT = 10_000

export const isWorthKeeping = (text: string): boolean => text.length <= LONGEST_KEPT

export function statementName(text: string): string | undefined {
  if (!isWorthKeeping(text)) return undefined
  const name = names.get(text)
  if (name !== undefined || names.size >= MAX_NAMES) return name
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= MAX_SEEN) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
  seenOnce.delete(text)
  const fresh = `daymark_${names.size}`
  names.set(text, fresh)
  return fresh
}
