export interface TodoTotals {
  measured_seconds: number
  subtree_measured_seconds: number
  subtree_estimate_minutes: number
}

/** The values of one todo without its descendants. */
export interface Measured {
  id: string
  parent_id: string | null
  estimate_minutes: number | null
  measured_seconds: number
}

/**
 * Computes the totals of each todo. `todos` must include all descendants. Starts at the leaves instead of recursing,
 * because a tree may be thousands of levels deep.
 */
export function totalsOf(todos: readonly Measured[]): Map<string, TodoTotals> {
  const totals = new Map(
    todos.map(({ id, measured_seconds, estimate_minutes }) => [
      id,
      {
        measured_seconds,
        subtree_measured_seconds: measured_seconds,
        subtree_estimate_minutes: estimate_minutes ?? 0,
      },
    ]),
  )
  const parents = new Map(todos.map(({ id, parent_id }) => [id, parent_id]))
  const open = new Map<string, number>()
  for (const parent of parents.values()) if (parent !== null) open.set(parent, (open.get(parent) ?? 0) + 1)
  const ready = todos.filter(({ id }) => !open.has(id)).map(({ id }) => id)
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const parent = parents.get(id) ?? ''
    const [own, above] = [totals.get(id), totals.get(parent)]
    if (!own || !above) continue
    above.subtree_measured_seconds += own.subtree_measured_seconds
    above.subtree_estimate_minutes += own.subtree_estimate_minutes
    const left = (open.get(parent) ?? 0) - 1
    open.set(parent, left)
    if (left === 0) ready.push(parent)
  }
  return totals
}

/** Returns the measured time. A running timer counts up to `now`. */
export function measuredMs(history: readonly (readonly [action: string, at: number])[], now: number): number {
  return history.reduce((sum, [action, at], index) => {
    if (action !== 'start' && action !== 'resume') return sum
    return sum + Math.max(0, (history[index + 1]?.[1] ?? now) - at)
  }, 0)
}
