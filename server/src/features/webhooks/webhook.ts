import type { ChangeKind } from '@daymark/contract/changes'
import type { DeliveryStatus, WebhookDetail, WebhookEvent, WebhookTemplate } from '@daymark/contract/webhooks'

export interface Webhook {
  id: string
  owner_id: string
  url: string
  /** Null means all kinds. */
  kinds: readonly ChangeKind[] | null
  events: readonly WebhookEvent[]
  detail: WebhookDetail
  template: WebhookTemplate
  active: boolean
  secret: string
  /**
   * Earlier secrets that also sign requests, newest first, separated by spaces. A secret may be followed by a colon and
   * the time until which it signs. A secret without a time signs until `old_secret_until`.
   */
  old_secret: string | null
  old_secret_until: number | null
  /** The position in the owner's change log up to which deliveries have been queued. */
  seq: number
  failing_since: number | null
  /** Nothing is sent until this time, because the last attempt got no response. */
  paused_until: number | null
  disabled_at: number | null
  disabled_reason: 'gone' | 'failing' | null
  /** True if the URL was stored before ports were restricted. */
  any_port: boolean
  created_at: number
  updated_at: number
}

export interface Delivery {
  id: string
  webhook_id: string
  owner_id: string
  /** Null for a test. */
  seq: number | null
  type: string
  kind: string
  resource_id: string
  /** Null after the content was erased. */
  body: string | null
  status: DeliveryStatus
  attempts: number
  created_at: number
  last_attempt_at: number | null
  next_attempt_at: number | null
  duration_ms: number | null
  response_status: number | null
  response_excerpt: string | null
  error: string | null
}

/** The outcome of one attempt. `status` is null if there was no response. */
export interface Answer {
  status: number | null
  excerpt: string | null
  error: string | null
  duration_ms: number
}

export type Outcome = 'delivered' | 'gone' | 'failed'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000] as const

/** Delay after the first attempt, after the second, and so on. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const JITTER = 0.1
export const DISABLED_AFTER_MS = 72 * HOUR
const OLD_SECRET_MS = 24 * HOUR
/** Limits the length of the signature header, which contains one signature per secret. */
const MAX_OLD_SECRETS = 3
export const DELIVERY_LOG_MS = 30 * 24 * HOUR
export const MAX_WEBHOOKS = 20

export const outcomeOf = ({ status }: Answer): Outcome => {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
}

type Secrets = Pick<Webhook, 'secret' | 'old_secret' | 'old_secret_until'>

/** Returns the secrets that sign a request now, newest first. */
export const secretsOf = (webhook: Secrets, now: number): string[] => [
  webhook.secret,
  ...oldSecrets(webhook, now).map(({ secret }) => secret),
]

/**
 * Replaces the secret. Earlier secrets keep their expiry. Only a fourth rotation within 24 hours ends the oldest one
 * early.
 */
export const rotated = (before: Secrets, secret: string, now: number): Secrets => ({
  secret,
  old_secret: [before.secret, ...oldSecrets(before, now).map(old => `${old.secret}:${old.until}`)]
    .slice(0, MAX_OLD_SECRETS)
    .join(' '),
  old_secret_until: now + OLD_SECRET_MS,
})

function oldSecrets(
  { old_secret, old_secret_until }: Secrets,
  now: number,
): { secret: string; until: number }[] {
  const all = old_secret?.split(' ') ?? []
  return all
    .map(entry => {
      const [secret = '', until = old_secret_until] = entry.split(':')
      return { secret, until: Number(until) }
    })
    .filter(({ until }) => until > now)
}

/** Returns when to retry after this many attempts, or null after the last one. `random` is from 0 to 1. */
export function nextAttempt(attempts: number, now: number, random: number): number | null {
  const delay = RETRY_DELAYS[attempts - 1]
  return delay === undefined ? null : Math.round(now + delay * (1 + JITTER * random))
}

export const wants = (
  { kinds, events }: Pick<Webhook, 'kinds' | 'events'>,
  change: { kind: string; action: string },
): boolean =>
  (kinds === null || kinds.some(kind => kind === change.kind)) &&
  events.some(event => event === change.action)
