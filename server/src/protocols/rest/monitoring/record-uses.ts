// Records when tokens, device passwords and apps are used: in the owner's audit trail, and for device passwords also in
// their list.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readableAgent } from '../../../features/audit/audit-entry.ts'
import type { AuditService } from '../../../features/audit/service.ts'
import type { DevicePasswordService } from '../../../features/device-passwords/service.ts'
import type { Session } from '../../../platform/kernel/session.ts'

type Used = (session: Session, request: IncomingMessage) => Promise<void> | undefined

/**
 * Returns a function that records a use. It never rejects, because a request must not fail if its use cannot be
 * recorded.
 */
export const useRecorder =
  (
    { audit, devices }: { audit: AuditService; devices: Pick<DevicePasswordService, 'used'> },
    addressOf: (request: IncomingMessage) => string,
    log: Logger,
  ): Used =>
  (session, request) => {
    const address = () => addressOf(request)
    const agent = () => readableAgent(request.headers['user-agent']) || null
    const inTrail = audit.used(session, address, agent)
    const ofDevice = session.device_id === undefined ? undefined : devices.used(session, address())
    if (!inTrail && !ofDevice) return undefined
    return Promise.all([inTrail, ofDevice]).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'The use of a token could not be recorded.'),
    )
  }

export function recordUses(app: FastifyInstance, used: Used): void {
  // Runs after `identify`, which sets the session.
  app.addHook('onRequest', (request, _reply, done) => {
    const recording = request.session && used(request.session, request.raw)
    if (recording) recording.then(() => done(), done)
    else done()
  })
}
