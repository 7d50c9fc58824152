// How many rows the deletion of an item writes: the item, every name in its sharing lists, and everything that is deleted
// or unlinked with it. A deletion that writes many rows runs in steps.

export type Deletable = 'todo' | 'schedule' | 'timer'

/** One transaction may write this many rows for each item that it may touch. */
export const ROWS_PER_ITEM = 20

/** The longest beginning of the list that weighs at most `most`, but at least one item. */
export function lightest(
  ids: readonly string[],
  weights: ReadonlyMap<string, number>,
  most: number,
): { some: string[]; weight: number } {
  const some: string[] = []
  let weight = 0
  for (const id of ids) {
    const next = weights.get(id) ?? 1
    if (some.length > 0 && weight + next > most) break
    some.push(id)
    weight += next
  }
  return { some, weight }
}

export const totalOf = (weights: ReadonlyMap<string, number>): number =>
  weights.values().reduce((total, each) => total + each, 0)
