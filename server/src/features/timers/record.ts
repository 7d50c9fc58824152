// Records a change of a timer in the feed, inside the transaction that makes it, and tells of it after the commit.
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { sharingOf } from '../visibility/access.ts'
import type { OnShared } from '../visibility/service.ts'
import { CHANGE_NOTICE, type ChangeAction, settingsOf, type TimerChange } from './change.ts'
import { feedStore } from './feed-store.ts'
import { type TaggedTimer, timerStore } from './store.ts'
import type { Timer } from './timer.ts'

/** `timer` is what it is after the change; `tags` and level are read along with it. */
export async function recordChange(
  tx: Tx,
  { tags, visibility_level, ...timer }: TaggedTimer,
  action: Exclude<ChangeAction, 'delete'>,
  at: number,
): Promise<TimerChange> {
  const sharing = visibility_level === null ? null : await sharingOf(tx, 'timer', timer.id)
  const feed = feedStore(tx)
  const change: TimerChange = {
    owner_id: timer.owner_id,
    seq: await feed.nextSeq(timer.owner_id),
    at,
    action,
    timer_id: timer.id,
    snapshot: { timer, tags, sharing: sharing && settingsOf(sharing) },
  }
  await feed.append(change)
  tx.emit({ user_id: change.owner_id, kind: CHANGE_NOTICE, body: change })
  return change
}

export async function recordDeletion(tx: Tx, timer: Timer, at: number): Promise<void> {
  const feed = feedStore(tx)
  const change: TimerChange = {
    owner_id: timer.owner_id,
    seq: await feed.nextSeq(timer.owner_id),
    at,
    action: 'delete',
    timer_id: timer.id,
    snapshot: null,
  }
  await feed.append(change, timer.history)
  tx.emit({ user_id: change.owner_id, kind: CHANGE_NOTICE, body: change })
}

/** After a change of its fields, tags or sharing: the timer as it stands now. */
export async function recordAsItStands(
  tx: Tx,
  timerId: string,
  action: Exclude<ChangeAction, 'delete'>,
  at: number,
): Promise<TimerChange> {
  const timer = await timerStore(tx).find(timerId)
  if (!timer) throw new Error('The timer vanished inside its own transaction.')
  return recordChange(tx, timer, action, at)
}

/** How a timer is shared is a part of it, wherever that was changed. */
export const recordSharing: OnShared = async (tx, type, id, at) => {
  if (type === 'timer') await recordAsItStands(tx, id, 'sync', at)
}
