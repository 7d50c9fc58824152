// Makes the HTTP server with everything that is common to all requests, and nothing of any feature.
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../../config/config.ts'
import { allowOrigins } from './cors.ts'
import { type FailureParts, failureSender } from './errors.ts'
import { commonHeaders, requestId } from './headers.ts'
import { boundedServer } from './limits/connections.ts'
import { answerRaw, answerUnreadable } from './raw-answer.ts'
import { MAX_BODY_BYTES, readJsonBodies } from './requests/body.ts'

/** Longer than any request line that the parser lets through: the router then never refuses by itself. */
const LONGEST_PARAMETER = 65_536

export async function httpServer(
  config: Config,
  log: FastifyBaseLogger,
  parts: FailureParts,
): Promise<FastifyInstance> {
  const sendFailure = failureSender(parts)
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    // A logger for each request costs more than the line that it writes: lines name their request themselves.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    // Validation is the contract's; the framework's own validators would only be loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    bodyLimit: MAX_BODY_BYTES,
    genReqId: requestId,
    // Long-lived connections must not hold up a shutdown.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    rewriteUrl: request => plainUrl(request.url ?? '/'),
    clientErrorHandler: answerUnreadable,
    serverFactory: boundedServer(),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendFailure(error, request, reply)
    },
  })
  // Fastify refuses it by itself without a Content-Type; here it is a method that is not offered, like others.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    answerRaw(socket, 417, 'Nothing but 100-continue can be expected.'),
  )
  readJsonBodies(app)
  app.setErrorHandler(sendFailure)
  commonHeaders(app, config.PUBLIC_URL)
  allowOrigins(app, config.CORS_ALLOWED_ORIGINS)
  logRequests(app)
  return app
}

function unused(): never {
  throw new Error('Routes are validated by the contract: give them no schema.')
}

/** One line per request: the route's pattern and never the URL, for a URL may hold a token. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}

/** One set of routes, two prefixes; and a broken escape is an unknown address like others, limited like them. */
function plainUrl(url: string): string {
  const plain = url.startsWith('/api/v1') ? url.replace(/^\/api\/v1(?=\/|\?|$)/, '/v1') : url
  if (!plain.includes('%')) return plain
  const path = plain.split('?', 1)[0] ?? ''
  try {
    decodeURIComponent(path)
    return plain
  } catch {
    return path.replaceAll('%', '%25') + plain.slice(path.length)
  }
}
