// Sends due reminders and plans the next ones in one transaction.
import { enqueue, finishAll } from '../../../platform/jobs/enqueue.ts'
import type { ClaimedJob } from '../../../platform/jobs/job.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { notifyAll } from '../channels/dispatch.ts'
import type { NewNotification } from '../notification.ts'
import { firingsIn, nextFiring } from './firing.ts'
import { type ItemKind, itemStore, type StoredItem } from './item-store.ts'
import { REMINDER_JOB } from './plan.ts'

/** After an outage, a series sends only its latest reminders, up to this many. */
const MAX_OF_ITEM = 20

export function reminderHandler({ uow, clock }: { uow: UnitOfWork; clock: Clock }): JobHandler {
  const runMany = (jobs: readonly ClaimedJob[]) =>
    uow.write([...new Set(jobs.flatMap(({ owner_id }) => owner_id ?? []))], async tx => {
      await finishAll(tx, jobs)
      const items = await itemsOf(tx, jobs)
      const now = clock.now()
      const due = jobs.flatMap(job => {
        const item = items.get(job.key)
        return item ? [{ job, item }] : []
      })
      await notifyAll(
        tx,
        due.flatMap(({ job, item }) => notificationsOf(job, item, now)),
        now,
      )
      for (const { job, item } of due) await planNext(tx, job, item, now)
    })
  return {
    finishes: true,
    concurrency: 400,
    retries: { attempts: Number.POSITIVE_INFINITY, first_ms: 1_000, most_ms: 60_000 },
    run: job => runMany([job]),
    runMany,
  }
}

async function itemsOf(tx: Tx, jobs: readonly ClaimedJob[]): Promise<Map<string, StoredItem>> {
  const found = new Map<string, StoredItem>()
  for (const kind of ['todo', 'schedule'] as const) {
    const ids = jobs.flatMap(({ key }) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []))
    for (const item of await itemStore(tx).find(kind, ids)) found.set(`${kind}:${item.id}`, item)
  }
  return found
}

function notificationsOf(job: ClaimedJob, item: StoredItem, now: number): NewNotification[] {
  const { kind, id, owner_id, zone } = item
  const firings = firingsIn(item, zone, job.run_at - 1, now).slice(-MAX_OF_ITEM)
  return firings.map(({ due_at, target: { at, is_date, instance_start, title } }) => ({
    owner_id,
    kind: 'reminder',
    event: EVENTS[kind],
    title: title ?? item.title,
    resource_kind: kind,
    resource_id: id,
    instance_start,
    at,
    is_date,
    due_at,
  }))
}

async function planNext(tx: Tx, job: ClaimedJob, item: StoredItem, now: number): Promise<void> {
  const next = nextFiring(item, item.zone, now)
  if (next === null) return
  await enqueue(tx, { kind: REMINDER_JOB, key: job.key, run_at: next, owner_id: item.owner_id }, now)
}

const EVENTS = { todo: 'todo_due', schedule: 'schedule_start' } as const satisfies Record<ItemKind, string>
