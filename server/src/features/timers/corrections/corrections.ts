// Each correction is one batch in the change log, so it can be undone.
import type { TimerRecord, TimerSegments, TimerSplit } from '@daymark/contract/timers/corrections'
import type { TimerIncludes } from '@daymark/contract/timers/includes'
import { summary } from '@daymark/contract/validation/validate'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { conflict, type FieldError, invalid, notFound, Problem } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { copySharing, requireOwner } from '../../visibility/access.ts'
import { TIMER_ACTION_NOTICE, type TimerActionNotice } from '../activity/activity.ts'
import { NO_TIMER } from '../control/control.ts'
import { addTimer } from '../control/new-timer.ts'
import { type TaggedTimer, timerStore } from '../store.ts'
import { ACTIVE, type Timer, timeOfPress } from '../timer.ts'
import { type TimerView, toTimerViews } from '../view.ts'
import { isSettled, recordOf, splitTimer, trimFaults, trimTimer, withSegments } from './correction.ts'
import { measuredMs, segmentFaults } from './segments.ts'

const RUNNING = 'The timer is running. Pause or stop it first.'
const ENDED = 'The timer has already ended. Change its segments instead.'

export async function addRecord(
  tx: RequestTx,
  body: TimerRecord,
  includes: TimerIncludes,
): Promise<TimerView> {
  const { segments, allocated_duration, at, ...given } = body
  refuse(segmentFaults(segments, pressed(at, tx.now)))
  const measured = recordOf(segments)
  const planned = allocated_duration ?? measuredMs(segments) / 1000
  const timer = await addTimer(tx, given, { ...measured, allocated_duration: planned })
  return viewOf(tx, timer.id, includes)
}

export async function setSegments(
  tx: RequestTx,
  id: string,
  body: TimerSegments,
  includes: TimerIncludes,
): Promise<TimerView> {
  const { now } = tx
  const timer = await ownTimer(tx, tx.actor, id)
  if (!isSettled(timer)) throw conflict(RUNNING)
  const at = pressed(body.at, now, timer)
  refuse(segmentFaults(body.segments, at))
  await timerStore(tx).correct(withSegments(timer, body.segments, { at, now }))
  return viewOf(tx, id, includes)
}

export async function trim(
  tx: RequestTx,
  id: string,
  end: number,
  includes: TimerIncludes,
): Promise<TimerView> {
  const { now } = tx
  const timer = await ownTimer(tx, tx.actor, id)
  if (!ACTIVE.some(status => status === timer.status)) throw conflict(ENDED)
  refuse(trimFaults(timer, end, now))
  const { owner_id, title } = timer
  const acted: TimerActionNotice = { owner_id, timer_id: id, timer_title: title, action: 'stop', at: now }
  tx.emit({ user_id: owner_id, kind: TIMER_ACTION_NOTICE, body: acted })
  await timerStore(tx).correct(trimTimer(timer, end, now))
  return viewOf(tx, id, includes)
}

export async function split(
  tx: RequestTx,
  id: string,
  body: TimerSplit,
  includes: TimerIncludes,
): Promise<TimerView[]> {
  const { now } = tx
  const { tags, visibility_level, ...timer } = await ownTimer(tx, tx.actor, id)
  if (!isSettled(timer)) throw conflict(RUNNING)
  const parts = splitTimer(timer, body.at, body.id ?? newId(), now)
  if (!parts) throw invalid('at', 'must be inside the measured time of the timer')
  const [first, second] = parts
  const store = timerStore(tx)
  await store.correct(first)
  await store.insert(second)
  await store.setTags(
    second.id,
    tags.map(tag => tag.id),
  )
  if (visibility_level !== null) await copySharing(tx, 'timer', first.id, second.id, now)
  return viewsOf(tx, [first.id, second.id], includes)
}

export async function ownTimer(db: Db, actor: Actor, id: string): Promise<TaggedTimer> {
  const timer = await timerStore(db).find(id)
  if (!timer) throw notFound(NO_TIMER)
  requireOwner(actor, timer)
  return timer
}

async function viewOf(tx: RequestTx, id: string, includes: TimerIncludes): Promise<TimerView> {
  const [view] = await viewsOf(tx, [id], includes)
  if (!view) throw notFound(NO_TIMER)
  return view
}

async function viewsOf(tx: RequestTx, ids: readonly string[], includes: TimerIncludes): Promise<TimerView[]> {
  const { actor } = tx
  const timers: TaggedTimer[] = []
  for (const id of ids) timers.push(await ownTimer(tx, actor, id))
  return toTimerViews(tx, { id: actor.id, email: null }, timers, includes)
}

/**
 * Returns the time at which the person acted. Throws if that time is in the future, too long ago, or before the timer's
 * last event.
 */
function pressed(at: number | null | undefined, now: number, timer?: Timer): number {
  const moment = timeOfPress(at, now, at ? timer?.history.at(-1)?.at : undefined)
  if (typeof moment === 'number') return moment
  throw new Problem('invalid', moment, { errors: [{ path: 'at', message: moment }] })
}

function refuse(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw new Problem('invalid', summary(faults), { errors: faults })
}
