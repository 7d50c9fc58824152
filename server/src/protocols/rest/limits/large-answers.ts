// Limits the memory of large responses until they are read: for each client, and in total.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limited, unavailable } from '../../../platform/kernel/errors.ts'

export interface LargeAnswerBounds {
  /** Larger responses than this are counted, in characters or bytes. */
  large: number
  per_client: number
  together: number
  /** A reader has this long, plus a second for each so many bytes. */
  least_ms: number
  bytes_per_second: number
}

const BOUNDS: LargeAnswerBounds = {
  large: 256 * 1024,
  per_client: 32 * 1024 * 1024,
  together: 128 * 1024 * 1024,
  least_ms: 30_000,
  bytes_per_second: 32 * 1024,
}

const RETRY_S = 5
const UNREAD =
  'Too many large responses have not been read yet. Read them, or ask for smaller pages with limit.'
const BUSY = 'The server is sending too many large responses. Please try again.'

/** `clientOf` names the client whose responses are counted together. */
export function boundLargeAnswers(
  app: FastifyInstance,
  clientOf: (request: FastifyRequest) => string,
  bounds: LargeAnswerBounds = BOUNDS,
): void {
  const unread = new Map<string, number>()
  let together = 0

  function add(client: string, bytes: number): void {
    const sum = (unread.get(client) ?? 0) + bytes
    if (sum > 0) unread.set(client, sum)
    else unread.delete(client)
    together += bytes
  }

  // Texts only: a buffer is a document that all responses share, and a stream waits for its reader.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < bounds.large) return done(null, payload)
    // As bytes it is outside the heap, and is written without another copy.
    const bytes = Buffer.from(payload)
    const client = clientOf(request)
    if (together + bytes.length > bounds.together) return done(unavailable(BUSY))
    if ((unread.get(client) ?? 0) + bytes.length > bounds.per_client) return done(limited(UNREAD, RETRY_S))
    add(client, bytes.length)
    const time_ms = bounds.least_ms + (bytes.length / bounds.bytes_per_second) * 1000
    const tooSlow = setTimeout(() => reply.raw.destroy(), time_ms).unref()
    reply.raw.once('close', () => {
      clearTimeout(tooSlow)
      add(client, -bytes.length)
    })
    done(null, bytes)
  })
}
