// Parses request bodies: only JSON in strict UTF-8, without a content coding, with a message for malformed text.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../platform/kernel/errors.ts'

export const MAX_BODY_BYTES = 1_048_576

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // Keeps the raw body only for requests with a key, to compare a repeated request with the first.
      if (request.headers['idempotency-key'] !== undefined)
        request.rawBody = (body as Buffer).toString('latin1')
      done(null, parse(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Refuses bodies with a content coding such as gzip, because the server decodes none. Applies to all protocols. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, reply, _payload, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || PLAIN.test(encoding) || !hasBody(headers)) return done()
    reply.header('accept-encoding', 'identity')
    done(new Problem('unsupported', 'Send the body uncompressed, without a Content-Encoding.'))
  })
}

const PLAIN = /^\s*(?:identity)?\s*$/i
const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Treats an empty body as no body: an empty PATCH changes nothing. */
function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw new Problem('invalid', 'The body is not valid JSON.', {
      errors: [{ path: '', message: 'must be valid JSON' }],
    })
  }
}
