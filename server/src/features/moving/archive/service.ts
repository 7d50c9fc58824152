// Imports an archive that the parser process reads: compares it with what the person has, and writes one batch.
import type { ArchiveImport, ArchiveImportState, ArchiveMode } from '@daymark/contract/moving/archive-import'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { conflict, limited } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import { type Placed, placeOf } from '../../../platform/staged/parts.ts'
import { MAX_IN_ONE_TRANSACTION, type StagedImport } from '../../../platform/staged/staged.ts'
import { startStaged } from '../../../platform/staged/start.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Parsed, UploadParser } from '../../../platform/uploads/parser.ts'
import { stagedOnce } from '../../icalendar/imports/service.ts'
import { objectStore } from '../../icalendar/objects/store.ts'
import { ARCHIVE_IMPORT } from '../staged-kinds.ts'
import type { ArchiveUnit } from './archive-unit.ts'
import { type ArchiveWrite, applyWrites, writesOf } from './archive-writer.ts'
import { CONTENT_KINDS } from './content.ts'
import { existingContent, foreignIds } from './content-store.ts'
import { ARCHIVE_PARSER, type ArchiveHead, type ArchiveSummary } from './parse-archive.ts'
import { type ArchivePlan, planImport, replacedIds, sameTags, slim, withIds } from './plan.ts'

export interface ArchiveImportParts {
  storage: RecordedStorage
  clock: Clock
  parser: UploadParser
  /** The quota for stored calendar texts per person, in bytes. 0 means no limit. */
  mostBytes: number
  /** How many items an import may write in one transaction. */
  most_at_once?: number | undefined
}

export interface ArchiveImportOptions {
  mode: ArchiveMode
  dry_run: boolean
}

/** The input of an import in steps: its result, without the batch. */
type StagedResult = Omit<ArchiveImport, 'batch_id'>

const RETRY_S = 10
const FULL = 'Your calendar is full. Delete some entries first.'

export type ArchiveImportService = ReturnType<typeof archiveImportService>

type ParsedArchive = Parsed<ArchiveHead, ArchiveUnit, ArchiveSummary>

export function archiveImportService({
  storage,
  clock,
  parser,
  mostBytes,
  most_at_once = MAX_IN_ONE_TRANSACTION,
}: ArchiveImportParts) {
  const running = new Map<string, ArchiveImportState>()

  async function requireSpace(db: Db, ownerId: string): Promise<void> {
    if (mostBytes > 0 && (await objectStore(db).bytesOf(ownerId)) > mostBytes) throw conflict(FULL)
  }

  async function importArchive(
    actor: Actor,
    { head, items, summary }: ParsedArchive,
    options: ArchiveImportOptions,
    once: Once,
    state: ArchiveImportState,
  ): Promise<ArchiveImport | StagedRequest> {
    const { mode, dry_run } = options
    if (dry_run) {
      // Plans before calling `once`, because `once` opens a write transaction if the request has an idempotency key.
      const planned = await planOf(storage, actor.id, items, mode)
      const result = { ...present(options, planned.plan, summary()), batch_id: null }
      return once(async () => result)
    }
    const asImport = <T>(work: (batch_id: string) => Promise<T>): Promise<T> => {
      const { token_name, reply_to, position } = currentCause()
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name, reply_to, position })
      return withCause(cause, () => work(cause.batch_id))
    }
    if (head.units > most_at_once) return inSteps()
    const units = await Array.fromAsync(items())
    state.total = units.length
    return once(() =>
      asImport(batch_id =>
        storage.write([actor.id], async tx => {
          const planned = await plan(tx, actor.id, units, mode)
          const writes = await Array.fromAsync(writesOf(planned.plan, planned.units))
          state.total = writes.length
          await applyWrites(tx, actor.id, writes, done => {
            state.done = done
          })
          await requireSpace(tx, actor.id)
          const result = present(options, planned.plan, summary())
          return { ...result, batch_id: writes.length > 0 ? batch_id : null }
        }),
      ),
    )

    /** Reads the archive twice, so that it need not fit into memory: for the plan, and for what the plan writes. */
    async function inSteps(): Promise<ArchiveImport | StagedRequest> {
      const planned = await planOf(storage, actor.id, items, mode)
      const { written, deleted, moved } = planned.plan
      const total = written.length + deleted.length + moved.length
      const result: StagedResult = present(options, planned.plan, summary())
      if (total === 0) return once(async () => ({ ...result, batch_id: null }))
      const writes = writesOf(planned.plan, planned.again())
      return stagedOnce({ storage, clock }, actor.id, writes, id =>
        once<ArchiveImport | StagedRequest>(() =>
          asImport(() =>
            storage.write([actor.id], tx =>
              startStaged(tx, {
                ...{ id, owner_id: actor.id, kind: ARCHIVE_IMPORT, input: result, total, now: clock.now() },
              }),
            ),
          ),
        ),
      )
    }
  }

  const staged: StagedImport<StagedResult, Placed, ArchiveWrite> = {
    takesBack: true,
    place: placeOf,
    write: ({ owner_id, batch_id, input }, writes, next) =>
      storage.write([owner_id], async tx => {
        if (next) {
          await applyWrites(tx, owner_id, writes)
          return { state: { place: next }, done: writes.length }
        }
        await requireSpace(tx, owner_id)
        return { result: { ...input, batch_id } satisfies ArchiveImport, done: 0 }
      }),
  }

  return {
    staged,

    async importArchive(
      actor: Actor,
      upload: Upload,
      options: ArchiveImportOptions,
      once: Once,
    ): Promise<ArchiveImport | StagedRequest> {
      if (running.has(actor.id))
        throw limited('An import is already running. Wait until it has finished.', RETRY_S)
      const state = { running: true, done: 0, total: 0 }
      running.set(actor.id, state)
      try {
        return await parser.parse(
          { parser: ARCHIVE_PARSER, options: null, upload, person: actor.id },
          (parsed: ParsedArchive) => importArchive(actor, parsed, options, once, state),
        )
      } finally {
        running.delete(actor.id)
      }
    },

    state: (actor: Actor): ArchiveImportState =>
      running.get(actor.id) ?? { running: false, done: 0, total: 0 },
  }
}

/** Plans with as little of each item as possible. `again` reads the whole items. */
async function planOf(
  storage: RecordedStorage,
  ownerId: string,
  items: () => AsyncIterable<ArchiveUnit>,
  mode: ArchiveMode,
): Promise<{ plan: ArchivePlan; again: () => AsyncIterable<ArchiveUnit> }> {
  const units: ArchiveUnit[] = []
  for await (const unit of items()) units.push(slim(unit))
  return storage.snapshot(async db => {
    const existing = await existingContent(db, ownerId)
    const taken = await takenIds(db, ownerId, units)
    const tags =
      mode === 'merge' ? sameTags(await renamed(units, taken), existing) : new Map<string, string>()
    const ids = new Map([...taken, ...tags])
    const again = () => withIdsOf(items(), taken, tags)
    // New ids change the digests, which need the whole items.
    const own: ArchiveUnit[] = ids.size === 0 ? units : []
    if (ids.size > 0) for await (const unit of again()) own.push(slim(unit))
    return { plan: planImport(own, existing, mode), again }
  })
}

async function* withIdsOf(
  items: AsyncIterable<ArchiveUnit>,
  taken: ReadonlyMap<string, string>,
  tags: ReadonlyMap<string, string>,
): AsyncGenerator<ArchiveUnit> {
  const replaced = new Set(tags.values())
  for await (const unit of items) {
    const free = taken.size === 0 ? unit : withIds(unit, taken)
    const renamed = tags.size === 0 ? free : withIds(free, tags)
    // Skips tags that the person's own tags replace, so that the import does not change those.
    if (renamed.kind !== 'tag' || !replaced.has(renamed.id)) yield renamed
  }
}

async function plan(
  db: Db,
  ownerId: string,
  read: readonly ArchiveUnit[],
  mode: ArchiveMode,
): Promise<{ plan: ArchivePlan; units: readonly ArchiveUnit[] }> {
  const existing = await existingContent(db, ownerId)
  const taken = await takenIds(db, ownerId, read)
  const free = await renamed(read, taken)
  const tags = mode === 'merge' ? sameTags(free, existing) : new Map<string, string>()
  const replaced = new Set(tags.values())
  const units = (await renamed(free, tags)).filter(({ kind, id }) => kind !== 'tag' || !replaced.has(id))
  return { plan: planImport(units, existing, mode), units }
}

/** Maps the ids that rows of other people already have to new ones. */
async function takenIds(
  db: Db,
  ownerId: string,
  units: readonly ArchiveUnit[],
): Promise<Map<string, string>> {
  const taken = new Set<string>()
  for (const table of TABLES_WITH_IDS) {
    const ids = units.flatMap(({ rows }) =>
      rows.flatMap(each => (each.table === table.table ? [String(each.row['id'])] : [])),
    )
    for (const id of await foreignIds(db, ownerId, table, ids)) taken.add(id)
  }
  return replacedIds(ownerId, taken)
}

const TABLES_WITH_IDS = [
  ...CONTENT_KINDS.filter(({ kind }) => kind !== 'preferences').map(({ table }) => ({ table })),
  { table: 'visibility' },
  { table: 'meeting_participants', owner: 'user_id' },
]

async function renamed(
  units: readonly ArchiveUnit[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly ArchiveUnit[]> {
  if (ids.size === 0) return units
  const breathe = pauses()
  const result: ArchiveUnit[] = []
  for (const unit of units) {
    result.push(withIds(unit, ids))
    await breathe()
  }
  return result
}

function present(
  { mode, dry_run }: ArchiveImportOptions,
  { written, unchanged, deleted, moved, raised }: ArchivePlan,
  { skipped, problems, not_imported, moved: inArchive }: ArchiveSummary,
): StagedResult {
  const counts = new Map<string, number>()
  const add = (kind: string, outcome: string, more = 1) =>
    counts.set(`${kind} ${outcome}`, (counts.get(`${kind} ${outcome}`) ?? 0) + more)
  for (const { unit, outcome } of written) add(unit.kind, outcome)
  for (const { kind } of deleted) add(kind, 'deleted')
  add('todo', 'updated', moved.length)
  const count = (kind: string, outcome: string) => counts.get(`${kind} ${outcome}`) ?? 0
  const kinds = CONTENT_KINDS.map(({ kind }) => ({
    kind,
    created: count(kind, 'created'),
    updated: count(kind, 'updated'),
    unchanged: unchanged.get(kind) ?? 0,
    deleted: count(kind, 'deleted'),
  }))
  const up = {
    count: inArchive.count + raised.length,
    titles: [...inArchive.titles, ...raised].slice(0, MAX_MOVED),
  }
  return {
    ...{ dry_run, mode, kinds, moved: up, skipped },
    ...{ problems: [...problems], not_imported: [...not_imported] },
  }
}

const MAX_MOVED = 100
