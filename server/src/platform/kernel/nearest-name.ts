/** Returns undefined if no known name is close. */
export function nearestName(
  given: string,
  known: readonly string[],
  limit = Math.max(1, Math.floor(given.length / 4)),
): string | undefined {
  const [best] = known
    .map(name => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(each => each.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return best?.name
}

/** Returns the number of inserted, deleted, replaced and swapped letters. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? 0
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + cost, isSwap ? at(2, 2) + 1 : Infinity))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
