// Puts parents before their children, so that children can be linked when they are written. Pure.

/**
 * Returns the items in their order, but no item before its parent. `parentOf` returns the key of the parent, which may
 * be missing. If items are below themselves, one of them comes first.
 */
export function parentsFirst<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  parentOf: (item: T) => string | null | undefined,
): T[] {
  const byKey = new Map(items.map(item => [keyOf(item), item]))
  const placed = new Set<T>()
  const sorted: T[] = []
  for (const item of items) {
    const line: T[] = []
    let at: T | undefined = item
    while (at && !placed.has(at)) {
      placed.add(at)
      line.push(at)
      const parent: string | null | undefined = parentOf(at)
      at = parent === null || parent === undefined ? undefined : byKey.get(parent)
    }
    for (const each of line.toReversed()) sorted.push(each)
  }
  return sorted
}
