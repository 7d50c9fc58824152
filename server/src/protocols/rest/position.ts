// Tells the caller of a write its position in the caller's change log (`X-Seq`). A device that has applied its log up to
// this number has everything that the write did, or that it found unchanged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Position } from '../../platform/kernel/cause.ts'

interface Write {
  readonly user_id: string
  /** Its number is missing if the write added nothing to the caller's log. */
  readonly position?: Position
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by every door as soon as it knows that the request is a write. */
    write: Write | undefined
  }
}

export function announcePositions(app: FastifyInstance): void {
  app.decorateRequest('write', undefined)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { write } = request
    const seq = write?.position?.seq
    if (!write) return done(null, payload)
    if (seq !== undefined) {
      reply.header('x-seq', seq)
      return done(null, payload)
    }
    announceCurrent(request, reply, write).then(() => done(null, payload), done)
  })
}

/** Never fails, because the write itself has been decided. A caller without the number repeats it with its key. */
async function announceCurrent(request: FastifyRequest, reply: FastifyReply, { user_id }: Write) {
  try {
    const { storage } = request.server.writeContext
    reply.header('x-seq', await storage.read(db => totalsStore(db).currentSeq(user_id)))
  } catch (error) {
    request.log.warn({ request_id: request.id, err: error }, 'the position of a write could not be read')
  }
}
