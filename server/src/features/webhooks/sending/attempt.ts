import type { OutboundFetch, OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import { contentTypeOf } from '../template.ts'
import { type Answer, type Delivery, secretsOf, type Webhook } from '../webhook.ts'
import { signedHeaders } from './signature.ts'

const MAX_READ = 64 * 1024
const MAX_EXCERPT = 1_000

export interface AttemptParts {
  fetch: OutboundFetch
  now(): number
}

/** Throws only if nothing was sent: `busy`, or `signal` aborts the request. */
export async function attempt(
  { fetch, now }: AttemptParts,
  webhook: Webhook,
  delivery: Pick<Delivery, 'id'> & { body: string },
  signal?: AbortSignal,
): Promise<Answer> {
  const at = now()
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  try {
    const response = await fetch({
      url: webhook.url,
      by: { person: webhook.owner_id },
      anyPort: webhook.any_port,
      method: 'POST',
      headers: {
        'content-type': contentTypeOf(delivery.body),
        ...(webhook.template === 'ntfy' && { title: 'Daymark' }),
        ...signedHeaders({ id: `msg_${delivery.id}`, at, body: delivery.body }, secretsOf(webhook, at)),
      },
      body: delivery.body,
      // A long response is not a failure, because only its beginning is read.
      maxBytes: Number.MAX_SAFE_INTEGER,
      ...(signal && { signal }),
    })
    const excerpt = await readExcerpt(response)
    return { status: response.status, excerpt, error: errorOf(response.status), duration_ms: since() }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.kind === 'aborted' || error.kind === 'busy') throw error
    return { status: null, excerpt: null, error: error.message, duration_ms: since() }
  }
}

/** Reads the beginning of a response. The status has already arrived, so a response that breaks off still counts. */
async function readExcerpt(response: OutboundResponse): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.chunks()) {
      parts.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_READ) break
    }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.kind === 'aborted') throw error
  }
  // Removes NUL, which the databases cannot store.
  const text = Buffer.concat(parts).subarray(0, MAX_READ).toString('utf8').replaceAll('\u0000', '')
  return text.slice(0, MAX_EXCERPT).toWellFormed()
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The address redirected (${status}). Enter the address that it leads to.`
  return `The server at this address responded with status ${status}.`
}
