// Adds the request id and the usual security headers to responses, and checks the Host header.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'

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

export function commonHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const headers = publicUrl?.startsWith('https:') ? { ...PROTECTIONS, ...OVER_HTTPS } : PROTECTIONS
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    const fault = hostFault(request.raw)
    if (fault === undefined) done()
    else done(rejected(fault))
  })
}

/**
 * Returns a message if the Host header is repeated, or if HTTP/1.1 requires it and it is missing. By default, Node
 * rejects a request without the header but sends no message. If there are two, Node uses the first, but a proxy might
 * use the second.
 */
export function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'There is more than one Host header.'
  return hosts === 0 && httpVersion === '1.1' ? 'The Host header is missing.' : undefined
}
