// Creates notices for people who can see an item that someone else changed. The notices contain no content.
import type { Audience } from '../../../features/history/audience-store.ts'
import type { Notice } from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { writtenOnce } from './style.ts'

export const SHARED_NOTICE = 'shared.changed'

export interface SharedNotice {
  owner_id: string
  kind: string
  id: string
  at: number
}

/** Returns the notices of one batch: one per person and changed item. */
export type SharedChanges = (ownerId: string, batch: { batch_id: string }) => Promise<Notice[]>

export const sharedChanges =
  (audience: Audience, clock: Clock): SharedChanges =>
  async (ownerId, { batch_id }) => {
    const at = clock.now()
    return (await audience.of(ownerId, batch_id)).flatMap(({ kind, id, user_ids }) => {
      const body: SharedNotice = { owner_id: ownerId, kind, id, at }
      return user_ids.map(user_id => ({ user_id, kind: SHARED_NOTICE, body }))
    })
  }

export const sharedFrame = (notice: SharedNotice, zone: Zone): Buffer =>
  writtenOnce(notice, zone.name, () => {
    const { owner_id, kind, id, at } = notice
    return JSON.stringify({
      type: 'shared.changed',
      payload: { owner_id, kind, id },
      from_user: owner_id,
      timestamp: zone.format(at),
    })
  })
