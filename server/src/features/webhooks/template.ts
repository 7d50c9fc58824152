// Request bodies: the Standard Webhooks envelope, or a message in a service's format. Pure.
import type { WebhookTemplate } from '@daymark/contract/webhooks'

export interface WebhookMessage {
  /** Kind and event, such as `todo.created`. */
  type: string
  timestamp: string
  data: object
  /** Null for messages without a title, for example if the webhook sends no content. */
  title: string | null
}

type Render = (message: WebhookMessage) => string

/** Longer titles are cut, because Discord rejects messages of more than 2,000 characters. */
const MAX_TITLE = 500

const RENDERERS: Record<WebhookTemplate, Render> = {
  json: ({ type, timestamp, data }) => JSON.stringify({ type, timestamp, data }),
  ntfy: message => sentenceOf(message),
  gotify: message => JSON.stringify({ title: 'Daymark', message: sentenceOf(message), priority: 5 }),
  slack: message => JSON.stringify({ text: escapeSlack(sentenceOf(message)) }),
  // Disables mentions, so that a title cannot notify a whole Discord server.
  discord: message => JSON.stringify({ content: sentenceOf(message), allowed_mentions: { parse: [] } }),
  matrix: message => JSON.stringify({ text: sentenceOf(message), username: 'Daymark' }),
}

export const renderBody = (template: WebhookTemplate, message: WebhookMessage): string =>
  RENDERERS[template](message)

/**
 * Detects the format, because the template may have changed since the body was rendered. A sentence never begins with
 * a brace.
 */
export const contentTypeOf = (body: string): string =>
  body.startsWith('{') ? 'application/json' : 'text/plain; charset=utf-8'

/** Returns a sentence such as "Todo created: Write report". */
export function sentenceOf({ type, title }: Pick<WebhookMessage, 'type' | 'title'>): string {
  const words = type.replace('.', ' ').replaceAll('_', ' ')
  const sentence = words.charAt(0).toUpperCase() + words.slice(1)
  return title === null ? sentence : `${sentence}: ${Array.from(title).slice(0, MAX_TITLE).join('')}`
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
