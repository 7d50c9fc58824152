// Places overlapping blocks of a day beside each other. Pure.

export interface Part {
  /** The start and end on the time axis, in any unit. */
  from: number
  until: number
}

export interface Placed {
  /** The column of the block, from 0. Overlapping blocks share the width of the day. */
  column: number
  columns: number
}

/**
 * Blocks that overlap, directly or through others, are equally wide. A block counts as at least `least` long, because a
 * shorter block has no space for its text.
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
