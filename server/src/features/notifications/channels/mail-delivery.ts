import { finish, payloadOf } from '../../../platform/jobs/enqueue.ts'
import type { ClaimedJob } from '../../../platform/jobs/job.ts'
import type { JobHandler } from '../../../platform/jobs/runner.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Mailer } from '../../../platform/outbound/mail/mailer.ts'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from '../../people/users/store.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { currentOnes } from '../current.ts'
import { isOn, lateness, type Notification } from '../notification.ts'
import { notificationStore } from '../store.ts'
import { type DigestPayload, isDropped, planDigest, requireNoQuietHours, sendingOf } from './dispatch.ts'
import { mailText } from './mail-text.ts'
import type { UnsubscribeLinks } from './unsubscribe.ts'

export interface MailParts {
  uow: UnitOfWork
  clock: Clock
  /** Undefined if email is not configured. */
  mailer: Mailer | undefined
  links: UnsubscribeLinks
  publicUrl(): string
}

/** The maximum number of notifications that one digest considers, including those that it does not send. */
const MAX_READ = 1_000

export const NO_MAIL = 'This server cannot send email, because its operator has not set SMTP_URL.'
const NO_ADDRESS = 'Your account has no email address.'
const NOT_VERIFIED = 'Your email address is not verified, so no email is sent to it. Verify it in Settings.'

/** Returns an error message for permanent failures, undefined on success. Throws if a retry may succeed. */
export async function deliverMail(
  { uow, mailer, links, publicUrl }: MailParts,
  ownerId: string,
  notifications: readonly Notification[],
  id: string,
): Promise<string | undefined> {
  if (!mailer) return NO_MAIL
  const { user, recipient } = await uow.read(async db => ({
    user: await userStore(db).find(ownerId),
    recipient: await notificationStore(db).recipient(ownerId),
  }))
  if (!user?.email) return NO_ADDRESS
  // An unverified address may belong to someone else.
  if (!user.email_verified) return NOT_VERIFIED
  const app = publicUrl()
  const unsubscribe = `${app}/mail/unsubscribe?token=${await links.token(ownerId)}`
  await mailer.send({
    to: user.email,
    id,
    unsubscribe,
    ...mailText(notifications, recipient, { app, unsubscribe }),
  })
  return undefined
}

export const mailHandler = (parts: MailParts): JobHandler => ({
  concurrency: 4,
  delivers: true,
  retries: { attempts: 8, first_ms: 30_000 },
  async run({ key }: ClaimedJob) {
    const { notification, recipient } = await parts.uow.read(async db => {
      const found = await notificationStore(db).find(key)
      const [current] = found ? await wanted(db, found.owner_id, [found]) : []
      return {
        notification: current,
        recipient: found && (await notificationStore(db).recipient(found.owner_id)),
      }
    })
    const now = parts.clock.now()
    if (notification && recipient && !isDropped(notification.kind, recipient, now)) {
      requireNoQuietHours(recipient, now)
      await deliverMail(parts, notification.owner_id, [notification], sendingOf(notification))
    }
  },
})

/**
 * Omits notifications that are read, too late or outdated, and kinds that are no longer emailed. Returns nothing for
 * disabled people.
 */
async function wanted(
  db: Db,
  ownerId: string,
  notifications: readonly Notification[],
): Promise<readonly Notification[]> {
  if (await userStore(db).isDisabled(ownerId)) return []
  const { settings } = await notificationStore(db).recipient(ownerId)
  const unread = notifications.filter(({ read, kind, silent, late, due_at, sent_at }) => {
    if (read || !isOn(settings, kind, 'email')) return false
    // A silent notification is still emailed if it is silent only because the app channel is off, or if it was due long
    // ago but its snooze ended on time.
    return !(silent && late && lateness(due_at, sent_at).silent)
  })
  return currentOnes(db, unread)
}

/**
 * Sends the unread notifications since the last digest in one email. Those that arrive during the send go into the next
 * email.
 */
export const digestHandler = (parts: MailParts): JobHandler => ({
  finishes: true,
  concurrency: 4,
  delivers: true,
  retries: { attempts: 8, first_ms: 30_000 },
  async run(job: ClaimedJob) {
    const ownerId = job.key
    const recipient = await parts.uow.read(db => notificationStore(db).recipient(ownerId))
    requireNoQuietHours(recipient, parts.clock.now())
    const { id, read, unread } = await parts.uow.write([ownerId], async tx => {
      const { since, done = [] } = await payloadOf<DigestPayload>(tx, job)
      const sent = await notificationStore(tx).sentBetween(ownerId, since, parts.clock.now(), MAX_READ)
      const fresh = sent.filter(each => !done.includes(sendingOf(each)))
      // A retry needs the same id, so the id excludes the due time, which quiet hours change.
      const id = `digest.${ownerId}.${since}`
      return { id, read: sent.map(sendingOf), unread: await wanted(tx, ownerId, fresh) }
    })
    if (unread.length > 0) await deliverMail(parts, ownerId, unread, id)
    await parts.uow.write([ownerId], async tx => {
      // Single emails may have handled some notifications in the meantime.
      const { since, done = [] } = await payloadOf<DigestPayload>(tx, job)
      await finish(tx, job)
      const now = parts.clock.now()
      // Reads the period again, because a slow transaction may have added an earlier notification in the meantime.
      const sent = await notificationStore(tx).sentBetween(ownerId, since, now, 2 * MAX_READ)
      const handled = new Set([...read, ...done])
      const missed = sent.find(each => !handled.has(sendingOf(each)))
      if (!missed) return
      for (const each of sent) if (each.sent_at < missed.sent_at) handled.delete(sendingOf(each))
      await planDigest(tx, ownerId, { since: missed.sent_at - 1, done: [...handled] }, now)
    })
  },
})

/** Turns off emails for the token's owner. Returns false if the token is invalid. */
export async function unsubscribe({ uow, clock, links }: MailParts, token: string): Promise<boolean> {
  const userId = await links.userOf(token)
  if (userId === undefined) return false
  await uow.write([userId], async tx => {
    const store = preferenceStore(tx)
    const settings = (await store.find(userId))?.notifications
    if (settings && settings.email !== 'off')
      await store.update(userId, { notifications: { ...settings, email: 'off' } }, clock.now())
  })
  return true
}
