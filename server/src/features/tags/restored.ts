// After an undo, checks that goals refer only to tags of their group.
import type { UndoableRow } from '../../platform/changes/change.ts'
import { cannotUndo } from '../../platform/changes/refusal.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { tagStore } from './store.ts'
import { goalErrors } from './tag.ts'

export async function requireTagsOfGoals(tx: Tx, rows: readonly UndoableRow[]): Promise<void> {
  const store = tagStore(tx)
  const owner = rows.find(({ table }) => table === 'tags' || table === 'tag_groups')?.key['owner_id']
  for (const some of slicesOf([...new Set(rows.flatMap(groupsOf))])) {
    const groups = (await store.findGroups(String(owner), some)).filter(
      ({ goal_ratios, goal_hours }) => goal_ratios !== null || goal_hours !== null,
    )
    const tags = Map.groupBy(await store.tagsOfGroups(groups.map(({ id }) => id)), tag => tag.group_id)
    for (const { id, name, goal_ratios, goal_hours } of groups) {
      const known = (tags.get(id) ?? []).map(tag => tag.id)
      if (goalErrors('goal_ratios', { ...goal_ratios, ...goal_hours }, known).length > 0)
        throw cannotUndo(`“${name}”`, 'one of its goals would refer to a tag that is not in the group')
    }
  }
}

/** Returns the groups whose goals or tags the undo has changed. */
function groupsOf({ table, key, before, after }: UndoableRow): string[] {
  if (table === 'tag_groups')
    return before && ('goal_ratios' in before || 'goal_hours' in before) ? [String(key['id'])] : []
  if (table !== 'tags') return []
  return [before?.['group_id'], after?.['group_id']].flatMap(id => (typeof id === 'string' ? [id] : []))
}
