// Deletes many todos that are shared with very many people in steps, because every address of a list is a row that the
// change log records.
import { changeStore } from '../../../platform/changes/store.ts'
import type { StagedKind } from '../../../platform/staged/staged.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { visibilityStore } from '../../visibility/store.ts'
import { deleteTodos } from '../deletion.ts'

export const TODO_DELETION = 'todo_deletion'
/** Todos with more entries in their sharing lists than this are deleted in steps. */
export const MOST_SHARED = 20_000

export interface TodoDeletion {
  /** Children before their parents. */
  ids: readonly string[]
}

interface State {
  /** How many of the ids are done. */
  at: number
}

/** The number of todos whose lists are counted at a time. */
const LOOK_AHEAD = 100

export const todoDeletion = ({ uow }: { uow: UnitOfWork }): StagedKind<TodoDeletion, State> => ({
  takesBack: false,
  async step(tx, { input, state }, most) {
    const at = state?.at ?? 0
    const next = input.ids.slice(at, at + LOOK_AHEAD)
    if (next.length === 0) return { result: null, done: 0 }
    const entries = await visibilityStore(tx).entriesIn('todo', next)
    const some: string[] = []
    let done = 0
    for (const id of next) {
      done += 1 + (entries.get(id) ?? 0)
      if (some.length > 0 && done > most) break
      some.push(id)
    }
    await deleteTodos(tx, some)
    return { state: { at: at + some.length }, done }
  },
  async present({ owner_id, batch_id, input }) {
    const versions = await uow.read(db => changeStore(db).versionsIn(owner_id, batch_id, 'todo'))
    return {
      items: input.ids.toReversed().map(id => ({ id, version: versions.get(id) ?? 0 })),
      failed: [],
    }
  },
})
