import type { notificationRoutes } from '@daymark/contract/notifications/notifications'
import type { NetRow } from '../../platform/changes/recording/net-rows.ts'
import type { Jobs } from '../../platform/jobs/open.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Mailer } from '../../platform/outbound/mail/mailer.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { pushSender } from '../../platform/outbound/push/send-push.ts'
import { contactOf, openVapid, type Vapid } from '../../platform/outbound/push/vapid.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { channelTester } from './channels/channel-test.ts'
import { DIGEST_JOB, MAIL_JOB, moveDeliveries, PUSH_JOB } from './channels/dispatch.ts'
import { digestHandler, mailHandler, unsubscribe } from './channels/mail-delivery.ts'
import { pushHandler } from './channels/push-delivery.ts'
import { pushService } from './channels/push-service.ts'
import { unsubscribeLinks } from './channels/unsubscribe.ts'
import { forgottenTimers } from './forgotten/look.ts'
import { openPresence, type Presence } from './forgotten/presence.ts'
import { MEETING_JOB, meetingHandler, planMeetingEvents } from './meeting-events.ts'
import { reminderHandler } from './reminders/fire.ts'
import { planReminders, REMINDER_JOB } from './reminders/plan.ts'
import { notificationHandlers } from './routes.ts'
import { pruneNotifications } from './service.ts'
import { planSettlings, SETTLE_JOB, settleHandler } from './settle.ts'
import { SNOOZE_JOB, snoozeHandler } from './snooze.ts'

export interface NotificationParts {
  uow: UnitOfWork
  clock: Clock
  jobs: Jobs
  settings: { MAIL_FROM?: string | undefined }
  outbound: Outbound
  /** Undefined if email is not configured. */
  mailer: Mailer | undefined
  publicUrl(): string
}

export interface OpenNotifications {
  handlers: Handlers<typeof notificationRoutes>
  presence: Presence
  /** Loads the VAPID keys, and creates them when the server starts for the first time. */
  start(): Promise<void>
  /** Turns off emails for the token's owner. Returns false if the token is invalid. */
  unsubscribe(token: string): Promise<boolean>
}

/** Runs in the transaction that changes the rows. */
export async function planFromChanges(tx: Tx, rows: readonly NetRow[], now: number): Promise<void> {
  await planReminders(tx, rows, now)
  await planMeetingEvents(tx, rows, now)
  await planSettlings(tx, rows, now)
  await moveDeliveries(tx, rows, now)
}

export const FORGOTTEN_JOB = 'forgotten_timers'
const DAILY = { every_ms: 86_400_000 }

export function openNotifications(parts: NotificationParts): OpenNotifications {
  const { uow, clock, jobs, settings, mailer, outbound, publicUrl } = parts
  const from = settings.MAIL_FROM ?? ''
  let opened: Promise<Vapid> | undefined
  const vapid = () => {
    opened ??= openVapid(uow, () => contactOf(publicUrl(), from)).catch(error => {
      // Forgets the failed attempt, so that the next call retries.
      opened = undefined
      throw error
    })
    return opened
  }
  const pushParts = { uow, clock, sendPush: pushSender(outbound.fetch, vapid, () => clock.now()) }
  const mailParts = {
    uow,
    clock,
    mailer,
    links: unsubscribeLinks(uow),
    publicUrl,
  }
  const presence = openPresence({ uow, clock })
  jobs.handle(REMINDER_JOB, reminderHandler({ uow, clock }))
  jobs.handle(MEETING_JOB, meetingHandler({ uow, clock }))
  jobs.handle(SNOOZE_JOB, snoozeHandler({ uow, clock }))
  jobs.handle(SETTLE_JOB, settleHandler({ uow, clock }))
  jobs.handle(PUSH_JOB, pushHandler(pushParts))
  jobs.handle(MAIL_JOB, mailHandler(mailParts))
  jobs.handle(DIGEST_JOB, digestHandler(mailParts))
  jobs.periodic(FORGOTTEN_JOB, { every_ms: 60_000 }, forgottenTimers({ uow, clock, presence }))
  jobs.periodic('notification_retention', DAILY, () => pruneNotifications(uow, clock.now()))
  return {
    handlers: notificationHandlers(
      pushService({ uow, vapid, checkUrl: url => void outbound.check(url) }),
      channelTester({ ...pushParts, ...mailParts }),
    ),
    presence,
    start: async () => void (await vapid()),
    unsubscribe: token => unsubscribe(mailParts, token),
  }
}
