// Headers that every answer carries: the request's id and the usual protections of a browser.
import type { FastifyInstance } from 'fastify'
import { rejected } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'

const PROTECTIONS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  // The API gives data, not pages; the pages set a policy of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

const PRINTABLE = /^[\x20-\x7e]{1,200}$/

/** A client's own id is kept, so that it can find its request in our log. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && PRINTABLE.test(given) ? given : newId()
}

export function commonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(PROTECTIONS)
    reply.header('x-request-id', request.id)
    // Node would refuse it too, but without a word.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(rejected('The Host header is missing.'))
    else done()
  })
}
