import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { DecodedQuery } from '@daymark/contract/route'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { inTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import { invalid, notFound, type Problem, problemsOf, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import {
  cursorsOf,
  decodeCursor,
  encodeCursor,
  type LazyPage,
  type PageRequest,
  pageSize,
  partsOf,
} from '../../../platform/kernel/page.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { withDefaultReminders } from '../../preferences/default-reminders.ts'
import { requireOwnTags } from '../../tags/service.ts'
import { requireOwner, requireReadable, share, sharingsOf } from '../../visibility/access.ts'
import { visibilityStore } from '../../visibility/store.ts'
import type { ScheduleExtras } from '../present.ts'
import { recordTodoOf } from '../todos/record.ts'
import { todoStore } from '../todos/store.ts'
import type { TodoView } from '../todos/todo.ts'
import { findView } from '../todos/view-store.ts'
import { type GivenCreate, type GivenPatch, readCreate } from './all-day/times.ts'
import { requested } from './change.ts'
import { NO_OCCURRENCE, scheduleEditor, seriesAt } from './edit.ts'
import { exceptionStore } from './exceptions/exception-store.ts'
import { instanceView } from './exceptions/instance.ts'
import { type FairRange, fairRange } from './range/fair-range.ts'
import {
  keyOf,
  ownSeparately,
  type PageKey,
  pageSteps,
  type RangeRequest,
  type ReadBudget,
  viewOf,
} from './range/range.ts'
import { rangeStore } from './range/range-store.ts'
import { type ReadSubscribed, subscribedIn } from './range/subscribed.ts'
import { type Schedule, type ScheduleView, type TaggedSchedule, whole } from './schedule.ts'
import { scheduleStore } from './store.ts'

type Address = DecodedQuery<(typeof scheduleRoutes)['update']>

export type ShownSchedule = { schedule: ScheduleView; extras: ScheduleExtras }

/** The original start of an occurrence as the client sent it, and the zone of the request. */
type Instance = [instanceStart: string, zone: Zone]

const NO_SCHEDULE = 'Schedule not found.'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Lists one page. Its parts are read later, with `read`. */
export async function listSchedules(
  read: UnitOfWork['read'],
  actor: Actor,
  request: RangeRequest,
  page: PageRequest,
  subscribed: ReadSubscribed | undefined,
): Promise<LazyPage<ShownSchedule>> {
  const after = decodeCursor<PageKey>(page, ['number', 'string'])
  if (after && !(Number.isSafeInteger(after[0]) && UUID.test(after[1]))) {
    throw invalid('cursor', 'must be a cursor that this list has returned')
  }
  const most = pageSize(page)
  return read(async db => {
    const viewer = await viewerOf(db, actor, [request])
    const requests = request.most_per_owner === undefined ? [request] : ownSeparately(request)
    const candidates = await rangeStore(db).candidates(viewer, requests, { after, most: most + 1 })
    const all = [...candidates, ...(await subscribedIn(subscribed, db, actor.id, [request]))]
    const { items, next } = await inTurns(pageSteps(all, actor.id, request, most, after), 1)
    return {
      parts: partsOf(
        items,
        ({ schedule }) => schedule.id,
        part => read(later => withExtras(later, actor, part.map(viewOf))),
      ),
      ...(next && { next: encodeCursor(next) }),
      cursorAfter: cursorsOf(items, keyOf),
    }
  })
}

/** Returns the items of each range, at most `most` per range. */
export async function schedulesInRanges(
  db: Db,
  actor: Actor,
  requests: readonly RangeRequest[],
  { most, budget, subscribed }: { most: number; budget: ReadBudget; subscribed: ReadSubscribed | undefined },
): Promise<FairRange[]> {
  const viewer = await viewerOf(db, actor, requests)
  const apart = requests.flatMap(ownSeparately)
  const candidates = await rangeStore(db).candidates(viewer, apart, { most: most + 1, budget })
  const others = await subscribedIn(subscribed, db, actor.id, requests)
  const within = (request: RangeRequest) =>
    request.include_subscriptions ? [...candidates, ...others] : candidates
  const ranges: FairRange[] = []
  for (const request of requests)
    ranges.push(await inTurns(fairRange(within(request), actor.id, request, most, budget), 1))
  return ranges
}

export const getSchedule = (
  db: Db,
  actor: Actor,
  id: string,
  zone: Zone,
  instanceStart?: string,
): Promise<ShownSchedule> =>
  shown(db, actor, id, instanceStart === undefined ? undefined : [instanceStart, zone])

export async function createSchedule(tx: RequestTx, given: GivenCreate, zone: Zone): Promise<ShownSchedule> {
  const { actor, now } = tx
  const body = readCreate(given, zone)
  const schedule = requested(body, { id: body.id ?? newId(), owner_id: actor.id, created_at: now })
  const tagIds = body.tag_ids ?? []
  if (tagIds.length > 0) await requireOwnTags(tx, actor.id, tagIds)
  const wanted = body.create_todo_options
  const source_todo_id = wanted
    ? await recordTodoOf(tx, actor, schedule, wanted.tag_group_id, tagIds, now)
    : null
  const store = scheduleStore(tx)
  const reminded = await withDefaultReminders(tx, schedule, body.reminders)
  await store.insert({ ...reminded, source_todo_id })
  if (tagIds.length > 0) await store.setTags([schedule.id], tagIds)
  await share(tx, actor, 'schedule', schedule.id, body.visibility, now)
  return shown(tx, actor, schedule.id)
}

export async function updateSchedule(
  tx: RequestTx,
  id: string,
  address: Address,
  body: GivenPatch,
  zone: Zone,
): Promise<ShownSchedule> {
  const { actor } = tx
  const instanceStart = occurrenceOf(address)
  const schedule = await owned(tx, id)
  const editor = scheduleEditor(tx, zone)
  if (instanceStart === undefined) {
    await editor.whole(schedule, body)
    return shown(tx, actor, id)
  }
  const { series, at } = await seriesAt(tx, schedule, instanceStart, zone)
  if (address.apply_to === 'all') return shown(tx, actor, await editor.all(series, at, body))
  if (address.apply_to === 'following') return shown(tx, actor, await editor.following(series, at, body))
  await editor.one(series, at, body)
  return shown(tx, actor, id, [instanceStart, zone])
}

export async function removeSchedule(tx: RequestTx, id: string, address: Address, zone: Zone): Promise<void> {
  const instanceStart = occurrenceOf(address)
  const schedule = await owned(tx, id)
  const editor = scheduleEditor(tx, zone)
  if (instanceStart === undefined) return editor.remove(schedule)
  const { series, at } = await seriesAt(tx, schedule, instanceStart, zone)
  if (address.apply_to === 'all') return editor.remove(series)
  if (address.apply_to === 'following') return editor.removeFollowing(series, at)
  return editor.removeOne(series, at)
}

/** Returns a problem for each schedule or series that the actor must not delete. */
export async function refusedSchedules(tx: RequestTx, ids: readonly string[]): Promise<Map<string, Problem>> {
  const schedules = new Map((await scheduleStore(tx).findMany(ids)).map(each => [each.id, each]))
  return problemsOf(ids, id => requireOwn(tx.actor, schedules.get(id)))
}

export async function createTodoOfSchedule(tx: RequestTx, id: string, tagGroupId: string): Promise<TodoView> {
  const { actor, now } = tx
  const schedule = await owned(tx, id)
  if (schedule.source_todo_id !== null) throw rejected('The schedule is already linked to a todo.')
  const tagIds = schedule.tags.map(tag => tag.id)
  const source_todo_id = await recordTodoOf(tx, actor, schedule, tagGroupId, tagIds, now)
  await scheduleStore(tx).save({ ...schedule, source_todo_id, updated_at: now })
  const todo = await findView(tx, source_todo_id)
  if (!todo) throw notFound('Todo not found.')
  return todo
}

const owned = async (tx: RequestTx, id: string): Promise<TaggedSchedule> =>
  requireOwn(tx.actor, await scheduleStore(tx).find(id))

/**
 * Adds the sharing settings to the viewer's own schedules, and the linked todo to other people's schedules, in a
 * constant number of statements.
 */
async function withExtras(db: Db, actor: Actor, views: readonly ScheduleView[]): Promise<ShownSchedule[]> {
  const own = views.filter(view => view.owner_id === actor.id && view.visibility_level !== null)
  const linked = views.flatMap(view =>
    view.owner_id !== actor.id && view.source_todo_id !== null ? [view.source_todo_id] : [],
  )
  const settings = await sharingsOf(db, 'schedule', actor.id, [...new Set(own.map(sharedAs))])
  const sources = await todoStore(db).byIds([...new Set(linked)])
  const todos = new Map(sources.map(todo => [todo.id, todo]))
  return views.map(schedule => ({
    schedule,
    extras: {
      settings: settings.get(sharedAs(schedule)),
      sourceTodo: schedule.owner_id === actor.id ? null : todos.get(schedule.source_todo_id ?? ''),
    },
  }))
}

async function shown(db: Db, actor: Actor, id: string, instance?: Instance): Promise<ShownSchedule> {
  const schedule = await scheduleStore(db).find(id)
  if (!schedule) throw notFound(NO_SCHEDULE)
  await requireReadable(db, actor, 'schedule', schedule)
  const view = instance ? await occurrence(db, await seriesAt(db, schedule, ...instance)) : whole(schedule)
  const [only] = await withExtras(db, actor, [view])
  return only ?? { schedule: view, extras: {} }
}

function requireOwn<S extends Schedule>(actor: Actor, schedule: S | undefined): S {
  if (!schedule) throw notFound(NO_SCHEDULE)
  requireOwner(actor, schedule)
  return schedule
}

/** Throws if the occurrence was deleted. */
async function occurrence(
  db: Db,
  { series, at }: { series: TaggedSchedule; at: number },
): Promise<ScheduleView> {
  const exception = await exceptionStore(db).find(series.id, at)
  if (exception?.deleted) throw notFound(NO_OCCURRENCE)
  return instanceView(series, {
    instance_start: at,
    start_time: exception?.start_time ?? at,
    end_time: exception?.end_time ?? at + series.end_time - series.start_time,
    exception,
  })
}

/** Returns undefined if the request is about the whole schedule. */
function occurrenceOf({ apply_to, instance_start }: Address): string | undefined {
  if (instance_start === undefined && apply_to !== undefined && apply_to !== 'all') {
    throw invalid('instance_start', `is required with apply_to=${apply_to}`)
  }
  return instance_start
}

/** Reads the viewer's email address only if other people's schedules are requested. */
const viewerOf = (db: Db, actor: Actor, requests: readonly RangeRequest[]) =>
  requests.every(request => request.scope === 'mine')
    ? Promise.resolve({ id: actor.id, email: null })
    : visibilityStore(db).viewer(actor.id)

/** An occurrence is shared like its series. */
const sharedAs = (view: ScheduleView): string => view.parent_id ?? view.id
