// Deletes a tag group with many todos in steps: first the todos, then the tags, and the group last.

import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { StagedKind } from '../../../platform/staged/staged.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { tagStore } from '../../tags/store.ts'
import { deleteFirst, deleteTodos } from '../deletion.ts'
import { type GroupPosition, todoStore } from './store.ts'

export const GROUP_DELETION = 'group_deletion'

export interface GroupDeletion {
  group_id: string
  move_todos_to: string | null
  /** How many todos the group had. */
  todos: number
}

interface State {
  /** The position of the last todo of the group that was looked at. */
  after: GroupPosition | null
  /** The number of todos that this pass through the group has deleted. */
  in_pass: number
  /** Todos whose children have been deleted. */
  parents: string[]
  moved: number
  deleted: number
  /** How many rows the deleted todos were. */
  rows: number
}

const START: State = { after: null, in_pass: 0, parents: [], moved: 0, deleted: 0, rows: 0 }

export const groupDeletion = ({ clock }: { clock: Clock }): StagedKind<GroupDeletion, State> => ({
  takesBack: false,
  async step(tx, { owner_id, input, state }, most) {
    const { group_id, move_todos_to } = input
    const so_far = state ?? START
    const store = todoStore(tx)
    if (move_todos_to !== null) {
      const moved = await store.moveTrees(owner_id, group_id, move_todos_to, { most, now: clock.now() })
      if (moved > 0) return { state: { ...so_far, moved: so_far.moved + moved }, done: moved }
    } else {
      const next = await deleteSome(tx, owner_id, group_id, so_far, most)
      const total = next && Math.ceil((input.todos * next.rows) / Math.max(1, next.deleted))
      if (next) return { state: next, done: next.rows - so_far.rows, total }
    }
    if ((await tagStore(tx).untagSome(group_id, most)) > 0) return { state: so_far, done: 0 }
    await tagStore(tx).deleteGroup(group_id)
    const { deleted, moved } = so_far
    return { result: { ok: true, deleted_todos: deleted, moved_todos: moved }, done: 0 }
  },
})

/**
 * Deletes only todos without children, so that no child loses its parent before it is deleted itself. Returns undefined
 * if the group has no todos.
 */
async function deleteSome(
  tx: Tx,
  ownerId: string,
  groupId: string,
  state: State,
  most: number,
): Promise<State | undefined> {
  const store = todoStore(tx)
  const ready = await store.childless(state.parents.slice(0, most))
  const parents = state.parents.slice(most)
  let { after, in_pass } = state
  if (ready.length === 0 && parents.length === 0) {
    const page = await store.pageOfGroup(ownerId, groupId, after, most)
    // New todos may have come before the position of the last page.
    if (page.length === 0 && after === null) return undefined
    // Some children may be in another group, which an earlier version allowed. They become root todos.
    const isStuck = page.length === 0 && in_pass === 0
    if (isStuck) ready.push(...(await store.pageOfGroup(ownerId, groupId, null, most)).map(({ id }) => id))
    else ready.push(...page.filter(({ has_children }) => !has_children).map(({ id }) => id))
    after = page.at(-1)?.position ?? null
    if (page.length === 0) in_pass = 0
  }
  const chains = ready.length < most ? await store.withParentsOfOnlyThem(groupId, ready, most) : ready
  const chosen = new Set(chains)
  const above = (await store.parentsOf(chains)).filter(id => !chosen.has(id))
  const { gone, rows } = await deleteFirst(tx, 'todo', chains, most, deleteTodos)
  return {
    ...state,
    after,
    // What did not fit into this step comes first in the next one.
    parents: [...chains.slice(gone), ...parents, ...above],
    in_pass: in_pass + gone,
    deleted: state.deleted + gone,
    rows: state.rows + rows,
  }
}
