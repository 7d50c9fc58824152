// Formats emails about notifications. Pure.
import { layoutMail, type MailText } from '../../../platform/outbound/mail/mail-layout.ts'
import type { Notification, Recipient } from '../notification.ts'
import { headline, pathOf, shownTitle, wordsFor } from './message.ts'

export interface Links {
  /** The address of the web app. */
  app: string
  unsubscribe: string
}

export function mailText(
  notifications: readonly Notification[],
  recipient: Recipient,
  links: Links,
): MailText {
  const words = wordsFor(recipient)
  const [first] = notifications
  const blocks = notifications.map(each => ({
    title: shownTitle(each, recipient),
    lines: [headline(each, recipient)],
    link: { label: words.open, url: `${links.app}${pathOf(each)}` },
  }))
  return layoutMail({
    language: recipient.language,
    subject:
      notifications.length === 1 && first
        ? (blocks[0]?.title ?? words.events[first.event])
        : words.digest(notifications.length),
    blocks,
    footer: [
      { label: words.settings, url: `${links.app}/settings/notifications` },
      { label: words.unsubscribe, url: links.unsubscribe },
    ],
  })
}
