/** Returns the known word that is most similar, or undefined if none is similar enough. */
export function suggest(given: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(given.length / 3))
  const ranked = words
    .map(word => ({ word, distance: word.startsWith(given) ? 0 : distance(given, word) }))
    .filter(each => each.distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.word
}

/** The edit distance. Swapping two adjacent characters counts as one edit. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
