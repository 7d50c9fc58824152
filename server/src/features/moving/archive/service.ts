// Imports an archive that the parser process reads: compares it with what the person has, and writes one batch.
import type { ArchiveImport, ArchiveImportState, ArchiveMode } from '@daymark/contract/moving/archive-import'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { conflict, limited } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Parsed, UploadParser } from '../../../platform/uploads/parser.ts'
import { objectStore } from '../../icalendar/objects/store.ts'
import type { ArchiveUnit } from './archive-unit.ts'
import { writePlan } from './archive-writer.ts'
import { CONTENT_KINDS } from './content.ts'
import { existingContent, foreignIds } from './content-store.ts'
import {
  ARCHIVE_PARSER,
  type ArchiveHead,
  type ArchiveParseOptions,
  type ArchiveSummary,
} from './parse-archive.ts'
import { type ArchivePlan, planImport, replacedIds, sameTags, withIds } from './plan.ts'

export interface ArchiveImportParts {
  storage: RecordedStorage
  parser: UploadParser
  /** Null means no limit. */
  maxRows: number | null
  /** The quota for stored calendar texts per person, in bytes. 0 means no limit. */
  mostBytes: number
}

export interface ArchiveImportOptions {
  mode: ArchiveMode
  dry_run: boolean
}

const RETRY_S = 10

export type ArchiveImportService = ReturnType<typeof archiveImportService>

export function archiveImportService({ storage, parser, maxRows, mostBytes }: ArchiveImportParts) {
  const running = new Map<string, ArchiveImportState>()

  async function importArchive(
    actor: Actor,
    upload: Upload,
    { mode, dry_run }: ArchiveImportOptions,
    once: Once,
    state: ArchiveImportState,
  ): Promise<ArchiveImport> {
    const { units, summary } = await parser.parse(
      {
        parser: ARCHIVE_PARSER,
        options: { maxRows } satisfies ArchiveParseOptions,
        upload,
        person: actor.id,
      },
      async (parsed: Parsed<ArchiveHead, ArchiveUnit, ArchiveSummary>) => ({
        units: await Array.fromAsync(parsed.items()),
        summary: parsed.summary(),
      }),
    )
    state.total = units.length
    const resultOf = (plan: ArchivePlan, batch_id: string | null) =>
      present({ mode, dry_run }, plan, summary, batch_id)
    if (dry_run) {
      // Plans before calling `once`, because `once` opens a write transaction if the request has an idempotency key.
      const planned = await storage.snapshot(db => plan(db, actor.id, units, mode))
      return once(async () => resultOf(planned, null))
    }
    const write = () => {
      const { token_name, reply_to, position } = currentCause()
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name, reply_to, position })
      return withCause(cause, () =>
        storage.write([actor.id], async tx => {
          const planned = await plan(tx, actor.id, units, mode)
          const writes = planned.written.length + planned.deleted.length + planned.moved.length
          state.total = writes
          if (writes === 0) return resultOf(planned, null)
          await writePlan(tx, actor.id, planned, done => {
            state.done = done
          })
          if (mostBytes > 0 && (await objectStore(tx).bytesOf(actor.id)) > mostBytes)
            throw conflict('Your calendar is full. Delete some entries first.')
          return resultOf(planned, cause.batch_id)
        }),
      )
    }
    return once(write)
  }

  return {
    async importArchive(
      actor: Actor,
      upload: Upload,
      options: ArchiveImportOptions,
      once: Once,
    ): Promise<ArchiveImport> {
      if (running.has(actor.id))
        throw limited('An import is already running. Wait until it has finished.', RETRY_S)
      const state = { running: true, done: 0, total: 0 }
      running.set(actor.id, state)
      try {
        return await importArchive(actor, upload, options, once, state)
      } finally {
        running.delete(actor.id)
      }
    },

    state: (actor: Actor): ArchiveImportState =>
      running.get(actor.id) ?? { running: false, done: 0, total: 0 },
  }
}

async function plan(
  db: Db,
  ownerId: string,
  read: readonly ArchiveUnit[],
  mode: ArchiveMode,
): Promise<ArchivePlan> {
  const existing = await existingContent(db, ownerId)
  const free = await withFreeIds(db, ownerId, read)
  const tags = mode === 'merge' ? sameTags(free, existing) : new Map<string, string>()
  const units = tags.size === 0 ? free : await renamed(free, tags)
  return planImport(
    // Skips tags that `sameTags` has replaced by the person's own tags, so that the import does not change those.
    units.filter(unit => !(unit.kind === 'tag' && [...tags.values()].includes(unit.id))),
    existing,
    mode,
  )
}

/** Replaces the ids that rows of other people already have. */
async function withFreeIds(
  db: Db,
  ownerId: string,
  units: readonly ArchiveUnit[],
): Promise<readonly ArchiveUnit[]> {
  const taken = new Set<string>()
  for (const table of TABLES_WITH_IDS) {
    const ids = units.flatMap(({ rows }) =>
      rows.flatMap(each => (each.table === table.table ? [String(each.row['id'])] : [])),
    )
    for (const id of await foreignIds(db, ownerId, table, ids)) taken.add(id)
  }
  return taken.size === 0 ? units : renamed(units, replacedIds(ownerId, taken))
}

const TABLES_WITH_IDS = [
  ...CONTENT_KINDS.filter(({ kind }) => kind !== 'preferences').map(({ table }) => ({ table })),
  { table: 'visibility' },
  { table: 'meeting_participants', owner: 'user_id' },
]

async function renamed(
  units: readonly ArchiveUnit[],
  ids: ReadonlyMap<string, string>,
): Promise<ArchiveUnit[]> {
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
  { written, unchanged, deleted, moved }: ArchivePlan,
  { skipped, problems, not_imported }: ArchiveSummary,
  batch_id: string | null,
): ArchiveImport {
  const count = (kind: string, outcome: string) =>
    written.filter(each => each.unit.kind === kind && each.outcome === outcome).length
  const kinds = CONTENT_KINDS.map(({ kind }) => ({
    kind,
    created: count(kind, 'created'),
    updated: count(kind, 'updated') + (kind === 'todo' ? moved.length : 0),
    unchanged: unchanged.get(kind) ?? 0,
    deleted: deleted.filter(each => each.kind === kind).length,
  }))
  const moved_up = { count: 0, titles: [] }
  return {
    dry_run,
    mode,
    kinds,
    moved: moved_up,
    skipped,
    problems: [...problems],
    not_imported: [...not_imported],
    batch_id,
  }
}
