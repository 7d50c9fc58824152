// Plans the next reminder of each changed item, in the transaction that changes it.
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import { cancel, cancelAll, enqueue, overdueSince } from '../../../platform/jobs/enqueue.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { nextFiring, skippedBy } from './firing.ts'
import { type ItemKind, itemStore, type StoredItem } from './item-store.ts'

export const REMINDER_JOB = 'reminder'

export const reminderKey = (kind: ItemKind, id: string): string => `${kind}:${id}`

/** Columns that affect when reminders are due. */
const RELEVANT: Record<ItemKind, ReadonlySet<string>> = {
  todo: new Set(['reminders', 'deadline', 'deadline_date', 'status', 'timezone']),
  schedule: new Set([
    'reminders',
    'start_time',
    'all_day',
    'timezone',
    'recurrence_rule',
    'recurrence_end',
    'state',
  ]),
}
const KIND_OF: Record<string, ItemKind | undefined> = { todos: 'todo', schedules: 'schedule' }

export async function planReminders(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  const changed: Record<ItemKind, Set<string>> = { todo: new Set(), schedule: new Set() }
  for (const row of rows) {
    const kind = KIND_OF[row.table]
    if (kind && mayChange(kind, row)) changed[kind].add(String(row.key['id']))
    if (row.table === 'schedule_exceptions') {
      for (const image of [row.key, row.before, row.after])
        if (image?.['series_id'] !== undefined) changed.schedule.add(String(image['series_id']))
    }
  }
  for (const kind of ['todo', 'schedule'] as const) {
    const ids = [...changed[kind]]
    if (ids.length === 0) continue
    const items = await itemStore(tx).find(kind, ids)
    const reminded = new Set(items.map(({ id }) => id))
    const without = ids.filter(id => !reminded.has(id)).map(id => reminderKey(kind, id))
    await cancelAll(tx, REMINDER_JOB, without)
    for (const item of items) await plan(tx, item, now)
  }
  for (const { table, key, before, changed: names } of rows) {
    if (table !== 'preferences' || !names.includes('timezone')) continue
    const old = before?.['timezone']
    for (const item of await itemStore(tx).ofOwner(String(key['owner_id']))) {
      const skipped = typeof old === 'string' ? skippedBy(item, old, item.zone, now) : undefined
      await plan(tx, item, now, skipped)
    }
  }
}

/** New or deleted items only matter if they have reminders. */
function mayChange(kind: ItemKind, { before, after, changed }: NetRow): boolean {
  if (before === null) return (after?.['reminders'] ?? null) !== null
  if (after === null) return (before['reminders'] ?? null) !== null
  return changed.some(name => RELEVANT[kind].has(name))
}

async function plan(tx: Tx, item: StoredItem, now: number, skipped?: number): Promise<void> {
  const key = reminderKey(item.kind, item.id)
  // Changing an item or the zone must not drop a reminder that is due but not yet sent.
  const since = (await overdueSince(tx, REMINDER_JOB, key, now)) ?? skipped
  const next = nextFiring(item, item.zone, since === undefined ? now : since - 1)
  if (next === null) return cancel(tx, REMINDER_JOB, key)
  await enqueue(tx, { kind: REMINDER_JOB, key, run_at: next, owner_id: item.owner_id }, now)
}
