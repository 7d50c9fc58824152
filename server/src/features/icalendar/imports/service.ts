// Imports a calendar file: the parser process reads it, and all items are written as one batch that can be undone. Many
// items are written in steps.
import type { ImportResult, MovedTodos } from '@daymark/contract/calendars/imports'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { currentCause, newCause, withCause } from '../../../platform/kernel/cause.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { conflict, forbidden, isRefusal, limited } from '../../../platform/kernel/errors.ts'
import type { Once } from '../../../platform/kernel/route-handlers.ts'
import type { StagedRequest } from '../../../platform/kernel/staged-request.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import {
  isSamePlace,
  type PartPlace,
  placeOf,
  removeParts,
  storeParts,
} from '../../../platform/staged/parts.ts'
import { MAX_IN_ONE_TRANSACTION, type StagedImport } from '../../../platform/staged/staged.ts'
import { startStaged } from '../../../platform/staged/start.ts'
import { stagedStore } from '../../../platform/staged/store.ts'
import type { Ask, Parsed, UploadParser } from '../../../platform/uploads/parser.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { requireOwnGroup } from '../../tags/service.ts'
import type { FileItem } from '../files/file-item.ts'
import { CALENDAR_PARSER, type FileHead, type FileSummary } from '../files/parse-file.ts'
import { PreconditionFault } from '../objects/collection.ts'
import { objectStore } from '../objects/store.ts'
import { ImportTags } from './import-tags.ts'
import { type Done, importWriter, type Plan } from './import-writer.ts'

export interface ImportParts {
  storage: RecordedStorage
  clock: Clock
  parser: UploadParser
  /** The quota for stored texts per person, in bytes. 0 means no limit. */
  mostBytes: number
  /** How many items an import may write in one transaction. */
  most_at_once?: number | undefined
}

export interface ImportRights {
  todos: boolean
  tags: boolean
  /** Shown in the change log. */
  token_name: string | null
}

/** An item of a file, or a measured time, which only the writer of timers understands. */
export type ImportItem<Further> = { item: FileItem } | { timer: Further }

export interface ImportContext {
  dry_run: boolean
  tags: ImportTags
  /** Reports an item that cannot be written. */
  skip(line: number, message: string, title: string | null): void
}

/** What differs between calendar files and other files. */
export interface Importer<Head, Further, Counts, Summary, Result> {
  /** The kind of its staged requests. */
  staged: string
  /** Throws 403 if the caller may not write what the file contains. */
  requireRights(head: Head, rights: ImportRights): void
  /** The number of items. */
  sizeOf(head: Head): number
  counts(): Counts
  /** Returns a function that writes timers, adds to the counts, and returns how many timers it created. */
  further(
    actor: Actor,
    context: ImportContext,
    counts: () => Counts,
  ): (items: readonly Further[]) => Promise<number>
  present(result: ImportResult, summary: Summary, counts: Counts, zone: string): Result
}

/** One import. */
export interface ImportOrder {
  ask: Pick<Ask, 'parser' | 'upload'> & { options(ownerZone: string): unknown }
  /** The zone of the response. By default, the person's zone. */
  timezone?: string | undefined
  dry_run: boolean
  tag_group_id: string | undefined
  rights: ImportRights
  once: Once
}

/** What a staged import needs besides the items. */
interface StagedInput<Summary> {
  ownerZone: string
  zone: string
  tag_group_id: string | undefined
  mayCreateTags: boolean
  summary: Summary
}

/** What an import has done so far. */
interface ImportState<Counts> {
  result: ImportResult
  counts: Counts
  /** The number of timers that were created. */
  more: number
}

interface StagedState<Counts> extends ImportState<Counts> {
  place: PartPlace
}

const MAX_PROBLEMS = 100
const MAX_MOVED = 100
const RETRY_S = 10
const BATCH = 100
/** Details that Daymark does not show, but stores and returns to calendar apps. */
const KEPT = new Set<string>(['attendees', 'attachments', 'long_titles', 'long_descriptions'])

export function importer<Head extends FileHead, Further, Counts, Summary extends FileSummary, Result>(
  parts: ImportParts,
  own: Importer<Head, Further, Counts, Summary, Result>,
) {
  type Item = ImportItem<Further>
  type State = ImportState<Counts>
  const { storage, clock, most_at_once = MAX_IN_ONE_TRANSACTION } = parts
  const running = new Set<string>()

  /** Returns a function that writes items, or only counts what it would write, and adds to the state. */
  async function writerOf(
    actor: Actor,
    { ownerZone, tag_group_id, mayCreateTags }: Omit<StagedInput<Summary>, 'summary' | 'zone'>,
    dry_run: boolean,
    state: () => State,
  ): Promise<(items: readonly Item[]) => Promise<void>> {
    const tags = await ImportTags.read(parts, actor, {
      ...{ group_id: tag_group_id, mayCreate: mayCreateTags },
      created: state().result.new_tags,
    })
    const writer = importWriter({ ...parts, actor, ownerZone, tags })
    const skip = (line: number, message: string, title: string | null) => {
      const { result } = state()
      result.skipped++
      if (result.problems.length < MAX_PROBLEMS) result.problems.push({ line, message, title })
    }
    const writeFurther = own.further(actor, { dry_run, tags, skip }, () => state().counts)
    const requireSpace = dry_run ? () => {} : await spaceOf(actor)
    const breathe = pauses()

    async function done(plan: Plan): Promise<Done | undefined> {
      try {
        return await (dry_run ? writer.expect(plan) : writer.write(plan))
      } catch (error) {
        if (!isRefusal(error) && !(error instanceof PreconditionFault)) throw error
        skip(plan.item.line, error.message, plan.item.model.title)
        return undefined
      }
    }

    return async items => {
      const some = items.flatMap(each => ('item' in each ? [each.item] : []))
      requireSpace(some)
      for (const plan of await writer.plan(some)) {
        const { result } = state()
        const found = await done(plan)
        if (found) (plan.item.kind === 'todo' ? result.todos : result.schedules)[found.outcome]++
        if (found?.is_moved) addMoved(result.moved, plan.item.model.title)
        await breathe()
      }
      state().more += await writeFurther(items.flatMap(each => ('timer' in each ? [each.timer] : [])))
      state().result.new_tags = [...tags.created]
    }
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

  const fresh = (dry_run: boolean): State => ({ result: emptyResult(dry_run), counts: own.counts(), more: 0 })

  function resultOf(
    { result, counts, more }: State,
    summary: Summary,
    { batch_id, zone }: { batch_id: string | null; zone: string },
  ): Result {
    const { schedules, todos } = result
    const changed = schedules.created + schedules.updated + todos.created + todos.updated + more
    const whole = {
      ...result,
      skipped: result.skipped + summary.skipped,
      problems: [...summary.problems, ...result.problems].slice(0, MAX_PROBLEMS),
      losses: summary.losses.map(([what, count]) => ({ what, count, kept: KEPT.has(what) })),
      batch_id: changed > 0 ? batch_id : null,
    }
    return own.present(whole, summary, counts, zone)
  }

  async function importItems(
    actor: Actor,
    { head, items, summary }: Parsed<Head, Item, Summary>,
    ownerZone: string,
    { timezone: zone = ownerZone, dry_run, tag_group_id, rights, once }: ImportOrder,
  ): Promise<Result | StagedRequest> {
    if (!rights.todos && head.todos > 0)
      throw forbidden('This access token lacks the scope todos:write, which the tasks of the file need.')
    own.requireRights(head, rights)
    if (tag_group_id !== undefined) await storage.read(db => requireOwnGroup(db, actor.id, tag_group_id))
    const input = { ownerZone, zone, tag_group_id, mayCreateTags: rights.tags }
    const run = async (batch_id: string | null): Promise<Result> => {
      const state = fresh(dry_run)
      const write = await writerOf(actor, input, dry_run, () => state)
      for await (const some of batchesOf(items())) await write(some)
      return resultOf(state, summary(), { batch_id, zone })
    }
    // A dry run writes nothing, so it does not have to hold the transaction that stores the response for a retry.
    if (dry_run) {
      const result = await run(null)
      return once(async () => result)
    }
    const asImport = <T>(work: (batch_id: string) => Promise<T>): Promise<T> => {
      const { reply_to, position } = currentCause()
      const { token_name } = rights
      const cause = newCause({ actor_id: actor.id, via: 'import', token_name, reply_to, position })
      return withCause(cause, () => work(cause.batch_id))
    }
    const total = own.sizeOf(head)
    if (total <= most_at_once)
      return once(() => asImport(batch_id => storage.together([actor.id], () => run(batch_id))))
    return stagedOnce(parts, actor.id, items(), id =>
      once<Result | StagedRequest>(() =>
        asImport(() =>
          storage.write([actor.id], tx =>
            startStaged(tx, {
              ...{ id, owner_id: actor.id, kind: own.staged, total, now: clock.now() },
              input: { ...input, summary: summary() },
            }),
          ),
        ),
      ),
    )
  }

  /** Writers by staged request, each with the place of the next item, so that a step need not read all tags again. */
  const writers = new Map<string, OpenWriter<State, Item>>()

  const staged: StagedImport<StagedInput<Summary>, StagedState<Counts>, Item> = {
    takesBack: true,
    place: placeOf,
    async write({ id, actor, batch_id, input, state: before }, items, next) {
      const state: State = structuredClone(before ?? fresh(false))
      if (!next) {
        writers.delete(id)
        return { result: resultOf(state, input.summary, { batch_id, zone: input.zone }), done: 0 }
      }
      const open = writers.get(id)
      // Taken out, because a step that fails leaves a writer that knows things that were rolled back.
      writers.delete(id)
      const isNext = open && isSamePlace(open.next, placeOf(before))
      const writer = isNext ? open : { next, state, write: async (_: readonly Item[]) => {} }
      writer.state = state
      if (!isNext) writer.write = await writerOf(actor, input, false, () => writer.state)
      for (let from = 0; from < items.length; from += BATCH)
        await writer.write(items.slice(from, from + BATCH))
      writer.next = next
      writers.set(id, writer)
      return { state: { ...state, place: next }, done: items.length }
    },
  }

  return {
    staged,
    async import(actor: Actor, order: ImportOrder): Promise<Result | StagedRequest> {
      if (running.has(actor.id))
        throw limited('An import is already running. Wait until it has finished.', RETRY_S)
      running.add(actor.id)
      try {
        const ownerZone = await storage.read(
          async db => (await preferenceStore(db).timezone(actor.id)) ?? 'UTC',
        )
        const { parser, upload, options } = order.ask
        return await parts.parser.parse<Head, Item, Summary, Result | StagedRequest>(
          { parser, upload, options: options(ownerZone), person: actor.id },
          parsed => importItems(actor, parsed, ownerZone, order),
        )
      } finally {
        running.delete(actor.id)
      }
    },
  }
}

interface OpenWriter<State, Item> {
  next: PartPlace
  state: State
  write(items: readonly Item[]): Promise<void>
}

/**
 * Stores the items, then starts the request with `start`. Removes the items if no request has started, for example
 * because the key of the request has been used before.
 */
export async function stagedOnce<T>(
  { storage, clock }: Pick<ImportParts, 'storage' | 'clock'>,
  ownerId: string,
  items: AsyncIterable<unknown>,
  start: (id: string) => Promise<T>,
): Promise<T> {
  const { id } = await storeParts(storage, { ownerId, now: clock.now() }, items)
  try {
    return await start(id)
  } finally {
    const started = await storage.read(db => stagedStore(db).find(ownerId, id))
    if (!started || started.ended_at !== null) await removeParts(storage, id)
  }
}

function addMoved(moved: MovedTodos, title: string): void {
  moved.count++
  if (moved.titles.length < MAX_MOVED) moved.titles.push(title)
}

export const CALENDAR_IMPORT = 'calendar_import'

export type ImportService = ReturnType<typeof importService>

export function importService(parts: ImportParts) {
  const calendars = importer<FileHead, never, null, FileSummary, ImportResult>(parts, {
    staged: CALENDAR_IMPORT,
    requireRights: () => {},
    sizeOf: ({ schedules, todos }) => schedules + todos,
    counts: () => null,
    further: () => async () => 0,
    present: result => result,
  })
  return {
    staged: calendars.staged,
    importFile: (
      actor: Actor,
      upload: Upload,
      order: Omit<ImportOrder, 'ask'>,
    ): Promise<ImportResult | StagedRequest> =>
      calendars.import(actor, {
        ...order,
        ask: { parser: CALENDAR_PARSER, upload, options: ownerZone => ({ ownerZone }) },
      }),
  }
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
  moved: { count: 0, titles: [] },
  skipped: 0,
  losses: [],
  problems: [],
  batch_id: null,
})
