/** Maps a set's size to the sorted indexes that BYSETPOS picks. */
export type Picks = (size: number) => readonly number[]

export function picksOf(positions: readonly number[]): Picks {
  const bySize = new Map<number, readonly number[]>()
  return size => {
    const known = bySize.get(size)
    if (known !== undefined) return known
    const indexes = positions
      .map(position => (position > 0 ? position - 1 : size + position))
      .filter(index => index >= 0 && index < size)
    const picks = [...new Set(indexes)].sort((a, b) => a - b)
    bySize.set(size, picks)
    return picks
  }
}
