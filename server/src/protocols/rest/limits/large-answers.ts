// Bounds what large answers may hold of the memory until they are read: for each client, and for all together.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limited, unavailable } from '../../../platform/kernel/errors.ts'

export interface LargeAnswerBounds {
  /** From here on an answer is counted, in characters or bytes. */
  large: number
  per_client: number
  together: number
  /** A reader has this long, and for each second so many bytes more. */
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
const UNREAD = 'Too many large answers were not read yet. Read them, or ask for smaller pages with limit.'
const BUSY = 'The server is sending too many large answers. Please try again.'

/** `clientOf` names whose answers are counted together. */
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

  // Texts only: a buffer is a document that all answers share, and a stream waits for its reader.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < bounds.large) return done(null, payload)
    // As bytes it lies outside the heap, and is written without another copy.
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
