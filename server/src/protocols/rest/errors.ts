// Maps every failure to its status and `{"detail"}`. Nothing internal ever leaves through here.
import type { ErrorBody } from '@daymark/contract/words'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemKind } from '../../platform/kernel/errors.ts'

const STATUS: Record<ProblemKind, number> = {
  rejected: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  limited: 429,
  unavailable: 503,
}

// What Fastify itself may refuse before a route is reached.
const FASTIFY: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON (Content-Type: application/json).'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is larger than 1 MiB.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [422, 'The body is shorter or longer than its Content-Length says.'],
  FST_ERR_CTP_EMPTY_TYPE: [415, 'The body must be JSON (Content-Type: application/json).'],
  FST_ERR_BAD_URL: [404, 'There is nothing at this address.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address.'],
}

export interface Failure {
  status: number
  body: ErrorBody
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Problem) {
    const errors = error.errors && { errors: [...error.errors] }
    const wait = error.retry_after !== undefined && { retry_after: error.retry_after }
    return { status: STATUS[error.kind], body: { detail: error.message, ...errors, ...wait } }
  }
  const [status, detail] = FASTIFY[(error as Partial<FastifyError>)?.code ?? ''] ?? [500, INTERNAL]
  return { status, body: { detail } }
}

const INTERNAL = 'Something went wrong on the server. Please try again.'

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = toFailure(error)
  if (status === 500) request.log.error({ request_id: request.id, err: error }, 'request failed')
  if (status === 503) {
    request.log.warn(
      { request_id: request.id, err: (error as Problem).cause ?? error },
      'a needed part is unavailable',
    )
    reply.header('retry-after', '1')
  }
  if (body.retry_after !== undefined) reply.header('retry-after', String(body.retry_after))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}
