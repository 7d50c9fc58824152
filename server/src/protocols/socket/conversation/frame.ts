// Serializes messages to clients, with times in the client's time zone.
import type { ServerType, serverPayloads } from '@daymark/contract/sockets/timer-socket'
import type Type from 'typebox'
import type { Activity } from '../../../features/timers/activity/activity.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { writtenOnce } from './style.ts'

export type Payload<K extends ServerType> = Type.Static<(typeof serverPayloads)[K]>

export interface Envelope {
  /** In milliseconds since the epoch. */
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

interface Synced {
  seq: number
  /** The position that the client asked for. */
  since: number | undefined
  resync: boolean
}

export const syncedFrame = (zone: Zone, now: number, { seq, since, resync }: Synced): string =>
  JSON.stringify({
    type: 'synced',
    // A `since` that is no number asked for nothing that could be repeated.
    payload: { seq, ...(Number.isFinite(since) && { since }), ...(resync && { resync }) },
    seq,
    timestamp: zone.format(now),
  })

export function activityFrame(activity: Activity, zone: Zone, maySeeTitle: boolean): Buffer {
  const title = maySeeTitle ? activity.timer_title : null
  return writtenOnce(activity, `${zone.name} ${title !== null}`, () =>
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
