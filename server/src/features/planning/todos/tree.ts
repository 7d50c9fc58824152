// The todo tree keeps its shape: a parent that exists, one group per tree, no circle.

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
 * Why a todo cannot stand where it should, if so. `line` is the parent that it names and all above that one,
 * nearest first; empty when there is no such parent among the owner's todos.
 */
export function placeFault(place: Node, line: readonly Node[]): string | undefined {
  if (place.parent_id === null) return undefined
  if (place.parent_id === place.id) return SELF_PARENT
  const [parent] = line
  if (!parent) return MISSING_PARENT
  if (line.some(above => above.id === place.id)) return CYCLE
  if (parent.tag_group_id !== place.tag_group_id) return MIXED_GROUPS
  return undefined
}
