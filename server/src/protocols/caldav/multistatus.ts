// Streams the response, so that a large collection needs little memory.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Place } from '../../platform/kernel/concurrency/heavy-work.ts'
import { MULTISTATUS_END, MULTISTATUS_START } from './xml.ts'

/** Combines small parts, because each chunk has a cost. */
const CHUNK = 32_768

export function sendMultistatus(
  reply: FastifyReply,
  responses: AsyncIterable<string> | Iterable<string>,
  place?: Place,
) {
  reply.code(207).type('application/xml; charset=utf-8')
  const chunks = pieces(responses)
  return reply.send(Readable.from(place ? place.stream(chunks) : chunks, { objectMode: false }))
}

async function* pieces(responses: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let pending = MULTISTATUS_START
  for await (const response of responses) {
    pending += response
    if (pending.length < CHUNK) continue
    yield pending
    pending = ''
    // Lets other requests run between chunks.
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  yield pending + MULTISTATUS_END
}
