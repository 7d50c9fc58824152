// Stores a notification and the jobs that send it, in the transaction of the change that causes it.
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

/** Settings and devices of people, by id. */
export type Recipients = ReadonlyMap<string, Addressed>

export interface Addressed {
  recipient: Recipient
  /** The ids of the person's push subscriptions. */
  devices: readonly string[]
}

/** Reads all people of a transaction with two statements. */
export async function recipientsOf(tx: Tx, ownerIds: readonly string[]): Promise<Recipients> {
  const ids = [...new Set(ownerIds)]
  if (ids.length === 0) return new Map()
  const known = await notificationStore(tx).recipients(ids)
  const devices = await pushStore(tx).idsOf(ids)
  return new Map(
    ids.map(id => [id, { recipient: known.get(id) ?? toRecipient(), devices: devices.get(id) ?? [] }]),
  )
}

/** Stores notifications. The live socket delivers them to the app after the commit. */
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

/** With the app channel off, the notification is silent: the app lists it, but does not announce it. */
export const timeliness = (
  kind: Notification['kind'],
  { settings }: Recipient,
  dueAt: number,
  now: number,
): Pick<Notification, 'late' | 'silent'> => ({
  ...lateness(dueAt, now),
  ...(!isOn(settings, kind, 'app') && { silent: true }),
})

/** Stores a job for each device, and one for email. Each job exists until its delivery has been acknowledged. */
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
    // A digest from before the person chose single emails may still be waiting. Marks the notification as handled in
    // that digest.
    await amend<DigestPayload>(tx, DIGEST_JOB, owner_id, ({ since, done = [] }) => ({
      since,
      done: [...done, sendingOf(notification)],
    }))
  } else await planDigest(tx, owner_id, { since: now - 1 }, now, recipient)
}

/** Quiet hours drop notifications about focus phases, because they are outdated afterward. */
export const isDropped = (kind: Notification['kind'], recipient: Recipient, now: number): boolean =>
  kind === 'focus' && afterQuietHours(recipient, now) > now

/** Throws `Postponed` if a delivery would arrive in quiet hours because of a retry or an outage. */
export function requireNoQuietHours(recipient: Recipient, now: number): void {
  const until = afterQuietHours(recipient, now)
  if (until > now) throw new Postponed(until)
}

/** Returns the next digest time, or the end of the quiet hours if that time is within them. */
function digestTime(recipient: Recipient, now: number): number {
  const { settings, zone } = recipient
  return afterQuietHours(recipient, nextTimeOfDay(settings.digest_time ?? DIGEST_TIME, zone, now))
}

/** Reschedules the waiting deliveries of people who changed their digest time, quiet hours or zone. */
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
  /** The digest contains the notifications that were sent after this time. */
  since: number
  /**
   * The keys (`sendingOf`) of notifications after `since` that a previous digest or a single email has already handled.
   */
  done?: readonly string[]
}

/** Identifies one sending of a notification, because a snooze sends the notification again with the same id. */
export const sendingOf = ({ id, sent_at }: Notification): string => `${id}.${sent_at}`

/** Each person has one digest job, stored with the first notification of the day. */
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
