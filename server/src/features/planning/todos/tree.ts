// The rules of the todo tree: the parent exists, all todos of a tree have the same group, there is no cycle, and no
// tree is deeper than the limit.
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'

export interface Node {
  id: string
  parent_id: string | null
  tag_group_id: string
}

type Parented = Pick<Node, 'parent_id'>

const SELF_PARENT = 'A todo cannot be its own parent.'
const MISSING_PARENT = 'The parent todo was not found.'
const CYCLE = 'A todo cannot be placed below one of its own descendants.'
const MIXED_GROUPS = 'A todo and its parent must belong to the same tag group.'

/**
 * Returns an error message if the todo cannot be placed below its parent, otherwise undefined. `line` contains
 * the parent and all its ancestors, nearest first. It is empty if the owner has no such parent.
 */
export function positionError(node: Node, line: readonly Node[]): string | undefined {
  if (node.parent_id === null) return undefined
  if (node.parent_id === node.id) return SELF_PARENT
  const [parent] = line
  if (!parent) return MISSING_PARENT
  if (line.some(above => above.id === node.id)) return CYCLE
  if (parent.tag_group_id !== node.tag_group_id) return MIXED_GROUPS
  return undefined
}

/**
 * True if a todo may be on this level. `height` counts the levels of its subtree, 1 without subtodos. Trees of earlier
 * versions may be deeper than the limit: they may keep their levels and move up, but not down.
 */
export const isLevelAllowed = (level: number, height: number, before?: number): boolean =>
  level + height - 1 <= MAX_TODO_LEVELS || (before !== undefined && level <= before)

/** Returns a node that is its own ancestor, or undefined if there is none. */
export function circular(nodes: ReadonlyMap<string, Parented>): string | undefined {
  const checked = new Set<string>()
  for (const id of nodes.keys()) {
    const line = new Set<string>()
    let at: string | null = id
    while (at !== null && nodes.has(at) && !checked.has(at)) {
      if (line.has(at)) return at
      line.add(at)
      at = nodes.get(at)?.parent_id ?? null
    }
    for (const each of line) checked.add(each)
  }
  return undefined
}

/** The level of each node. A node whose parent is missing, or that is its own ancestor, counts as a root. */
export function levelsOf(nodes: ReadonlyMap<string, Parented>): Map<string, number> {
  const levels = new Map<string, number>()
  for (const id of nodes.keys()) {
    const line = new Set<string>()
    let at: string | null = id
    while (at !== null && nodes.has(at) && !levels.has(at) && !line.has(at)) {
      line.add(at)
      at = nodes.get(at)?.parent_id ?? null
    }
    let level = (at !== null && levels.get(at)) || 0
    for (const each of [...line].reverse()) levels.set(each, ++level)
  }
  return levels
}

/** The number of levels of each node's subtree, 1 without subtodos. */
export function heightsOf(nodes: ReadonlyMap<string, Parented>): Map<string, number> {
  const heights = new Map<string, number>()
  const byLevel = [...levelsOf(nodes)].sort(([, a], [, b]) => b - a)
  for (const [id] of byLevel) {
    const height = heights.get(id) ?? 1
    heights.set(id, height)
    const parent = nodes.get(id)?.parent_id
    if (parent && nodes.has(parent)) heights.set(parent, Math.max(heights.get(parent) ?? 1, height + 1))
  }
  return heights
}

/**
 * Finds the nodes that are deeper than the limit. Returns the new parent of each: its deepest ancestor that may have
 * subtodos.
 */
export function raised(nodes: ReadonlyMap<string, Parented>): Map<string, string> {
  const parents = new Map<string, string>()
  const byLevel = [...levelsOf(nodes)].sort(([, a], [, b]) => a - b)
  for (const [id, level] of byLevel) {
    if (level <= MAX_TODO_LEVELS) continue
    const parent = nodes.get(id)?.parent_id ?? ''
    const above = parents.get(parent) ?? nodes.get(parent)?.parent_id
    if (above) parents.set(id, above)
  }
  return parents
}
