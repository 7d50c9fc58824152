/** Adds up the goals of the tags, in percent. */
export const totalOf = (ratios: Record<string, number>, tagIds: readonly string[]): number =>
  tagIds.reduce((sum, id) => sum + Math.round((ratios[id] ?? 0) * 100), 0)
