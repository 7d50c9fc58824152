// Limits the memory for large unread responses, per client and in total.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limited, unavailable } from '../../../platform/kernel/errors.ts'

export interface LargeAnswerBounds {
  /** Only responses with at least this many characters count. */
  large: number
  per_client: number
  together: number
  /** A response must be read within this time plus its size divided by `bytes_per_second`. */
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

interface UnreadAnswer {
  route: string | undefined
  bytes: number
}

/** Refuses large responses beyond the bounds. Responses with the same result of `clientOf` are counted together. */
export function boundLargeAnswers(
  app: FastifyInstance,
  clientOf: (request: FastifyRequest) => string,
  bounds: LargeAnswerBounds = BOUNDS,
): void {
  const unread = new Map<string, Set<UnreadAnswer>>()
  let together = 0

  const answersOf = (client: string): UnreadAnswer[] => [...(unread.get(client) ?? [])]

  function add(client: string, answer: UnreadAnswer): () => void {
    const answers = unread.get(client) ?? new Set()
    unread.set(client, answers.add(answer))
    together += answer.bytes
    return () => {
      answers.delete(answer)
      if (answers.size === 0) unread.delete(client)
      together -= answer.bytes
    }
  }

  // Assumes that the response will be as large as the client's smallest unread one from the same route. Refuses the
  // request early if that would exceed the client's limit.
  app.addHook('onRequest', (request, _reply, done) => {
    if (unread.size === 0) return done()
    const answers = answersOf(clientOf(request))
    const { url } = request.routeOptions
    const alike = answers.filter(({ route }) => route === url).map(({ bytes }) => bytes)
    const expected = alike.length > 0 ? Math.min(...alike) : 0
    return expected > 0 && sum(answers) + expected > bounds.per_client
      ? done(limited(UNREAD, RETRY_S))
      : done()
  })

  // Does not count a buffer outside the API, which is a document that all responses share, or a stream, which waits for
  // its reader.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isOwn =
      typeof payload === 'string' ||
      (payload instanceof Buffer && request.routeOptions.config.answers !== undefined)
    if (!isOwn || payload.length < bounds.large) return done(null, payload)
    // A buffer is outside the heap and is written without another copy.
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const client = clientOf(request)
    if (together + bytes.length > bounds.together) return done(unavailable(BUSY))
    if (sum(answersOf(client)) + bytes.length > bounds.per_client) return done(limited(UNREAD, RETRY_S))
    const remove = add(client, { route: request.routeOptions.url, bytes: bytes.length })
    const time_ms = bounds.least_ms + (bytes.length / bounds.bytes_per_second) * 1000
    const tooSlow = setTimeout(() => reply.raw.destroy(), time_ms).unref()
    reply.raw.once('close', () => {
      clearTimeout(tooSlow)
      remove()
    })
    done(null, bytes)
  })
}

const sum = (answers: readonly UnreadAnswer[]): number => answers.reduce((all, { bytes }) => all + bytes, 0)
