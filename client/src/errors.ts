// What can go wrong with a call, as types.
import type { ErrorBody } from '@daymark/contract/words'

/** The server answered with an error; `message` is its `detail`, safe to show. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  /** With 422: what is wrong, field by field. */
  readonly errors: { path: string; message: string }[]
  readonly requestId: string | undefined

  constructor(status: number, body: Partial<ErrorBody>, requestId?: string) {
    const detail = body.detail ?? `The server answered ${status}.`
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.errors = body.errors ?? []
    this.requestId = requestId
  }
}

/** 429: waiting `retryAfter` seconds is enough. */
export class RateLimited extends ApiError {
  readonly retryAfter: number

  constructor(body: Partial<ErrorBody>, retryAfter: number, requestId?: string) {
    super(429, body, requestId)
    this.name = 'RateLimited'
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached at all. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}
