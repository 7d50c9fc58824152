// Adds the request id and the usual security headers to responses, and checks the Host header.
import type { FastifyInstance } from 'fastify'
import { newId } from '../../platform/kernel/ids.ts'
import type { HostCheck } from './host-names.ts'

const PROTECTIONS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  // For the API's data responses. Pages set their own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

const PRINTABLE = /^[\x20-\x7e]{1,200}$/

/** Keeps an id that the client sent, so that the client can find its requests in the server's log. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && PRINTABLE.test(given) ? given : newId()
}

/** Sent only if PUBLIC_URL uses HTTPS: browsers remember the first header and refuse plain HTTP later. */
const OVER_HTTPS = {
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-opener-policy': 'same-origin',
}

export function commonHeaders(
  app: FastifyInstance,
  publicUrl: string | undefined,
  hostProblem: HostCheck,
): void {
  const headers = publicUrl?.startsWith('https:') ? { ...PROTECTIONS, ...OVER_HTTPS } : PROTECTIONS
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    done(hostProblem(request.raw))
  })
}
