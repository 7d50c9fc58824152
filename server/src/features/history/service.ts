// Reads the change log and the history, and undoes batches.
import type { ChangeKind } from '@daymark/contract/changes'
import type { UndoableRow } from '../../platform/changes/change.ts'
import { outcomeStore } from '../../platform/changes/outcome-store.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { changeStore } from '../../platform/changes/store.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import { undoRows } from '../../platform/changes/undo.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, gone, invalid, notFound } from '../../platform/kernel/errors.ts'
import {
  encodeCursor,
  type LazyPage,
  type LazyPart,
  type Page,
  type PageRequest,
} from '../../platform/kernel/page.ts'
import type { StagedRequest } from '../../platform/kernel/staged-request.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { MAX_IN_ONE_TRANSACTION, type StagedKind } from '../../platform/staged/staged.ts'
import { startStaged } from '../../platform/staged/start.ts'
import { stagedStore } from '../../platform/staged/store.ts'
import { slicesBySize } from '../../platform/storage/statements/in-steps.ts'
import { isRootKind, ROOTS } from '../../platform/storage/tracked-tables.ts'
import type { Db, Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { friendIdsOf } from '../people/friends/store.ts'
import { type DeliveredChange, deliver, fold } from './delivered.ts'
import { findErased, needsErased, withoutErased } from './erased.ts'
import type { BatchView } from './present.ts'
import type { ResourceReaders } from './resources.ts'
import { snapshotReader } from './snapshot.ts'
import { STAGED_UNDO, type StagedUndo, type StagedUndoParts, stagedUndo, takeBackOf } from './staged-undo.ts'
import {
  type Batch,
  type BatchEntry,
  type HistoryFilter,
  historyStore,
  type ListedBatch,
  MOST_BYTES,
} from './store.ts'
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
  /** How many entries a request may touch in one transaction. */
  most_at_once?: number | undefined
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

export const STAGED_ERASURE = 'erasure'

interface Erasure {
  batch_ids: readonly string[]
}

interface ErasureState {
  /** The number of batches that have been erased. */
  at: number
  /** The position up to which the next batch has been erased. */
  after: number
}

const TRASH_MS = 30 * 86_400_000
const NO_BATCH = 'There is no such change in your history.'
const NOT_IN_TRASH = 'There is no such deletion in your trash.'

export function historyService({
  uow,
  clock,
  readers,
  afterUndo,
  afterErase,
  most_at_once = MAX_IN_ONE_TRANSACTION,
}: HistoryParts) {
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

  async function erase(tx: Tx, ownerId: string, items: ReturnType<typeof deletedOf>): Promise<void> {
    const titles = await historyStore(tx).erase(ownerId, items)
    if (items.length > 0) await outcomeStore(tx).erase(ownerId, new Set(items.map(({ id }) => id)), titles)
    await afterErase(tx, ownerId, items)
  }

  async function eraseInSteps(tx: RequestTx, batch_ids: readonly string[]): Promise<StagedRequest> {
    const { actor, now, cause } = tx
    const store = historyStore(tx)
    let total = 0
    for (const id of batch_ids) total += await store.countEntries(actor.id, id)
    const input: Erasure = { batch_ids }
    return startStaged(tx, {
      ...{ owner_id: actor.id, kind: STAGED_ERASURE, input, total, now, cause },
    })
  }

  /** Erases batches of the trash one after the other. Skips a batch that has left the trash since. */
  const stagedErasure: StagedKind<Erasure, ErasureState> = {
    takesBack: false,
    async step(tx, { owner_id, input, state }, most) {
      const { at, after } = state ?? { at: 0, after: 0 }
      const batchId = input.batch_ids[at]
      if (batchId === undefined) return { result: { ok: true }, done: 0 }
      const next = { state: { at: at + 1, after: 0 }, done: 0 }
      if (after === 0) {
        const batch = await historyStore(tx).find(owner_id, batchId)
        if (!batch || !(await isLargeInTrash(tx, owner_id, batch, clock.now()))) return next
      }
      const some = await historyStore(tx).deletedItems(owner_id, batchId, after, most)
      if (!some) return next
      await erase(tx, owner_id, some.items)
      return { state: { at, after: some.last }, done: most }
    },
  }

  async function rowsToRestore(
    db: Db,
    ownerId: string,
    at: number,
    entries: readonly BatchEntry[],
  ): Promise<UndoableRow[]> {
    const erased = await findErased(db, ownerId, deletedRows({ entries }))
    const changed = entries.flatMap(entry => {
      const stored = undoableRows(entry)
      return isDeleted(entry) ? withoutErased(erased, stored) : stored
    })
    return withoutFormerFriends(db, ownerId, at, changed)
  }
  const undoParts: StagedUndoParts = {
    rowsOf: rowsToRestore,
    afterUndo: (tx, rows) => afterUndo(tx, rows, clock.now()),
  }

  /** Throws while a request that runs in steps still writes or undoes the batch. */
  async function requireEnded(db: Db, ownerId: string, batchId: string): Promise<void> {
    if (await stagedStore(db).isRunning(ownerId, batchId))
      throw conflict('This change is still running. Wait until it has ended.', 'still_running')
  }

  /** The cause of the request names the batch that it undoes (`undoes`). */
  async function undo(tx: RequestTx, batchId: string): Promise<BatchView | StagedRequest> {
    const { actor, now, cause } = tx
    await requireEnded(tx, actor.id, batchId)
    const large = await largeBatch(tx, actor.id, batchId, most_at_once)
    if (large) {
      if (large.undone_by !== null) throw conflict('This change has already been undone.')
      if (!(await historyStore(tx).canBeUndone(actor.id, large)))
        throw conflict('This change cannot be undone.')
      const total = await historyStore(tx).countEntries(actor.id, batchId)
      const input: StagedUndo = { batch_id: batchId, at: large.at }
      return startStaged(tx, { owner_id: actor.id, kind: STAGED_UNDO, input, total, now, cause })
    }
    const { batch, entries } = await findView(tx, actor, batchId, NO_BATCH)
    if (batch.undone_by !== null) throw conflict('This change has already been undone.')
    if (!isUndoable(actor.id, batch, entries)) throw conflict('This change cannot be undone.')
    const rows = await rowsToRestore(tx, actor.id, batch.at, entries)
    await undoRows(tx, rows)
    await afterUndo(tx, rows, now)
    await historyStore(tx).markUndone(batchId, cause.batch_id)
    await tx.record()
    return findView(tx, actor, cause.batch_id, NO_BATCH)
  }

  return {
    /** Undoes a batch in steps. The presenter of the result is added where responses are built. */
    stagedUndo: stagedUndo(undoParts),
    stagedErasure,
    takeBack: takeBackOf(undoParts),
    shortView: (ownerId: string, batchId: string) => uow.read(db => shortView(db, ownerId, batchId)),

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
        const read = async (): Promise<ChangesPage> => {
          let { since, limit } = request
          for (;;) {
            const entries = await store.ofKinds(actor.id, request.kinds, { since, upTo: seq, limit: STEP })
            for (const change of await deliver(db, actor.id, readers, fold(entries), clock.now())) {
              if (limit-- === 0 || !take(change)) return { seq, has_more: true }
            }
            since = entries.at(-1)?.seq ?? seq
            if (entries.length < STEP) return { seq, has_more: false }
          }
        }
        const page = await read()
        // Asks afterwards, because retention may delete the beginning of the log while it is read.
        if (request.since < (await store.startOf(actor.id))) {
          throw gone(
            'The log no longer contains all changes after `since`. Read all data again, then continue from `seq`.',
            { seq },
          )
        }
        return page
      }),

    /** See `snapshot.ts`. */
    snapshot: snapshotReader({ uow, clock, readers }),

    list: async (actor: Actor, filter: HistoryFilter, page: PageRequest): Promise<LazyPage<BatchView>> =>
      lazily(await uow.read(db => historyStore(db).list(actor.id, filter, page)), {
        views: batches => uow.read(db => viewsOf(db, actor, batches)),
        largeView: batch => uow.read(db => shortView(db, actor.id, batch.id)),
      }),

    undo,

    trash: async (actor: Actor, page: PageRequest): Promise<LazyPage<BatchView>> => {
      const now = clock.now()
      const filter = { trashSince: now - TRASH_MS }
      return lazily(await uow.read(db => historyStore(db).list(actor.id, filter, page)), {
        views: async batches =>
          (await uow.read(db => viewsOf(db, actor, batches))).filter(
            view => view.undoable && isInTrash(actor, view, now),
          ),
        largeView: batch =>
          uow.read(async db =>
            (await isLargeInTrash(db, actor.id, batch, now)) ? shortView(db, actor.id, batch.id) : undefined,
          ),
      })
    },

    async restore(tx: RequestTx, batchId: string): Promise<BatchView | StagedRequest> {
      const { actor, now } = tx
      const large = await largeBatch(tx, actor.id, batchId, most_at_once)
      if (large) {
        if (large.undone_by === null && !(await isLargeInTrash(tx, actor.id, large, now)))
          throw notFound(NOT_IN_TRASH)
        return undo(tx, batchId)
      }
      const view = await findView(tx, actor, batchId, NOT_IN_TRASH)
      if (view.batch.undone_by === null && !isInTrash(actor, view, now)) throw notFound(NOT_IN_TRASH)
      return undo(tx, batchId)
    },

    async erase(tx: RequestTx, batchId: string): Promise<StagedRequest | undefined> {
      const { actor, now } = tx
      await requireEnded(tx, actor.id, batchId)
      const large = await historyStore(tx).find(actor.id, batchId)
      if (large && isLarge(large, most_at_once)) {
        if (!(await isLargeInTrash(tx, actor.id, large, now))) throw notFound(NOT_IN_TRASH)
        return eraseInSteps(tx, [batchId])
      }
      const view = await findView(tx, actor, batchId, NOT_IN_TRASH)
      if (!isInTrash(actor, view, now)) throw notFound(NOT_IN_TRASH)
      await erase(tx, actor.id, deletedOf(view))
      return undefined
    },

    async empty(tx: RequestTx): Promise<StagedRequest | undefined> {
      const { actor, now } = tx
      const { items } = await historyStore(tx).list(actor.id, { trashSince: now - TRASH_MS }, {})
      let entries = 0
      let bytes = 0
      for (const batch of items) {
        entries += batch.size
        bytes += batch.bytes
        if (entries > most_at_once || bytes > MOST_BYTES)
          return eraseInSteps(
            tx,
            items.map(({ id }) => id),
          )
      }
      const views = (await viewsOf(tx, actor, items)).filter(view => isInTrash(actor, view, now))
      await erase(tx, actor.id, views.flatMap(deletedOf))
      return undefined
    },
  }
}

/**
 * Removes rows whose undo would share an item with people whose friendship has ended since the change, even if they are
 * friends again.
 */
async function withoutFormerFriends(
  db: Db,
  ownerId: string,
  at: number,
  rows: UndoableRow[],
): Promise<UndoableRow[]> {
  const isShare = (row: UndoableRow) => row.table === 'visibility_users' && row.after === null
  if (!rows.some(isShare)) return rows
  const friends = new Set(await friendIdsOf(db, ownerId, at))
  return rows.filter(row => !isShare(row) || friends.has(String(row.key['user_id'])))
}

/** A batch with more bytes of content than this is too large for one transaction. */
const MOST_CONTENT = 8_388_608

/** Returns the batch if it is too large for one transaction. */
async function largeBatch(
  db: Db,
  ownerId: string,
  batchId: string,
  most: number,
): Promise<Batch | undefined> {
  const store = historyStore(db)
  const isLarge =
    (await store.hasMoreEntries(ownerId, batchId, most)) ||
    (await store.bytesOf(ownerId, batchId)) > MOST_CONTENT
  return isLarge ? store.find(ownerId, batchId) : undefined
}

/** `isInTrash` for a batch that is too large for memory. */
async function isLargeInTrash(db: Db, ownerId: string, batch: Batch, now: number): Promise<boolean> {
  if (batch.via === 'undo' || batch.at < now - TRASH_MS) return false
  const store = historyStore(db)
  if (!(await store.canBeUndone(ownerId, batch))) return false
  let hasDeletedSchedule = false
  let hasChangedTodo = false
  for await (const entries of store.entriesOf(ownerId, batch.id)) {
    const deleted = entries.filter(isDeleted)
    if (isDeletion(deleted.filter(({ kind }) => kind !== 'schedule'))) return true
    hasDeletedSchedule ||= isDeletion(deleted)
    hasChangedTodo ||= !isDeletion([...entries.filter(each => !isDeleted(each)), DELETED_SCHEDULE])
  }
  return hasDeletedSchedule && !hasChangedTodo
}

const DELETED_SCHEDULE: BatchEntry = {
  ...{ owner_id: '', batch_id: '', seq: 0, kind: 'schedule', id: '', action: 'deleted' },
  ...{ title: null, detail: null, follow_up: false, rows: null },
}

/** True for a batch that is not read as a whole. */
const isLarge = ({ size, bytes }: ListedBatch, most = MAX_IN_ONE_TRANSACTION): boolean =>
  size > most || bytes > MOST_BYTES

interface BatchReaders {
  views(batches: readonly ListedBatch[]): Promise<BatchView[]>
  /** Returns undefined if the batch does not belong in the list. */
  largeView(batch: ListedBatch): Promise<BatchView | undefined>
}

/** The content of one part of a page, which is small compared with a page. */
const PART_BYTES = 1_048_576
/** A part counts as one row for each of these, because reading it takes several times the memory of its content. */
const BYTES_PER_ROW = 2_048

/** Reads the entries of a page in parts, so that no more is in memory than is sent. */
function lazily({ items, next }: Page<ListedBatch>, { views, largeView }: BatchReaders): LazyPage<BatchView> {
  const shown: BatchView[] = []
  const part = (bytes: number, load: () => Promise<BatchView[]>): LazyPart<BatchView> => ({
    rows: Math.ceil(bytes / BYTES_PER_ROW),
    load: async () => {
      const loaded = await load()
      shown.push(...loaded)
      return loaded
    },
  })
  const small = { rows: MAX_IN_ONE_TRANSACTION, chars: PART_BYTES }
  const parts = [...slicesBySize(items, batch => (isLarge(batch) ? Infinity : batch.bytes), small)].map(
    some => {
      const [first] = some
      if (first && isLarge(first))
        return part(MOST_BYTES, async () => [await largeView(first)].filter(v => v !== undefined))
      return part(
        some.reduce((sum, { bytes }) => sum + bytes, 0),
        () => views(some),
      )
    },
  )
  return {
    parts,
    ...(next !== undefined && { next }),
    cursorAfter: at => encodeCursor([shown[at]?.batch.seq ?? 0]),
  }
}

/** How many entries of a large batch are shown, half of them from each end. */
const SHOWN = 1_000

async function shortView(db: Db, ownerId: string, batchId: string): Promise<BatchView> {
  const store = historyStore(db)
  const batch = await store.find(ownerId, batchId)
  if (!batch) throw notFound(NO_BATCH)
  const entries = await store.ends(ownerId, batchId, SHOWN)
  const omitted = Math.max(0, (await store.countEntries(ownerId, batchId)) - entries.length)
  return { batch, entries, omitted, undoable: await store.canBeUndone(ownerId, batch) }
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
