// Stores notifications and their delivery jobs in the caller's transaction.
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import { amend, enqueue, reschedule, rescheduleOf } from '../../../platform/jobs/enqueue.ts'
import { Postponed } from '../../../platform/jobs/job.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import {
  afterQuietHours,
  isOn,
  lateness,
  type NewNotification,
  type Notification,
  nextTimeOfDay,
  type Recipient,
} from '../notification.ts'
import { notificationStore, toRecipient } from '../store.ts'
import { pushStore } from './push-store.ts'

export const PUSH_JOB = 'push'
export const MAIL_JOB = 'mail'
export const DIGEST_JOB = 'mail_digest'
const DIGEST_TIME = '08:00'

/** Keyed by user id. */
export type Recipients = ReadonlyMap<string, Addressed>

export interface Addressed {
  recipient: Recipient
  /** Push subscription ids. */
  devices: readonly string[]
}

/** Takes two statements, regardless of the number of people. */
export async function recipientsOf(tx: Tx, ownerIds: readonly string[]): Promise<Recipients> {
  const ids = [...new Set(ownerIds)]
  if (ids.length === 0) return new Map()
  const known = await notificationStore(tx).recipients(ids)
  const devices = await pushStore(tx).idsOf(ids)
  return new Map(
    ids.map(id => [id, { recipient: known.get(id) ?? toRecipient(), devices: devices.get(id) ?? [] }]),
  )
}

/**
 * Stores notifications, and plans the delivery of those that are not too late. The live socket delivers all of them to
 * the app after the commit.
 */
export async function notifyAll(tx: Tx, all: readonly NewNotification[], now: number): Promise<void> {
  const known = await recipientsOf(
    tx,
    all.map(({ owner_id }) => owner_id),
  )
  const made = all.flatMap(given => {
    const addressed = known.get(given.owner_id)
    return addressed ? [{ addressed, notification: notificationOf(given, addressed, now) }] : []
  })
  await notificationStore(tx).insertMany(made.map(({ notification }) => notification))
  for (const { addressed, notification } of made)
    if (!lateness(notification.due_at, now).silent) await send(tx, notification, addressed, now)
}

export const notify = (tx: Tx, given: NewNotification, now: number): Promise<void> =>
  notifyAll(tx, [given], now)

const notificationOf = (given: NewNotification, { recipient }: Addressed, now: number): Notification => ({
  planned_end: null,
  last_sign: null,
  ...given,
  id: newId(),
  sent_at: now,
  ...timeliness(given.kind, recipient, given.due_at, now),
  read: false,
  snoozed_until: null,
  version: 0,
  created_at: now,
  updated_at: now,
})

/** If the app channel is off, the notification is silent: the app lists it without announcing it. */
export const timeliness = (
  kind: Notification['kind'],
  { settings }: Recipient,
  dueAt: number,
  now: number,
): Pick<Notification, 'late' | 'silent'> => ({
  ...lateness(dueAt, now),
  ...(!isOn(settings, kind, 'app') && { silent: true }),
})

/** Enqueues a push job per device, and a job for a single email or the digest, as the person's settings require. */
export async function send(
  tx: Tx,
  notification: Notification,
  { recipient, devices }: Addressed,
  now: number,
): Promise<void> {
  const { id, kind, owner_id } = notification
  const { settings } = recipient
  if (isDropped(kind, recipient, now)) return
  const run_at = afterQuietHours(recipient, now)
  if (isOn(settings, kind, 'push')) {
    for (const subscription of devices) {
      const key = `${id}:${subscription}`
      await enqueue(tx, { kind: PUSH_JOB, key, run_at, owner_id }, now)
    }
  }
  if (!isOn(settings, kind, 'email')) return
  if (settings.email === 'single') {
    await enqueue(tx, { kind: MAIL_JOB, key: id, run_at, owner_id }, now)
    // A digest job may be left from before the person chose single emails. It must skip this notification.
    await amend<DigestPayload>(tx, DIGEST_JOB, owner_id, ({ since, done = [] }) => ({
      since,
      done: [...done, sendingOf(notification)],
    }))
  } else await planDigest(tx, owner_id, { since: now - 1 }, now, recipient)
}

/** Focus notifications are dropped during quiet hours, because they would be outdated afterward. */
export const isDropped = (kind: Notification['kind'], recipient: Recipient, now: number): boolean =>
  kind === 'focus' && afterQuietHours(recipient, now) > now

/** Throws `Postponed` during quiet hours, because retries and outages can delay a delivery into them. */
export function requireNoQuietHours(recipient: Recipient, now: number): void {
  const until = afterQuietHours(recipient, now)
  if (until > now) throw new Postponed(until)
}

/** Returns the next digest time, or the end of the quiet hours that contain this time. */
function digestTime(recipient: Recipient, now: number): number {
  const { settings, zone } = recipient
  return afterQuietHours(recipient, nextTimeOfDay(settings.digest_time ?? DIGEST_TIME, zone, now))
}

/** Reschedules pending deliveries after a change of notification settings or time zone. */
export async function moveDeliveries(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  for (const { table, key, changed } of rows) {
    if (table !== 'preferences' || !changed.some(name => name === 'notifications' || name === 'timezone'))
      continue
    const owner = String(key['owner_id'])
    const recipient = await notificationStore(tx).recipient(owner)
    await reschedule(tx, DIGEST_JOB, owner, digestTime(recipient, now))
    await rescheduleOf(tx, owner, [PUSH_JOB, MAIL_JOB], afterQuietHours(recipient, now))
  }
}

export interface DigestPayload {
  /** The digest covers notifications sent after this time. */
  since: number
  /** Keys (from `sendingOf`) of notifications after `since` that an earlier digest or a single email has handled. */
  done?: readonly string[]
}

/**
 * Returns a key for one sending. A snooze sends a notification again with the same id, so the key contains the send
 * time.
 */
export const sendingOf = ({ id, sent_at }: Notification): string => `${id}.${sent_at}`

/** Plans the digest. Each person has at most one digest job, so a new notification keeps an existing job. */
export async function planDigest(
  tx: Tx,
  owner_id: string,
  payload: DigestPayload,
  now: number,
  known?: Recipient,
): Promise<void> {
  const run_at = digestTime(known ?? (await notificationStore(tx).recipient(owner_id)), now)
  await enqueue(tx, { kind: DIGEST_JOB, key: owner_id, run_at, owner_id, payload, keep: true }, now)
}
