// Reads the change log and the history, and undoes batches.
import type { ChangeKind } from '@daymark/contract/changes'
import type { UndoableRow } from '../../platform/changes/change.ts'
import { outcomeStore } from '../../platform/changes/outcome-store.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import { undoRows } from '../../platform/changes/undo.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../platform/kernel/cause.ts'
import { conflict, gone, invalid, notFound } from '../../platform/kernel/errors.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { isRootKind, ROOTS } from '../../platform/storage/tracked-tables.ts'
import type { Db, Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { friendIdsOf } from '../people/friends/store.ts'
import { type DeliveredChange, deliver, fold } from './delivered.ts'
import { findErased, needsErased, withoutErased } from './erased.ts'
import type { BatchView } from './present.ts'
import type { ResourceReaders } from './resources.ts'
import { type Batch, type BatchEntry, type HistoryFilter, historyStore } from './store.ts'
import { NOUNS } from './summary.ts'
import { isDeletion, isUndoable } from './undoable.ts'

export interface HistoryParts {
  uow: UnitOfWork
  clock: Clock
  readers: ResourceReaders
  /** Throws if restored rows break a rule. Recomputes their derived data, such as the time range of a series. */
  afterUndo(tx: Tx, rows: readonly UndoableRow[], now: number): Promise<void>
  /** Erases the copies of these items in other features, such as webhook deliveries. */
  afterErase(tx: Tx, ownerId: string, items: readonly { kind: string; id: string }[]): Promise<void>
}

export interface ChangesRequest {
  since: number
  limit: number
  /** The kinds that the caller requested and may read. */
  kinds: readonly ChangeKind[]
}

export interface ChangesPage {
  seq: number
  has_more: boolean
}

/** The number of entries to read at a time. A small number, because a page that gets too large ends early. */
const STEP = 200

export type HistoryService = ReturnType<typeof historyService>

const TRASH_MS = 30 * 86_400_000
const NO_BATCH = 'There is no such change in your history.'
const NOT_IN_TRASH = 'There is no such deletion in your trash.'

export function historyService({ uow, clock, readers, afterUndo, afterErase }: HistoryParts) {
  async function viewsOf(db: Db, { id }: Actor, batches: readonly Batch[]): Promise<BatchView[]> {
    const entries = Map.groupBy(
      await historyStore(db).entries(batches.map(batch => batch.id)),
      entry => entry.batch_id,
    )
    const views = batches.map(batch => {
      const own = entries.get(batch.id) ?? []
      return { batch, entries: own, undoable: isUndoable(id, batch, own) }
    })
    const erased = await findErased(db, id, views.filter(view => view.undoable).flatMap(deletedRows))
    return views.map(view => ({
      ...view,
      undoable: view.undoable && !needsErased(erased, deletedRows(view)),
    }))
  }

  async function findView(db: Db, actor: Actor, batchId: string, missing: string): Promise<BatchView> {
    const batch = await historyStore(db).find(actor.id, batchId)
    const [view] = batch ? await viewsOf(db, actor, [batch]) : []
    if (!view) throw notFound(missing)
    return view
  }

  async function erase(tx: Tx, actor: Actor, items: ReturnType<typeof deletedOf>): Promise<void> {
    const titles = await historyStore(tx).erase(actor.id, items)
    if (items.length > 0) await outcomeStore(tx).erase(actor.id, new Set(items.map(({ id }) => id)), titles)
    await afterErase(tx, actor.id, items)
  }

  async function undo(actor: Actor, batchId: string): Promise<BatchView> {
    const { token_name, reply_to } = currentCause()
    const cause = newCause({ actor_id: actor.id, via: 'undo', undoes: batchId, token_name, reply_to })
    await withCause(cause, () =>
      uow.write([actor.id], async tx => {
        const { batch, entries } = await findView(tx, actor, batchId, NO_BATCH)
        if (batch.undone_by !== null) throw conflict('This change has already been undone.')
        if (!isUndoable(actor.id, batch, entries)) throw conflict('This change cannot be undone.')
        const erased = await findErased(tx, actor.id, deletedRows({ entries }))
        const changed = entries.flatMap(entry => {
          const stored = undoableRows(entry)
          return isDeleted(entry) ? withoutErased(erased, stored) : stored
        })
        const rows = await withoutFormerFriends(tx, actor, batch.at, changed)
        await undoRows(tx, rows)
        await afterUndo(tx, rows, clock.now())
        await historyStore(tx).markUndone(batchId, cause.batch_id)
      }),
    )
    return uow.read(db => findView(db, actor, cause.batch_id, NO_BATCH))
  }

  return {
    /** Passes changes to `take`, up to the limit or until `take` returns false because the page is full. */
    changes: (
      actor: Actor,
      request: ChangesRequest,
      take: (change: DeliveredChange) => boolean,
    ): Promise<ChangesPage> =>
      uow.read(async db => {
        const store = changeStore(db)
        const seq = await totalsStore(db).currentSeq(actor.id)
        if (request.since > seq) throw invalid('since', `must not exceed the current number, ${seq}`)
        if (request.since < (await store.startOf(actor.id))) {
          throw gone(
            'The log no longer contains all changes after `since`. Read all data again, then continue from `seq`.',
            { seq },
          )
        }
        let { since, limit } = request
        for (;;) {
          const entries = await store.ofKinds(actor.id, request.kinds, { since, upTo: seq, limit: STEP })
          for (const change of await deliver(db, actor.id, readers, fold(entries), clock.now())) {
            if (limit-- === 0 || !take(change)) return { seq, has_more: true }
          }
          since = entries.at(-1)?.seq ?? seq
          if (entries.length < STEP) return { seq, has_more: false }
        }
      }),

    list: (actor: Actor, filter: HistoryFilter, page: PageRequest): Promise<Page<BatchView>> =>
      uow.read(async db => {
        const found = await historyStore(db).list(actor.id, filter, page)
        return { ...found, items: await viewsOf(db, actor, found.items) }
      }),

    undo,

    trash: (actor: Actor, page: PageRequest): Promise<Page<BatchView>> =>
      uow.read(async db => {
        const filter = { trashSince: clock.now() - TRASH_MS }
        const found = await historyStore(db).list(actor.id, filter, page)
        const views = await viewsOf(db, actor, found.items)
        return { ...found, items: views.filter(view => view.undoable && isInTrash(actor, view, clock.now())) }
      }),

    async restore(actor: Actor, batchId: string): Promise<BatchView> {
      const view = await uow.read(db => findView(db, actor, batchId, NOT_IN_TRASH))
      if (view.batch.undone_by === null && !isInTrash(actor, view, clock.now())) throw notFound(NOT_IN_TRASH)
      return undo(actor, batchId)
    },

    erase: (actor: Actor, batchId: string): Promise<void> =>
      uow.write([actor.id], async tx => {
        const view = await findView(tx, actor, batchId, NOT_IN_TRASH)
        if (!isInTrash(actor, view, clock.now())) throw notFound(NOT_IN_TRASH)
        await erase(tx, actor, deletedOf(view))
      }),

    empty: (actor: Actor): Promise<void> =>
      uow.write([actor.id], async tx => {
        const { items } = await historyStore(tx).list(actor.id, { trashSince: clock.now() - TRASH_MS }, {})
        const views = (await viewsOf(tx, actor, items)).filter(view => isInTrash(actor, view, clock.now()))
        await erase(tx, actor, views.flatMap(deletedOf))
      }),
  }
}

/**
 * Removes rows whose undo would share an item with people whose friendship has ended since the change, even if they are
 * friends again.
 */
async function withoutFormerFriends(
  db: Db,
  actor: Actor,
  at: number,
  rows: UndoableRow[],
): Promise<UndoableRow[]> {
  const isShare = (row: UndoableRow) => row.table === 'visibility_users' && row.after === null
  if (!rows.some(isShare)) return rows
  const friends = new Set(await friendIdsOf(db, actor.id, at))
  return rows.filter(row => !isShare(row) || friends.has(String(row.key['user_id'])))
}

const isInTrash = (actor: Actor, { batch, entries }: BatchView, now: number): boolean =>
  batch.via !== 'undo' &&
  batch.at >= now - TRASH_MS &&
  isUndoable(actor.id, batch, entries) &&
  isDeletion(entries)

type Entries = Pick<BatchView, 'entries'>
const isDeleted = ({ action }: BatchEntry): boolean => action === 'deleted'
const deletedOf = ({ entries }: Entries) => entries.filter(isDeleted).map(({ kind, id }) => ({ kind, id }))
const deletedRows = ({ entries }: Entries) => entries.filter(isDeleted).flatMap(({ rows }) => rows ?? [])

const undoableRows = (entry: BatchEntry): UndoableRow[] =>
  (entry.rows ?? []).map(row => ({ ...row, name: nameOf(entry), ...itemOf(entry) }))

const itemOf = ({ kind, id, action }: BatchEntry): Pick<UndoableRow, 'item'> =>
  action === 'updated' && isRootKind(kind) ? { item: { table: ROOTS[kind].table, id } } : {}

function nameOf({ kind, title }: BatchEntry): string {
  if (title) return `“${title}”`
  return kind === 'preferences' ? 'your preferences' : `this ${NOUNS[kind] ?? kind}`
}
