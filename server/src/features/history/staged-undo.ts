// Undoes a batch that has too many entries for one transaction: the last step of the batch first, so that every
// intermediate state is one that existed before.
import type { UndoableRow } from '../../platform/changes/change.ts'
import { undoChecker, undoRows } from '../../platform/changes/undo.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import type { StagedKind, TakeBack } from '../../platform/staged/staged.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { type BatchEntry, historyStore } from './store.ts'

export const STAGED_UNDO = 'undo'

export interface StagedUndo {
  batch_id: string
  /** When the batch was written. Sharing with friends is restored only if they have been friends since. */
  at: number
}

export interface StagedUndoParts {
  /** Returns the rows to restore. */
  rowsOf(db: Db, ownerId: string, at: number, entries: readonly BatchEntry[]): Promise<UndoableRow[]>
  afterUndo(tx: Tx, rows: readonly UndoableRow[]): Promise<void>
}

interface State {
  /** Everything from this position on has been undone. */
  before: number
}

const CHECKED_AT_ONCE = 200

export const stagedUndo = ({
  rowsOf,
  afterUndo,
}: StagedUndoParts): Omit<StagedKind<StagedUndo, State>, 'present'> => ({
  takesBack: true,

  async check(uow, { owner_id, input }) {
    const check = undoChecker()
    const breathe = pauses()
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const next = await uow.read(async db => {
        const steps = await historyStore(db).lastSteps(owner_id, input.batch_id, before, CHECKED_AT_ONCE)
        if (steps) await check(db, await rowsOf(db, owner_id, input.at, steps.entries))
        return steps?.from
      })
      if (next === undefined) return
      before = next
      await breathe()
    }
  },

  async step(tx, { owner_id, batch_id, input, state }, most) {
    const before = state?.before ?? Number.MAX_SAFE_INTEGER
    const store = historyStore(tx)
    const steps = await store.lastSteps(owner_id, input.batch_id, before, most)
    if (!steps) return { result: { batch_id }, done: 0 }
    const rows = await rowsOf(tx, owner_id, input.at, steps.entries)
    await undoRows(tx, rows)
    await afterUndo(tx, rows)
    await store.markSome(owner_id, input.batch_id, { from: steps.from, before }, batch_id)
    return { state: { before: steps.from }, done: steps.entries.length }
  },
})

interface BackState {
  /** Everything from this position on has been taken back. */
  before: number
  /** How often this step has been refused. The runner counts. */
  refusals?: number
  /** How many entries to take back one by one, because one of them was refused. */
  singly: number
  /** Afterwards, all entries are marked, so that the batch cannot be undone. */
  marked: number | null
  /** If the batch was an undo, the marks of the other batch are removed. */
  unmarked: number | null
}

const SINGLY = 200

/**
 * Takes back what a batch has written so far. An item that somebody has changed since stays, because the later change
 * wins.
 */
export const takeBackOf =
  ({ rowsOf, afterUndo }: StagedUndoParts): TakeBack =>
  async (tx, { owner_id, batch_id, input }, given, most) => {
    const store = historyStore(tx)
    const state = (given as BackState | null) ?? {
      before: ((await store.lastEntry(owner_id, batch_id, Number.MAX_SAFE_INTEGER))?.seq ?? 0) + 1,
      ...{ singly: 0, marked: null, unmarked: null },
    }
    const { refusals = 0, ...rest } = state
    const { before } = rest
    if (rest.marked !== null) {
      const marked = await store.markNext(owner_id, batch_id, rest.marked, batch_id)
      if (marked !== undefined) return { state: { ...rest, marked }, done: 0 }
      const undone = (input as Partial<StagedUndo>).batch_id
      if (undone === undefined) return undefined
      const unmarked = await store.markNext(owner_id, undone, rest.unmarked ?? 0, null)
      return unmarked === undefined ? undefined : { state: { ...rest, unmarked }, done: 0 }
    }
    if (rest.singly === 0 && refusals === 0) {
      const steps = await store.lastSteps(owner_id, batch_id, before, most)
      if (!steps) return { state: { ...rest, marked: 0 }, done: 0 }
      await back(steps.entries)
      return { state: { ...rest, before: steps.from }, done: steps.entries.length }
    }
    const entry = await store.lastEntry(owner_id, batch_id, before)
    if (!entry) return { state: { ...rest, marked: 0 }, done: 0 }
    // The first refusal is about many entries, and a further one about this entry.
    const isSkipped = refusals > (rest.singly > 0 ? 0 : 1)
    if (!isSkipped) await back([entry])
    const singly = (rest.singly || SINGLY) - 1
    return { state: { ...rest, before: entry.seq, singly }, done: 1 }

    async function back(entries: readonly BatchEntry[]): Promise<void> {
      const rows = await rowsOf(tx, owner_id, 0, entries)
      await undoRows(tx, rows)
      await afterUndo(tx, rows)
    }
  }
