// Counts each item's notifications, and the reminders that are due but not sent.
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'

export async function remindersSent(
  storage: Pick<Storage, 'read'>,
): Promise<{ counts: Map<string, number>; waiting: number }> {
  return storage.read(async ({ sql: db }) => {
    const sent = await db.selectFrom('notifications').select('resource_id').execute()
    const waiting = await db
      .selectFrom('jobs')
      .select('key')
      .where('kind', '=', 'reminder')
      .where('run_at', '<=', Date.now())
      .execute()
    const byItem = Map.groupBy(sent, ({ resource_id }) => resource_id ?? '')
    return {
      counts: new Map([...byItem].map(([id, rows]) => [id, rows.length])),
      waiting: waiting.length,
    }
  })
}
