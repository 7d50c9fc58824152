import type { OutboundFetch } from '../outbound.ts'
import { encryptPush, type SubscriptionKeys } from './encryption.ts'
import type { Vapid } from './vapid.ts'

export interface PushTarget extends SubscriptionKeys {
  owner_id: string
  endpoint: string
  any_port: boolean
}

/**
 * `gone`: the browser has ended the subscription. `refused`: the push service does not accept this message. `busy`: a
 * retry may succeed.
 */
export type PushOutcome = { kind: 'sent' | 'gone' } | { kind: 'refused' | 'busy'; detail: string }

export type SendPush = (
  target: PushTarget,
  message: PushMessage,
  signal?: AbortSignal,
) => Promise<PushOutcome>

export interface PushMessage {
  payload: string
  /** A push service replaces an undelivered message that has the same topic. */
  topic: string
}

const TTL_S = 86_400
const MAX_ANSWER = 10_000

export const pushSender =
  (fetch: OutboundFetch, vapid: () => Promise<Vapid>, now: () => number): SendPush =>
  async (target, { payload, topic }, signal) => {
    const response = await fetch({
      url: target.endpoint,
      by: { person: target.owner_id },
      anyPort: target.any_port,
      method: 'POST',
      headers: {
        authorization: await (await vapid()).authorization(target.endpoint, now()),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(TTL_S),
        urgency: 'high',
        topic,
      },
      body: encryptPush(payload, target),
      maxBytes: MAX_ANSWER,
      ...(signal && { signal }),
    })
    response.discard()
    const { status } = response
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if (status === 404 || status === 410) return { kind: 'gone' }
    const detail = `The push service ${new URL(target.endpoint).host} answered ${status}.`
    return { kind: status === 429 || status >= 500 ? 'busy' : 'refused', detail }
  }
