// Disables and enables people. Others no longer see what a disabled person shares, until the person is enabled again.
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { accessEnded } from '../../../platform/sign-in/access-notice.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from './store.ts'

/** Tells everyone with whom this person shares items that these items have appeared or disappeared. */
export const SHARED_ITEMS_JOB = 'shared_items'

export async function setDisabled(tx: Tx, id: string, disabled: boolean, now: number): Promise<void> {
  await userStore(tx).setDisabled(id, disabled ? now : null)
  await enqueue(tx, { kind: SHARED_ITEMS_JOB, key: id, run_at: now }, now)
  if (disabled) tx.emit(accessEnded(id))
}
