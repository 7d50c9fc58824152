// Records the uses of tokens, device passwords and apps in the audit trail of their owner.
import type { FastifyInstance } from 'fastify'
import { readableAgent } from '../../../features/audit/audit-entry.ts'
import type { AuditService } from '../../../features/audit/service.ts'

export function recordUses(app: FastifyInstance, audit: AuditService): void {
  // Runs after `identify`, which sets the session.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.session) return done()
    const recording = audit.used(
      request.session,
      () => request.clientAddress(),
      () => readableAgent(request.headers['user-agent']) || null,
    )
    if (!recording) return done()
    // A request does not fail because its use cannot be recorded.
    recording.then(
      () => done(),
      error => {
        request.log.warn({ err: error }, 'The use of a token could not be recorded.')
        done()
      },
    )
  })
}
