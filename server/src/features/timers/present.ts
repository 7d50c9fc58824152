import type * as wire from '@daymark/contract/timers/timer'
import type { FriendActivity } from '@daymark/contract/timers/timers'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { presentSchedule, presentTodo } from '../planning/present.ts'
import { presentTags } from '../tags/present.ts'
import { withSharing } from '../visibility/access.ts'
import type { FriendTimer } from './activity/activity-store.ts'
import type { TimerSnapshot } from './change.ts'
import { segmentsOf } from './corrections/segments.ts'
import { elapsedAtEntries, elapsedMs, type History, momentsOf, type Timer } from './timer.ts'
import type { TimerView } from './view.ts'

/** `at` is the time up to which running timers are measured. */
export interface Reading {
  at: number
  zone: Zone
}

export const presentView = (view: TimerView, viewerId: string, reading: Reading): wire.Timer =>
  withSharing(
    {
      ...presentOwn(view.timer, reading),
      schedule: view.schedule && presentSchedule(view.schedule, reading.zone, viewerId),
      todo: view.todo && presentTodo(view.todo, reading.zone, viewerId),
      tags: presentTags(view.tags, reading.zone),
    },
    view.timer,
    viewerId,
    view.sharing,
  )

/** Presents a timer for the owner's sockets, with tags but without the linked schedule and todo. */
export const presentSnapshot = ({ timer, tags, sharing }: TimerSnapshot, reading: Reading): wire.Timer =>
  withSharing(
    {
      ...presentOwn(timer, reading),
      schedule: null,
      todo: null,
      tags: presentTags(tags, reading.zone),
    },
    timer,
    timer.owner_id,
    sharing,
  )

export function presentFriendTimer(timer: FriendTimer, zone: Zone): FriendActivity {
  const { id, owner_id, display_name, title, history, started_at } = timer
  const last = history.at(-1)
  const action = last?.action === 'pause' || last?.action === 'resume' ? last.action : 'start'
  return {
    friend_id: owner_id,
    display_name,
    action,
    timer_id: id,
    ...(title !== null && { timer_title: title }),
    at: zone.format(last?.at ?? started_at),
  }
}

function presentOwn(timer: Timer, { at, zone }: Reading) {
  const moments = momentsOf(timer)
  const elapsed = wholeSeconds(elapsedMs(timer.history, at))
  const moment = (ms: number | null) => (ms === null ? null : zone.format(ms))
  return {
    id: timer.id,
    schedule_id: timer.schedule_id,
    todo_id: timer.todo_id,
    title: timer.title,
    description: timer.description,
    allocated_duration: timer.allocated_duration,
    elapsed_time: elapsed,
    elapsed_seconds: elapsed,
    status: timer.status,
    is_running: timer.status === 'RUNNING',
    started_at: zone.format(timer.started_at),
    segment_started_at: moment(moments.segment_started_at),
    paused_at: moment(moments.paused_at),
    ended_at: moment(moments.ended_at),
    pause_history: presentHistory(timer.history, zone),
    segments: presentSegments(timer.history, zone),
    corrected_at: moment(timer.corrected_at),
    created_at: zone.format(timer.created_at),
    updated_at: zone.format(timer.updated_at),
  }
}

export const presentSegments = (history: History, zone: Zone): wire.TimerSegment[] =>
  segmentsOf(history).map(({ start, end }) => ({
    start: zone.format(start),
    end: end === null ? null : zone.format(end),
  }))

function presentHistory(history: History, zone: Zone): wire.PauseEvent[] {
  const elapsed = elapsedAtEntries(history)
  return history.map(({ action, at }, i) => ({
    action,
    at: zone.format(at),
    ...(action !== 'start' && action !== 'resume' && { elapsed: wholeSeconds(elapsed[i] ?? 0) }),
  }))
}

/** Rounds down, as a clock does. */
const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)
