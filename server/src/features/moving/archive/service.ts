// Imports an archive that the parser process reads and compares with what the person has. Writes one batch.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { ArchiveImport, ArchiveImportState, ArchiveMode } from '@daymark/contract/moving/archive-import'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
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
import { applyWrites } from './archive-writer.ts'
import { eachContent, foreignIds } from './content-store.ts'
import {
  ARCHIVE_PARSER,
  type ArchiveHead,
  type ArchiveOptions,
  type ArchiveQuestion,
  type ArchiveWrite,
  TABLES_WITH_IDS,
} from './exchange.ts'

export interface ArchiveImportParts {
  storage: RecordedStorage
  clock: Clock
  parser: UploadParser
  /** The folder in which the parser process stores what it has read. */
  folder: string
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

type ParsedArchive = Parsed<ArchiveHead, ArchiveWrite, null>

export function archiveImportService({
  storage,
  clock,
  parser,
  folder,
  mostBytes,
  most_at_once = MAX_IN_ONE_TRANSACTION,
}: ArchiveImportParts) {
  const running = new Map<string, ArchiveImportState>()

  async function requireSpace(db: Db, ownerId: string): Promise<void> {
    if (mostBytes > 0 && (await objectStore(db).bytesOf(ownerId)) > mostBytes) throw conflict(FULL)
  }

  async function importArchive(
    actor: Actor,
    { head: { total, outcome }, items }: ParsedArchive,
    { mode, dry_run }: ArchiveImportOptions,
    once: Once,
    state: ArchiveImportState,
  ): Promise<ArchiveImport | StagedRequest> {
    const result: StagedResult = { dry_run, mode, ...outcome }
    if (dry_run || total === 0) return once(async () => ({ ...result, batch_id: null }))
    const asImport = <T>(work: (batch_id: string) => Promise<T>): Promise<T> => {
      const { token_name, reply_to, position } = currentCause()
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name, reply_to, position })
      return withCause(cause, () => work(cause.batch_id))
    }
    state.total = total
    if (total > most_at_once)
      return stagedOnce({ storage, clock }, actor.id, items(), id =>
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
    const writes = await Array.fromAsync(items())
    return once(() =>
      asImport(batch_id =>
        storage.write([actor.id], async tx => {
          await applyWrites(tx, actor.id, writes, done => {
            state.done = done
          })
          await requireSpace(tx, actor.id)
          return { ...result, batch_id }
        }),
      ),
    )
  }

  async function answer(
    ownerId: string,
    question: ArchiveQuestion,
    send: (value: unknown) => Promise<void>,
  ): Promise<void> {
    if (question === 'existing') return storage.snapshot(db => eachContent(db, ownerId, send))
    const table = TABLES_WITH_IDS.find(each => each.table === question.of)
    if (table) await send(await storage.read(db => foreignIds(db, ownerId, table, question.ids)))
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
        const { mode } = options
        const parse: ArchiveOptions = { owner_id: actor.id, mode, disk_bytes: await freeBytes(folder) }
        return await parser.parse(
          {
            ...{ parser: ARCHIVE_PARSER, options: parse, upload, person: actor.id },
            long: { answer: (question, send) => answer(actor.id, question as ArchiveQuestion, send) },
          },
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

/** What the parser process may use of the disk. Leaves as much to the database, which gets the same content. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs(tmpdir()))
  return Math.max(LEAST_BYTES, (bavail * bsize) / 2 - LEAST_BYTES)
}

/** Small archives can be imported even if the disk is almost full. */
const LEAST_BYTES = 256 * 1024 * 1024
