// Maps every error to a status and `{"detail"}` without exposing internals.
import type { IncomingMessage } from 'node:http'
import type { ErrorBody } from '@daymark/contract/words'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { asksForCode } from '../../features/accounts/attempts.ts'
import { Abandoned } from '../../platform/kernel/concurrency/abandonment.ts'
import { Problem, STATUS } from '../../platform/kernel/errors.ts'
import {
  SIGN_IN_REFUSED,
  type SignInFailure,
  signInFailure,
} from '../../platform/observability/sign-in-failure.ts'

// Errors that Fastify throws before a handler runs.
const FASTIFY: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON (Content-Type: application/json).'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is larger than 1 MiB.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [422, 'The body is shorter or longer than its Content-Length says.'],
  FST_ERR_CTP_EMPTY_TYPE: [415, 'The body must be JSON (Content-Type: application/json).'],
  FST_ERR_BAD_URL: [404, 'There is nothing at this address.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address.'],
}

const FILE_EXPECTED =
  'The body must be a file (Content-Type: application/octet-stream or multipart/form-data).'
/** The same errors for routes that accept a file. */
const UPLOADS: typeof FASTIFY = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, FILE_EXPECTED],
  FST_ERR_CTP_EMPTY_TYPE: [415, FILE_EXPECTED],
}

export interface Failure {
  status: number
  body: ErrorBody
}

export function toFailure(error: unknown, isUpload = false): Failure {
  if (error instanceof Problem) {
    const errors = error.errors && { errors: [...error.errors] }
    const wait = error.retry_after !== undefined && { retry_after: error.retry_after }
    const code = error.code !== undefined && { code: error.code }
    const seq = error.seq !== undefined && { seq: error.seq }
    return {
      status: STATUS[error.kind],
      body: { detail: error.message, ...errors, ...wait, ...code, ...seq },
    }
  }
  const code = (error as Partial<FastifyError>)?.code ?? ''
  const [status, detail] = (isUpload ? UPLOADS[code] : undefined) ?? FASTIFY[code] ?? [500, INTERNAL]
  return { status, body: { detail } }
}

const INTERNAL = 'Something went wrong on the server. Please try again.'

export interface FailureParts {
  /** The client's address, even behind trusted proxies. */
  addressOf(request: IncomingMessage): string
  signInFailed?: ((reason: SignInFailure) => void) | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs and counts a refused sign-in. Called by the error handler, and by pages that show refusals themselves. */
    signInRefused(request: FastifyRequest, status: number): void
  }
}

export const signInReporter =
  ({ addressOf, signInFailed }: FailureParts) =>
  (request: FastifyRequest, status: number): void => {
    const { url } = request.routeOptions
    signInFailed?.(signInFailure(status, url))
    const where = { client_address: addressOf(request.raw), route: url ?? 'unknown' }
    request.log.warn({ request_id: request.id, ...where, status }, SIGN_IN_REFUSED)
  }

/** Responds to a request that failed with an error, and logs failures that an operator should see. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { isUpload } = request.routeOptions.config
  const { status, body } =
    wasAborted(request) || error instanceof Abandoned ? ABORTED : toFailure(error, isUpload)
  const line = { request_id: request.id }
  if (status === 500) request.log.error({ ...line, err: error }, 'request failed')
  if (status === 503) {
    request.log.warn(
      { ...line, err: (error as Problem).cause ?? error },
      'a required component is unavailable',
    )
    reply.header('retry-after', '1')
  }
  if (body.retry_after !== undefined) reply.header('retry-after', String(body.retry_after))
  if (status === 401) reply.header('www-authenticate', request.routeOptions.config.challenge?.() ?? 'Bearer')
  if (triedToSignIn(request, status) && !asksForCode(error)) request.server.signInRefused(request, status)
  if (status === 413) readRest(request, reply)
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** The limit for discarding the rest of an oversized body. The request timeout also applies. */
const MAX_REST_BYTES = 256 * 1024 * 1024

/**
 * Reads and discards the rest of an oversized body. Fastify would close the connection, and a client that sends its
 * whole body before it reads the response would see a broken connection instead of the 413.
 */
export function readRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  let left = MAX_REST_BYTES
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.socket.destroy()
  })
}

/** Nobody receives this response, because the client disconnected. */
const ABORTED: Failure = { status: 400, body: { detail: 'The request was aborted.' } }

const wasAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Sign-in routes where a 403 or a 429 also counts as a failed attempt. */
const SIGN_IN = /^\/auth\/(?:sign-in|passkey|oauth\/interaction\/:uid\/(?:login|code|passkey))$/

/**
 * True for a failed sign-in attempt: rejected credentials, a 401 below /auth, or a refusal by one of the `SIGN_IN`
 * routes. Outside /auth, a request without credentials is not an attempt.
 */
const triedToSignIn = (request: FastifyRequest, status: number): boolean =>
  status === 401
    ? request.headers.authorization !== undefined || request.url.startsWith('/auth/')
    : // A disabled account, or too many attempts for one email address.
      (status === 403 || status === 429) && SIGN_IN.test(request.routeOptions.url ?? '')
