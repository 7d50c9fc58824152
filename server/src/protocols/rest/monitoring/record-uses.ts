// Records the uses of tokens, device passwords and apps in the audit trail of their owner.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readableAgent } from '../../../features/audit/audit-entry.ts'
import type { AuditService } from '../../../features/audit/service.ts'
import type { Session } from '../../../platform/kernel/session.ts'

type Used = (session: Session, request: IncomingMessage) => Promise<void> | undefined

/** A request does not fail because its use cannot be recorded. */
export const useRecorder =
  (audit: AuditService, addressOf: (request: IncomingMessage) => string, log: Logger): Used =>
  (session, request) =>
    audit
      .used(
        session,
        () => addressOf(request),
        () => readableAgent(request.headers['user-agent']) || null,
      )
      ?.catch((error: unknown) => log.warn({ err: error }, 'The use of a token could not be recorded.'))

export function recordUses(app: FastifyInstance, used: Used): void {
  // Runs after `identify`, which sets the session.
  app.addHook('onRequest', (request, _reply, done) => {
    const recording = request.session && used(request.session, request.raw)
    if (recording) recording.then(() => done(), done)
    else done()
  })
}
