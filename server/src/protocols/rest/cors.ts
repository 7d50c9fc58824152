// Lets pages from allowed origins call the API. docs/dependencies.md explains why no library is used.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED = [
  ...['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Preference-Applied', 'Retry-After', 'X-Ignored'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id', 'X-Required-Scopes'],
  ...['X-Seq', 'X-Unread-Count'],
].join(', ')
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const REMEMBERED_S = '600'

export function allowOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  const everyone = allowed.includes('*')
  const listed = new Set(allowed)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin !== undefined) {
      if (everyone || listed.has(origin)) admit(reply, everyone ? '*' : origin)
      if (!everyone) reply.header('vary', 'Origin')
    }
    if (request.method === 'OPTIONS' && !isOrdinary(request)) answerPreflight(request, reply)
    else done()
  })
  // Without this route, a preflight request to most paths would count as a request to an unknown path.
  app.options('*', (_request, reply) => reply.code(204).send())
}

/** True for an OPTIONS request that is not a preflight, if its route answers such requests, as CalDAV does. */
const isOrdinary = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.answersOptions === true && headers['access-control-request-method'] === undefined

function admit(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const asked = request.headers['access-control-request-headers']
  if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  reply
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', REMEMBERED_S)
    .header('content-length', '0')
    .code(204)
    .send()
}
