// Protocols turn these errors into responses. All other errors are internal errors.
export type ProblemKind =
  | 'rejected'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'changed'
  | 'too_large'
  | 'unsupported'
  | 'misdirected'
  | 'invalid'
  | 'limited'
  | 'unavailable'

/** The HTTP status for each kind of problem, both for responses and for single items of a bulk request. */
export const STATUS: Record<ProblemKind, number> = {
  rejected: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  invalid: 422,
  limited: 429,
  unavailable: 503,
}

export interface FieldError {
  path: string
  message: string
  /** The failed item of a bulk request. */
  id?: string
  /** Set if the failed item is an occurrence. */
  instance_start?: string
}

interface ProblemOptions {
  errors?: readonly FieldError[]
  retry_after?: number
  code?: string
  seq?: number
  cause?: unknown
}

export class Problem extends Error {
  readonly kind: ProblemKind
  readonly errors: readonly FieldError[] | undefined
  /** Seconds until a retry may succeed. */
  readonly retry_after: number | undefined
  /** Distinguishes causes that share a status. */
  readonly code: string | undefined
  /** The change log's current position. */
  readonly seq: number | undefined

  constructor(kind: ProblemKind, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.kind = kind
    this.errors = options.errors
    this.retry_after = options.retry_after
    this.code = options.code
    this.seq = options.seq
  }
}

/**
 * True if the request or one of its items was refused. False for unexpected errors and for `unavailable`, both of which
 * must end a bulk request.
 */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.kind !== 'unavailable'

/** 400: the request is well-formed but cannot be carried out. */
export const rejected = (detail: string) => new Problem('rejected', detail)
export const unauthorized = (detail: string) => new Problem('unauthorized', detail)
export const forbidden = (detail: string) => new Problem('forbidden', detail)
export const notFound = (detail: string) => new Problem('not_found', detail)
export const conflict = (detail: string, code?: string) =>
  new Problem('conflict', detail, code === undefined ? {} : { code })
/** 410: the resource existed but is no longer available. */
export const gone = (detail: string, options: Pick<ProblemOptions, 'seq'> = {}) =>
  new Problem('gone', detail, options)
/** 412: the resource changed after the version that the caller knows. */
export const changedSince = (detail: string) => new Problem('changed', detail)
/** 421: the request is for a host name that this server does not answer for. */
export const misdirected = (detail: string) => new Problem('misdirected', detail)
export const tooLarge = (detail: string) => new Problem('too_large', detail)
/** 422: the content of a file cannot be processed. */
export const unprocessable = (detail: string) => new Problem('invalid', detail)
export const limited = (detail: string, retryAfterSeconds: number) =>
  new Problem('limited', detail, { retry_after: retryAfterSeconds })
/** 503: a required component is unreachable. */
export const unavailable = (detail: string, cause?: unknown) => new Problem('unavailable', detail, { cause })
export const overloaded = (detail: string, retryAfterSeconds: number) =>
  new Problem('unavailable', detail, { retry_after: retryAfterSeconds })
/** 422: one field is invalid. `message` follows the field name, such as `must be before end_time`. */
export const invalid = (path: string, message: string) =>
  new Problem('invalid', `${path} ${message}.`, { errors: [{ path, message }] })

/** Collects the problems that `check` throws, by id. */
export function problemsOf(ids: readonly string[], check: (id: string) => unknown): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  for (const id of ids) {
    try {
      check(id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.set(id, error)
    }
  }
  return problems
}
