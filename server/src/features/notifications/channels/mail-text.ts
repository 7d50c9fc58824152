import { layoutMail, type MailBlock, type MailText } from '../../../platform/outbound/mail/mail-layout.ts'
import type { Notification, Recipient } from '../notification.ts'
import { headline, pathOf, shownTitle, wordsFor } from './message.ts'

const MAX_IN_DIGEST = 100

export interface Links {
  /** The web app's URL. */
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
  const shown = notifications.slice(0, MAX_IN_DIGEST)
  const more = notifications.length - shown.length
  const blocks: MailBlock[] = shown.map(each => ({
    title: shownTitle(each, recipient),
    lines: [headline(each, recipient)],
    link: { label: words.open, url: `${links.app}${pathOf(each)}` },
  }))
  if (more > 0)
    blocks.push({ lines: [words.more(more)], link: { label: words.open, url: `${links.app}/notifications` } })
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
