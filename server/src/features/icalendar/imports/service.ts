// Imports a calendar file: the parser process reads it, and all items are written as one batch that can be undone.
import type { ImportResult } from '@daymark/contract/calendars/imports'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { conflict, forbidden, isRefusal, limited } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import type { Parsed, UploadParser } from '../../../platform/uploads/parser.ts'
import type { TodoService } from '../../planning/todos/service.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { requireOwnGroup } from '../../tags/service.ts'
import type { FileItem } from '../files/file-item.ts'
import { CALENDAR_PARSER, type FileHead, type FileSummary, type ParsedCalendar } from '../files/parse-file.ts'
import { PreconditionFault } from '../objects/collection.ts'
import { objectStore } from '../objects/store.ts'
import { ImportTags } from './import-tags.ts'
import { importWriter, type Outcome, type Plan } from './import-writer.ts'

export type ImportService = ReturnType<typeof importService>

export interface ImportParts {
  storage: RecordedStorage
  clock: Clock
  todos: TodoService
  parser: UploadParser
  /** The quota for stored texts per person, in bytes. 0 means no limit. */
  mostBytes: number
}

export interface ImportRights {
  todos: boolean
  tags: boolean
  /** Shown in the change log. */
  token_name: string | null
}

export interface ImportOptions {
  dry_run: boolean
  tag_group_id: string | undefined
}

/** An item of a file. The writer of timers adds `Further`. */
export type ImportItem<Further> = { item: FileItem } | { further: Further }

export type ParsedImport<Head, Further, Summary> = Parsed<Head, ImportItem<Further>, Summary>

/** Reads the file. Times without a zone are in the owner's zone. */
export type ReadFile<Head, Further, Summary> = <T>(
  ownerZone: string,
  use: (parsed: ParsedImport<Head, Further, Summary>) => Promise<T>,
) => Promise<T>

export interface ImportContext {
  dry_run: boolean
  tags: ImportTags
  /** Reports an item that cannot be written. */
  skip(line: number, message: string, title: string | null): void
}

/** The steps that differ between calendar files and other files. */
export interface ImportSteps<Head, Further, Summary, Result> {
  /** Runs the import after the file was read. A retry with the same idempotency key gets the first result. */
  once: Once
  /** Throws 403 if the caller may not write what the file contains. */
  requireRights(head: Head): void
  /** Returns a function that writes further items, such as timers, in the same batch, and returns how many it created. */
  further(context: ImportContext): (items: readonly Further[]) => Promise<number>
  present(result: ImportResult, summary: Summary): Result
}

const MAX_PROBLEMS = 100
const RETRY_S = 10
const BATCH = 100
/** Details that Daymark does not show, but stores and returns to calendar apps. */
const KEPT = new Set<string>(['attendees', 'attachments', 'long_titles', 'long_descriptions'])

export function importService(parts: ImportParts) {
  const { storage } = parts
  const running = new Set<string>()

  async function importItems<Head extends FileHead, Further, Summary extends FileSummary, Result>(
    actor: Actor,
    { head, items, summary }: ParsedImport<Head, Further, Summary>,
    ownerZone: string,
    { dry_run, tag_group_id }: ImportOptions,
    rights: ImportRights,
    { once, requireRights, further, present }: ImportSteps<Head, Further, Summary, Result>,
  ): Promise<Result> {
    if (!rights.todos && head.todos > 0)
      throw forbidden('This access token lacks the scope todos:write, which the tasks of the file need.')
    requireRights(head)
    if (tag_group_id !== undefined) await storage.read(db => requireOwnGroup(db, actor.id, tag_group_id))

    async function run(batch_id: string | null): Promise<Result> {
      const tags = await ImportTags.read(parts, actor, { group_id: tag_group_id, mayCreate: rights.tags })
      const writer = importWriter({ ...parts, actor, ownerZone, tags })
      const result = emptyResult(dry_run)
      const skipped: ImportResult['problems'] = []
      const skip = (line: number, message: string, title: string | null) => {
        result.skipped++
        if (skipped.length < MAX_PROBLEMS) skipped.push({ line, message, title })
      }
      const writeFurther = further({ dry_run, tags, skip })
      const requireSpace = dry_run ? () => {} : await spaceOf(actor)
      const breathe = pauses()
      let more = 0

      async function writeItems(some: readonly FileItem[]): Promise<void> {
        requireSpace(some)
        for (const plan of await writer.plan(some)) {
          const counts = plan.item.kind === 'todo' ? result.todos : result.schedules
          const outcome = dry_run && plan.outcome !== 'canceled' ? plan.outcome : await write(plan)
          if (dry_run && outcome !== 'unchanged') tags.expect(plan.item.model.tags)
          if (outcome) counts[outcome]++
          await breathe()
        }
      }

      async function write(plan: Plan): Promise<Outcome | undefined> {
        try {
          return await writer.write(plan)
        } catch (error) {
          if (!isRefusal(error) && !(error instanceof PreconditionFault)) throw error
          skip(plan.item.line, error.message, plan.item.model.title)
          return undefined
        }
      }

      for await (const some of batchesOf(items())) {
        await writeItems(some.flatMap(each => ('item' in each ? [each.item] : [])))
        more += await writeFurther(some.flatMap(each => ('further' in each ? [each.further] : [])))
      }
      const found = summary()
      result.skipped += found.skipped
      result.problems = [...found.problems, ...skipped].slice(0, MAX_PROBLEMS)
      result.losses = found.losses.map(([what, count]) => ({ what, count, kept: KEPT.has(what) }))
      result.new_tags = tags.created
      const { schedules, todos } = result
      if (!dry_run && schedules.created + schedules.updated + todos.created + todos.updated + more > 0)
        result.batch_id = batch_id
      return present(result, found)
    }

    if (dry_run) {
      // A dry run writes nothing, so it does not have to hold the transaction that stores the response for a retry.
      const result = await run(null)
      return once(async () => result)
    }
    return once(() => {
      const { reply_to } = currentCause()
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name: rights.token_name, reply_to })
      return withCause(cause, () => storage.together([actor.id], () => run(cause.batch_id)))
    })
  }

  /** Returns a function that throws 409 if the items do not fit into the quota. */
  async function spaceOf(actor: Actor): Promise<(items: readonly FileItem[]) => void> {
    if (parts.mostBytes === 0) return () => {}
    let bytes = await storage.read(db => objectStore(db).bytesOf(actor.id))
    return items => {
      for (const { text } of items) bytes += text.length
      if (bytes > parts.mostBytes) throw conflict('Your calendar is full. Delete some entries first.')
    }
  }

  async function importRead<Head extends FileHead, Further, Summary extends FileSummary, Result>(
    actor: Actor,
    read: ReadFile<Head, Further, Summary>,
    options: ImportOptions,
    rights: ImportRights,
    steps: ImportSteps<Head, Further, Summary, Result>,
  ): Promise<Result> {
    if (running.has(actor.id))
      throw limited('An import is already running. Wait until it has finished.', RETRY_S)
    running.add(actor.id)
    try {
      const ownerZone = await storage.read(
        async db => (await preferenceStore(db).timezone(actor.id)) ?? 'UTC',
      )
      return await read(ownerZone, parsed => importItems(actor, parsed, ownerZone, options, rights, steps))
    } finally {
      running.delete(actor.id)
    }
  }

  return {
    importRead,
    importFile: (
      actor: Actor,
      upload: Upload,
      options: ImportOptions,
      rights: ImportRights,
      once: Once,
    ): Promise<ImportResult> =>
      importRead<FileHead, never, FileSummary, ImportResult>(
        actor,
        (ownerZone, use) =>
          parts.parser.parse(
            { parser: CALENDAR_PARSER, options: { ownerZone }, upload, person: actor.id },
            (parsed: ParsedCalendar) => use({ ...parsed, items: () => asItems(parsed.items()) }),
          ),
        options,
        rights,
        { once, requireRights: () => {}, further: () => async () => 0, present: result => result },
      ),
  }
}

async function* asItems(items: AsyncIterable<FileItem>): AsyncGenerator<{ item: FileItem }> {
  for await (const item of items) yield { item }
}

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const noCounts = () => ({ created: 0, updated: 0, unchanged: 0 })

const emptyResult = (dry_run: boolean): ImportResult => ({
  dry_run,
  schedules: noCounts(),
  todos: noCounts(),
  new_tags: [],
  skipped: 0,
  losses: [],
  problems: [],
  batch_id: null,
})
