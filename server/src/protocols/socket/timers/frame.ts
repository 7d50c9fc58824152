// Messages to clients as text. A change is written once per zone, however many connections it goes to.
import type { ServerType, serverPayloads } from '@daymark/contract/timer-socket'
import type Type from 'typebox'
import type { Activity } from '../../../features/timers/activity.ts'
import type { TimerChange, TimerSnapshot } from '../../../features/timers/change.ts'
import { presentSnapshot } from '../../../features/timers/present.ts'
import type { Zone } from '../../../platform/kernel/zone.ts'

type Payload<K extends ServerType> = Type.Static<(typeof serverPayloads)[K]>

export interface Envelope {
  /** Milliseconds. */
  timestamp: number
  from_user?: string
  seq?: number
  reply_to?: string | undefined
}

export const writeFrame = <K extends ServerType>(
  zone: Zone,
  type: K,
  payload: Payload<K>,
  { timestamp, ...rest }: Envelope,
): string => JSON.stringify({ type, payload, ...rest, timestamp: zone.format(timestamp) })

/** By the identity of what is told: all connections of a process are handed the same object. */
const written = new WeakMap<object, Map<string, Buffer>>()

function once(subject: object, key: string, write: () => string): Buffer {
  const frames = written.get(subject) ?? new Map<string, Buffer>()
  written.set(subject, frames)
  const frame = frames.get(key) ?? Buffer.from(write())
  frames.set(key, frame)
  return frame
}

export const changeFrame = (change: TimerChange, zone: Zone): Buffer =>
  once(change, zone.name, () => writeChange(change, zone))

function writeChange(change: TimerChange, zone: Zone): string {
  const { action, at, seq, timer_id, owner_id, snapshot } = change
  const envelope = { timestamp: at, from_user: owner_id, seq }
  if (action === 'delete' || snapshot === null)
    return writeFrame(zone, 'timer.deleted', { timer_id }, envelope)
  // As of the change, and not as of the sending: every message of one change shows the same value.
  const timer = presentSnapshot(snapshot, { at, zone })
  return action === 'start'
    ? writeFrame(zone, 'timer.created', { timer, action }, envelope)
    : writeFrame(zone, 'timer.updated', { timer, action }, envelope)
}

/** The same message as an answer. */
export const asReply = (frame: Buffer, replyTo: string): Buffer =>
  Buffer.concat([frame.subarray(0, -1), Buffer.from(`,"reply_to":${JSON.stringify(replyTo)}}`)])

export function activityFrame(activity: Activity, zone: Zone, maySeeTitle: boolean): Buffer {
  const title = maySeeTitle ? activity.timer_title : null
  return once(activity, `${zone.name} ${title !== null}`, () =>
    writeFrame(
      zone,
      'timer.friend_activity',
      {
        friend_id: activity.friend_id,
        display_name: activity.display_name,
        action: activity.action,
        timer_id: activity.timer_id,
        ...(title !== null && { timer_title: title }),
      },
      { timestamp: activity.at, from_user: activity.friend_id },
    ),
  )
}

export const presentTimers = (snapshots: readonly TimerSnapshot[], at: number, zone: Zone) =>
  snapshots.map(snapshot => presentSnapshot(snapshot, { at, zone }))
