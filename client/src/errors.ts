import type { ErrorBody } from '@daymark/contract/words'
import { retryAfterMs } from './retry.ts'

/** The server returned an error. `message` is the response's `detail` and is safe to show. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** One English sentence, safe to show. */
  readonly detail: string
  /** With 422: a message for each invalid field. With 400 from a bulk request: a message for each failed item. */
  readonly errors: NonNullable<ErrorBody['errors']>
  /** The request id, which is also in the server's log. */
  readonly requestId: string | undefined
  /** With 429 and 503: seconds to wait before the next request. */
  readonly retryAfter: number | undefined
  /** Distinguishes causes that have the same status, such as `mail_unavailable`. */
  readonly code: string | undefined
  /** The position of your change log when the server answered a write. */
  position: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, requestId?: string, retryAfter?: number) {
    const detail = body.detail ?? `The server returned ${status}.`
    super(detail)
    this.status = status
    this.detail = detail
    this.errors = body.errors ?? []
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.code = body.code
  }
}

/** 401: the token is missing, expired or invalid, or a sign-in failed. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized'
}

/**
 * 403: not allowed, for example because the item is not shared with you or the token does not have the required
 * scope.
 */
export class Forbidden extends ApiError {
  override name = 'Forbidden'
}

/** 404: not found, for example because the id is unknown or no timer is active. */
export class NotFound extends ApiError {
  override name = 'NotFound'
}

/** 409: conflicts with existing data, such as a name that is already in use, or exceeds a quota. */
export class Conflict extends ApiError {
  override name = 'Conflict'
}

/** 422: the request is invalid; `errors` has a message for each invalid field. */
export class InvalidRequest extends ApiError {
  override name = 'InvalidRequest'
}

/** 429: too many requests. Wait `retryAfter` seconds. */
export class RateLimited extends ApiError {
  override name = 'RateLimited'
  declare readonly retryAfter: number

  constructor(body: Partial<ErrorBody>, retryAfter: number, requestId?: string) {
    super(429, body, requestId, retryAfter)
  }
}

/** The server cannot be reached, or another program such as a proxy responded instead. See `cause`. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

const CLASSES: Record<number, typeof ApiError> = {
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  422: InvalidRequest,
}

/** Creates the error for a stored status and body, without an HTTP response. */
export const apiErrorOf = (status: number, body: Partial<ErrorBody>): ApiError =>
  status === 429 ? new RateLimited(body, 1) : new (CLASSES[status] ?? ApiError)(status, body)

export async function toApiError(response: Response): Promise<ApiError> {
  // A proxy's response may not be JSON.
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  const requestId = response.headers.get('x-request-id') ?? undefined
  const askedMs = retryAfterMs(response.headers.get('retry-after'))
  const asked = body.retry_after ?? (askedMs === undefined ? undefined : Math.ceil(askedMs / 1000))
  if (response.status === 429) return new RateLimited(body, asked ?? 1, requestId)
  const error = new (CLASSES[response.status] ?? ApiError)(response.status, body, requestId, asked)
  error.position = Number(response.headers.get('x-seq') ?? 0)
  return error
}
