import type * as wire from '@daymark/contract/timers/timer'
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import { type TimerChangeAction, timerActionOf } from '../../../features/timers/change.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { writeFrame } from './frame.ts'
import { asReply, type SocketStyle, writtenOnce } from './style.ts'

export const timerStyle: SocketStyle = {
  greetsWithTimers: true,
  connected: (userId, now, zone) =>
    writeFrame(
      zone,
      'connected',
      { user_id: userId, message: 'Connected to the timers.' },
      { timestamp: now },
    ),
  change: (change, zone, replyTo) => {
    if (change.kind !== 'timer') return undefined
    const frame = writtenOnce(change, `timer ${zone.name}`, () => writeChange(change, zone))
    return replyTo === undefined ? frame : asReply(frame, replyTo)
  },
}

function writeChange(change: DeliveredChange, zone: Zone): string {
  const envelope = { timestamp: change.at, from_user: change.owner_id, seq: change.seq }
  if (!change.present) return writeFrame(zone, 'timer.deleted', { timer_id: change.id }, envelope)
  // Presents the timer as of the change, not as of sending, so that all messages about one change are equal.
  const timer = change.present(zone, change) as wire.Timer
  const action: TimerChangeAction = timerActionOf(change)
  return action === 'start'
    ? writeFrame(zone, 'timer.created', { timer, action }, envelope)
    : writeFrame(zone, 'timer.updated', { timer, action }, envelope)
}
