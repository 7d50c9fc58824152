// Imports a calendar file: parses it in another thread, then writes all items as one batch that can be undone.
import type { ImportResult } from '@daymark/contract/calendars/imports'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { conflict, forbidden, isRefusal, limited } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { TodoService } from '../../planning/todos/service.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { requireOwnGroup, type TagService } from '../../tags/service.ts'
import type { FileItem } from '../files/file-item.ts'
import { type FileSummary, parseFile } from '../files/parse-file.ts'
import { PreconditionFault } from '../objects/collection.ts'
import { objectStore } from '../objects/store.ts'
import { ImportTags } from './import-tags.ts'
import { importWriter, type Outcome, type Plan } from './import-writer.ts'

export type ImportService = ReturnType<typeof importService>

export interface ImportParts {
  storage: RecordedStorage
  clock: Clock
  todos: TodoService
  tags: TagService
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

/** Times without a zone are in the owner's zone. */
export type ReadFile = (ownerZone: string) => Promise<{ items: FileItem[]; summary: FileSummary }>

export interface ImportContext {
  dry_run: boolean
  tags: ImportTags
  /** Reports an item that cannot be written. */
  skip(line: number, message: string, title: string | null): void
}

/** The steps that differ between calendar files and other files. */
export interface ImportSteps<Result> {
  /** Runs the import after the file was read. A retry with the same idempotency key gets the first result. */
  once: Once
  /** Writes further items, such as timers, in the same batch. Returns how many. */
  further(context: ImportContext): Promise<number>
  present(result: ImportResult): Result
}

const MAX_PROBLEMS = 100
const RETRY_S = 10
const BATCH = 100
/** Details that Daymark does not show, but stores and returns to calendar apps. */
const KEPT = new Set<string>(['attendees', 'attachments', 'long_titles', 'long_descriptions'])

export function importService(parts: ImportParts) {
  const { storage } = parts
  const running = new Set<string>()

  async function importItems<Result>(
    actor: Actor,
    read: ReadFile,
    { dry_run, tag_group_id }: ImportOptions,
    rights: ImportRights,
    { once, further, present }: ImportSteps<Result>,
  ): Promise<Result> {
    const ownerZone = await storage.read(async db => (await preferenceStore(db).timezone(actor.id)) ?? 'UTC')
    const { items, summary } = await read(ownerZone)
    if (!rights.todos && items.some(({ kind }) => kind === 'todo'))
      throw forbidden('This access token lacks the scope todos:write, which the tasks of the file need.')
    if (tag_group_id !== undefined) await storage.read(db => requireOwnGroup(db, actor.id, tag_group_id))

    async function run(batch_id: string | null): Promise<Result> {
      const tags = await ImportTags.read(parts, actor, { group_id: tag_group_id, mayCreate: rights.tags })
      const writer = importWriter({ ...parts, actor, ownerZone, tags })
      const result = emptyResult(dry_run, summary)
      const breathe = pauses()
      for (let at = 0; at < items.length; at += BATCH) {
        const some = items.slice(at, at + BATCH)
        const planned = await writer.plan(some)
        for (const plan of planned) {
          const counts = plan.item.kind === 'todo' ? result.todos : result.schedules
          const outcome = dry_run && plan.outcome !== 'canceled' ? plan.outcome : await write(plan, result)
          if (dry_run && outcome !== 'unchanged') tags.expect(plan.item.model.tags)
          if (outcome) counts[outcome]++
          await breathe()
        }
      }
      const skip = (line: number, message: string, title: string | null) => {
        result.skipped++
        if (result.problems.length < MAX_PROBLEMS) result.problems.push({ line, message, title })
      }
      const more = await further({ dry_run, tags, skip })
      result.new_tags = tags.created
      const { schedules, todos } = result
      if (!dry_run && schedules.created + schedules.updated + todos.created + todos.updated + more > 0)
        result.batch_id = batch_id
      return present(result)

      async function write(plan: Plan, into: ImportResult): Promise<Outcome | undefined> {
        try {
          return await writer.write(plan)
        } catch (error) {
          if (!isRefusal(error) && !(error instanceof PreconditionFault)) throw error
          into.skipped++
          if (into.problems.length < MAX_PROBLEMS)
            into.problems.push({ line: plan.item.line, message: error.message, title: plan.item.model.title })
          return undefined
        }
      }
    }

    if (dry_run) {
      // A dry run writes nothing, so it does not have to hold the transaction that stores the response for a retry.
      const result = await run(null)
      return once(async () => result)
    }
    return once(() => {
      const { reply_to } = currentCause()
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name: rights.token_name, reply_to })
      return withCause(cause, () =>
        storage.together([actor.id], async () => {
          await requireSpace(actor, items)
          return run(cause.batch_id)
        }),
      )
    })
  }

  async function requireSpace(actor: Actor, items: readonly FileItem[]): Promise<void> {
    if (parts.mostBytes === 0) return
    const stored = await storage.read(db => objectStore(db).bytesOf(actor.id))
    const added = items.reduce((sum, { text }) => sum + text.length, 0)
    if (stored + added > parts.mostBytes) throw conflict('Your calendar is full. Delete some entries first.')
  }

  async function importRead<Result>(
    actor: Actor,
    read: ReadFile,
    options: ImportOptions,
    rights: ImportRights,
    steps: ImportSteps<Result>,
  ): Promise<Result> {
    if (running.has(actor.id))
      throw limited('An import is already running. Wait until it has finished.', RETRY_S)
    running.add(actor.id)
    try {
      return await importItems(actor, read, options, rights, steps)
    } finally {
      running.delete(actor.id)
    }
  }

  return {
    importRead,
    importFile: (
      actor: Actor,
      bytes: Uint8Array,
      options: ImportOptions,
      rights: ImportRights,
      once: Once,
    ): Promise<ImportResult> =>
      importRead(
        actor,
        async ownerZone => {
          const items: FileItem[] = []
          const summary = await parseFile(bytes, ownerZone, some => items.push(...some))
          return { items, summary }
        },
        options,
        rights,
        { once, further: async () => 0, present: result => result },
      ),
  }
}

const noCounts = () => ({ created: 0, updated: 0, unchanged: 0 })

const emptyResult = (dry_run: boolean, { skipped, problems, losses }: FileSummary): ImportResult => ({
  dry_run,
  schedules: noCounts(),
  todos: noCounts(),
  new_tags: [],
  skipped,
  losses: losses.map(([what, count]) => ({ what, count, kept: KEPT.has(what) })),
  problems: [...problems],
  batch_id: null,
})
