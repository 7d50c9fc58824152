import type { TimerIncludes } from '@daymark/contract/timers/includes'
import type { TimerPatch } from '@daymark/contract/timers/timers'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound, type Problem, problemsOf } from '../../platform/kernel/errors.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { todoStore } from '../planning/todos/store.ts'
import { requireOwnTags } from '../tags/service.ts'
import { forgetSharing, requireOwner, requireReadable, share } from '../visibility/access.ts'
import type { Viewer } from '../visibility/policy.ts'
import { visibilityStore } from '../visibility/store.ts'
import { activityStore, type FriendTimer } from './activity/activity-store.ts'
import { NO_TIMER } from './control/control.ts'
import { requireOwnLinks } from './control/links.ts'
import { ownTimer } from './corrections/corrections.ts'
import { type TaggedTimer, type TimerFilter, timerStore } from './store.ts'
import { type TimerView, toTimerViews } from './view.ts'

/** The schedule or todo whose timers are requested. */
export type LinkedItem = { type: 'schedule' | 'todo'; id: string }

const NO_ACTIVE = 'There is no active timer.'

export async function listTimers(
  db: Db,
  actor: Actor,
  filter: TimerFilter,
  page: PageRequest,
  includes: TimerIncludes,
): Promise<Page<TimerView>> {
  const viewer = await viewerOf(db, actor, filter)
  const timers = await timerStore(db).list(viewer, filter, page)
  return { ...timers, items: await toTimerViews(db, viewer, timers.items, includes) }
}

/** Lists the item's timers that the actor may see. */
export async function listLinkedTimers(
  db: Db,
  actor: Actor,
  thing: LinkedItem,
  page: PageRequest,
  includes: TimerIncludes,
): Promise<Page<TimerView>> {
  await requireReadableThing(db, actor, thing)
  const viewer = await visibilityStore(db).viewer(actor.id)
  const timers = await timerStore(db).list(viewer, filterOf(thing), page)
  return { ...timers, items: await toTimerViews(db, viewer, timers.items, includes) }
}

/** Returns the most recently started active timer of the actor, or of a schedule or todo. */
export async function activeTimer(
  db: Db,
  actor: Actor,
  includes: TimerIncludes,
  thing?: LinkedItem,
): Promise<TimerView> {
  if (thing) await requireReadableThing(db, actor, thing)
  const viewer = await visibilityStore(db).viewer(actor.id)
  const filter = thing ? filterOf(thing) : { scope: 'mine' as const }
  const [timer] = await timerStore(db).active(viewer, filter, 1)
  if (!timer) throw notFound(NO_ACTIVE)
  return oneView(db, viewer, timer, includes)
}

/** Lists the active timers of friends, for clients that missed the start notices. */
export const activeTimersOfFriends = async (
  db: Db,
  actor: Actor,
  page: PageRequest,
): Promise<Page<FriendTimer>> =>
  activityStore(db).activeOfFriends(await visibilityStore(db).viewer(actor.id), page)

export async function getTimer(
  db: Db,
  actor: Actor,
  id: string,
  includes: TimerIncludes,
): Promise<TimerView> {
  const timer = await timerStore(db).find(id)
  if (!timer) throw notFound(NO_TIMER)
  await requireReadable(db, actor, 'timer', timer)
  return oneView(db, await visibilityStore(db).viewer(actor.id), timer, includes)
}

export async function updateTimer(
  tx: RequestTx,
  id: string,
  body: TimerPatch,
  includes: TimerIncludes,
): Promise<TimerView> {
  const { actor, now } = tx
  const store = timerStore(tx)
  const timer = await ownTimer(tx, actor, id)
  const viewer = { id: actor.id, email: null }
  const { tag_ids, visibility, ...fields } = body
  if (Object.keys(body).length === 0) return oneView(tx, viewer, timer, includes)
  await requireOwnTags(tx, actor.id, tag_ids ?? [])
  await requireOwnLinks(tx, actor.id, fields)
  await share(tx, actor, 'timer', id, visibility, now)
  await store.update(id, { ...fields, updated_at: now })
  if (tag_ids !== undefined) await store.setTags(id, tag_ids ?? [])
  return oneView(tx, viewer, await store.find(id), includes)
}

export async function removeTimer(tx: RequestTx, id: string): Promise<void> {
  await ownTimer(tx, tx.actor, id)
  await deleteTimers(tx, [id])
}

/** Returns a problem for each timer that the actor must not delete. */
export async function refusedTimers(tx: RequestTx, ids: readonly string[]): Promise<Map<string, Problem>> {
  const timers = new Map((await timerStore(tx).findMany(ids)).map(timer => [timer.id, timer]))
  return problemsOf(ids, id => {
    const timer = timers.get(id)
    if (!timer) throw notFound(NO_TIMER)
    requireOwner(tx.actor, timer)
  })
}

/** Also deletes the sharing settings. */
export async function deleteTimers(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids)) {
    await forgetSharing(tx, 'timer', some)
    await timerStore(tx).remove(some)
  }
}

async function oneView(
  db: Db,
  viewer: Viewer,
  timer: TaggedTimer | undefined,
  includes: TimerIncludes,
): Promise<TimerView> {
  const [view] = timer ? await toTimerViews(db, viewer, [timer], includes) : []
  if (!view) throw notFound(NO_TIMER)
  return view
}

/** Reads the viewer's email address only if other people's timers are requested. */
const viewerOf = (db: Db, actor: Actor, filter: TimerFilter): Promise<Viewer> | Viewer =>
  filter.scope === 'mine' ? { id: actor.id, email: null } : visibilityStore(db).viewer(actor.id)

const filterOf = ({ type, id }: LinkedItem): TimerFilter =>
  type === 'schedule' ? { scope: 'readable', schedule_id: id } : { scope: 'readable', todo_id: id }

async function requireReadableThing(db: Db, actor: Actor, { type, id }: LinkedItem): Promise<void> {
  const thing = type === 'schedule' ? await scheduleStore(db).find(id) : await todoStore(db).find(id)
  if (!thing) throw notFound(type === 'schedule' ? 'Schedule not found.' : 'Todo not found.')
  await requireReadable(db, actor, type, thing)
}
