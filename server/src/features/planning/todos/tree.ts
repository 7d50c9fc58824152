// The rules of the todo tree: the parent exists, all todos of a tree have the same group, and there is no cycle.

export interface Node {
  id: string
  parent_id: string | null
  tag_group_id: string
}

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
