// Formats emails about notifications, as text and HTML without remote content. Pure.
import type { Notification, Recipient } from '../notification.ts'
import { headline, pathOf, shownTitle, wordsFor } from './message.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

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
  const items = notifications.map(each => ({
    title: shownTitle(each, recipient),
    line: headline(each, recipient),
    url: `${links.app}${pathOf(each)}`,
  }))
  const subject =
    notifications.length === 1 && first
      ? (items[0]?.title ?? words.events[first.event])
      : words.digest(notifications.length)
  const settings = `${links.app}/settings/notifications`
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: [
      ...items.map(({ title, line, url }) => [title, line, url].filter(Boolean).join('\n')),
      `--\n${words.settings}: ${settings}\n${words.unsubscribe}: ${links.unsubscribe}`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="${recipient.language}"><body style="font-family:sans-serif;line-height:1.5">${items
      .map(
        ({ title, line, url }) =>
          `<p>${title === undefined ? '' : `<strong>${escaped(title)}</strong><br>`}${escaped(line)}<br><a href="${escaped(url)}">${words.open}</a></p>`,
      )
      .join(
        '',
      )}<hr><p style="font-size:smaller"><a href="${escaped(settings)}">${words.settings}</a> · <a href="${escaped(links.unsubscribe)}">${words.unsubscribe}</a></p></body></html>`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
