export interface Part {
  /** In any unit. `until` and `least` use the same unit. */
  from: number
  until: number
}

export interface Placed {
  /** Zero-based. */
  column: number
  columns: number
}

/**
 * Gives equal widths to blocks that overlap, directly or through others. Treats shorter blocks as `least` long, so that
 * their text fits.
 */
export function besideEachOther<T extends Part>(parts: readonly T[], least: number): (T & Placed)[] {
  const blocks: (T & Placed)[] = []
  let cluster: (T & Placed)[] = []
  let ends: number[] = []
  const close = () => {
    for (const block of cluster) block.columns = ends.length
    cluster = []
    ends = []
  }
  for (const part of parts.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    if (part.from >= Math.max(...ends)) close()
    const free = ends.findIndex(end => end <= part.from)
    const column = free < 0 ? ends.length : free
    ends[column] = Math.max(part.until, part.from + least)
    const block = { ...part, column, columns: 1 }
    cluster.push(block)
    blocks.push(block)
  }
  close()
  return blocks
}
