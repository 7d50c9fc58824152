import { CHANGE_KINDS, type ChangeKind } from '@daymark/contract/constants'
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import { changePayload } from '../../../features/history/routes.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { asReply, type SocketStyle, writtenOnce } from './style.ts'

/** `kinds` are the kinds of changes that the session may read. */
export const liveStyle = (kinds: ReadonlySet<ChangeKind>): SocketStyle => ({
  greetsWithTimers: false,
  connected: (userId, now, zone) =>
    JSON.stringify({
      type: 'connected',
      payload: { user_id: userId, server_time: zone.format(now) },
      timestamp: zone.format(now),
    }),
  change: (change, zone, replyTo) => {
    if (!kinds.has(change.kind as ChangeKind)) return undefined
    const isWhole = kinds.size === CHANGE_KINDS.length
    // For a session with limited scopes, a batch ends with the last change that the session may read.
    const ends = isWhole ? change.batch_end : kinds.isDisjointFrom(change.later_kinds)
    const frame = writtenOnce(change, `live ${ends} ${zone.name}`, () => writeChange(change, ends, zone))
    const cause = replyTo ?? change.reply_to
    return cause === null ? frame : asReply(frame, cause)
  },
})

const writeChange = (change: DeliveredChange, batch_end: boolean, zone: Zone): string =>
  JSON.stringify({
    type: 'change',
    payload: changePayload(change, zone, change),
    from_user: change.actor_id ?? change.owner_id,
    seq: change.seq,
    batch_id: change.batch_id,
    batch_end,
    timestamp: zone.format(change.at),
  })
