import type { JobHandler } from '../../platform/jobs/runner.ts'
import { SHARED_NOTICE, type SharedNotice } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { TellReaders } from '../people/users/removal.ts'
import type { Audience } from './audience-store.ts'

/** Sends everyone who shares in a person's items a notice for each of them. */
export const tellReaders =
  (uow: UnitOfWork, clock: Clock, audience: Audience): TellReaders =>
  (owner_id, friends, signal) =>
    audience.ofAll(
      owner_id,
      async page => {
        signal?.throwIfAborted()
        const at = clock.now()
        await uow.write([], async tx => {
          for (const { kind, id, user_ids } of page) {
            const body: SharedNotice = { owner_id, kind, id, at }
            for (const user_id of user_ids) tx.emit({ user_id, kind: SHARED_NOTICE, body })
          }
        })
      },
      friends,
    )

/** Runs after a person was disabled or enabled. */
export const sharedItemsHandler = (tell: TellReaders): JobHandler => ({
  concurrency: 1,
  run: ({ key }, signal) => tell(key, [], signal),
})
