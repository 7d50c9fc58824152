// Notifies people who can see an item, or could see it until now, that someone else changed it. The notices contain no
// content.
import type { Audience } from '../../../features/history/audience-store.ts'
import { type Notice, SHARED_NOTICE, type SharedNotice } from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import { writtenOnce } from './style.ts'

/** Publishes the notices about one batch of changes. Calls `publish` once per item, with one notice per person. */
export type SharedChanges = (
  ownerId: string,
  batch: { batch_id: string },
  publish: (notices: readonly Notice[]) => void,
) => Promise<void>

export const sharedChanges =
  (audience: Audience, clock: Clock): SharedChanges =>
  async (ownerId, { batch_id }, publish) => {
    const at = clock.now()
    await audience.each(ownerId, batch_id, ({ kind, id, user_ids }) => {
      const body: SharedNotice = { owner_id: ownerId, kind, id, at }
      publish(user_ids.map(user_id => ({ user_id, kind: SHARED_NOTICE, body })))
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
