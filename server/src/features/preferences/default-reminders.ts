// Adds the person's default reminders to a new item if the request does not contain `reminders`.
import type { Reminder } from '@daymark/contract/notifications/reminder'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { preferenceStore } from './store.ts'

export async function withDefaultReminders<T extends { owner_id: string; reminders: string | null }>(
  tx: Tx,
  item: T,
  given: readonly Reminder[] | null | undefined,
): Promise<T> {
  if (given !== undefined) return item
  const reminders = await preferenceStore(tx).defaultReminders(item.owner_id)
  return reminders === null || reminders === '[]' ? item : { ...item, reminders }
}
