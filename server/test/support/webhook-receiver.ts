// Receives webhooks in the test process. `verified` checks requests with the public package `standardwebhooks`.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Received {
  id: string
  path: string
  headers: Record<string, string>
  body: string
}

export interface WebhookReceiver {
  url: string
  readonly received: readonly Received[]
  /**
   * Sets the response to the next requests. Default: 200. If `decide` returns undefined, a request gets no response.
   */
  answer(
    decide: (request: Received) => { status: number; body?: string; location?: string } | undefined,
  ): void
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** The settings that let a server send webhooks to this process. */
export const LOCAL_RECEIVERS = { OUTBOUND_ALLOW_HTTP: 'true', OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' }

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let decide: Parameters<WebhookReceiver['answer']>[0] = () => ({ status: 200 })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const arrived = {
      id: headers['webhook-id'] ?? '',
      path: request.url ?? '',
      headers,
      body: await text(request),
    }
    received.push(arrived)
    const answer = decide(arrived)
    for (const look of waiting) look()
    if (!answer) return
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
    response.end(answer.body ?? 'ok')
  }

  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next) {
      decide = next
    },
    async arrived(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (received.length >= count) resolve()
      }
      waiting.add(look)
      look()
      await promise
      waiting.delete(look)
      return received.slice(0, count)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Envelope {
  type: string
  timestamp: string
  data: { seq: number; kind: string; id: string; action: string; resource: { title?: string } | null }
}

/** Throws if the signature is wrong. */
export const verified = (secret: string, { body, headers }: Received): Envelope =>
  new Webhook(secret).verify(body, headers) as Envelope
