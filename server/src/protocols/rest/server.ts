// Sets up the HTTP server with everything that all requests share, independent of features.
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../../config/config.ts'
import { allowOrigins } from './cors.ts'
import { type FailureParts, sendFailure, signInReporter } from './errors.ts'
import { commonHeaders, requestId } from './headers.ts'
import type { HostCheck } from './host-names.ts'
import { boundedServer } from './limits/connections.ts'
import { answerRaw, answerUnreadable } from './raw-answer.ts'
import { MAX_BODY_BYTES, readJsonBodies, refuseEncodedBodies } from './requests/body.ts'

/** Longer than any request line that the parser accepts, so that the router never rejects a parameter. */
const LONGEST_PARAMETER = 65_536

export async function httpServer(
  config: Config,
  log: FastifyBaseLogger,
  parts: FailureParts & { hostProblem: HostCheck },
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    // One logger for all requests, because creating one per request costs more than writing its line. Lines contain the
    // request id themselves.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    // The contract validates requests. Fastify's own validators would only cost memory.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    bodyLimit: MAX_BODY_BYTES,
    genReqId: requestId,
    // Idle connections must not delay a shutdown.
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
  // Fastify would reject a QUERY request without a Content-Type. This makes QUERY an unsupported method like any other.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    answerRaw(socket, 417, 'The Expect header only supports 100-continue.'),
  )
  app.decorate('signInRefused', signInReporter(parts))
  readJsonBodies(app)
  refuseEncodedBodies(app)
  app.setErrorHandler(sendFailure)
  commonHeaders(app, config.PUBLIC_URL, parts.hostProblem)
  allowOrigins(app, config.CORS_ALLOWED_ORIGINS)
  logRequests(app, parts.addressOf)
  return app
}

function unused(): never {
  throw new Error('Routes are validated by the contract: give them no schema.')
}

/** Writes one line per request, with the route pattern instead of the URL, which may contain a token. */
function logRequests(app: FastifyInstance, addressOf: FailureParts['addressOf']): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        request_id: request.id,
        client_address: addressOf(request.raw),
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

/**
 * Maps `/api/v1` to `/v1`. Escapes malformed percent-encoding, so that such a path is treated like any unknown path.
 */
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
