// Stores a new timer with its links, tags and sharing settings. The timer starts now or records past time.
import type { TimerCreate } from '@daymark/contract/timers/timer'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { requireOwnTags } from '../../tags/service.ts'
import { requireSharable, share } from '../../visibility/access.ts'
import { timerStore } from '../store.ts'
import type { Timer } from '../timer.ts'
import { linksOfNew } from './links.ts'

type Given = Omit<TimerCreate, 'allocated_duration' | 'at'>
type Measured = Pick<Timer, 'status' | 'started_at' | 'history' | 'allocated_duration'>

/** Throws before it writes anything, because a rejected command is recorded in the same transaction. */
export async function addTimer(tx: RequestTx, given: Given, measured: Measured): Promise<Timer> {
  const { actor, now } = tx
  const tagIds = given.tag_ids ?? []
  await requireOwnTags(tx, actor.id, tagIds)
  const links = await linksOfNew(tx, actor.id, given)
  await requireSharable(tx, actor, given.visibility)
  const timer: Timer = {
    id: given.id ?? newId(),
    owner_id: actor.id,
    ...links,
    title: given.title ?? null,
    description: given.description ?? null,
    ...measured,
    corrected_at: null,
    version: 0,
    created_at: now,
    updated_at: now,
  }
  const store = timerStore(tx)
  await store.insert(timer)
  await share(tx, actor, 'timer', timer.id, given.visibility, now)
  if (tagIds.length > 0) await store.setTags(timer.id, tagIds)
  return timer
}
