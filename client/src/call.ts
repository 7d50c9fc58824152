// Makes one REST call: builds the request, renews a rejected token, retries, and parses the response.

import type { Job } from '@daymark/contract/jobs'
import type { BodyOf, FileBody, ParamsOf, QueryOf, Route } from '@daymark/contract/route'
import { writeQuery } from '@daymark/contract/validation/query'
import { backoff } from './backoff.ts'
import type { Connection } from './connection.ts'
import { NetworkError, toApiError } from './errors.ts'
import { isIdempotent, pause, type RetryOptions, withRetries } from './retry.ts'

/** The part of a route that a call needs. */
export interface Target {
  readonly method: Route['method']
  /** The whole path with placeholders, such as `/v1/todos/{todo_id}`. */
  readonly path: string
  /** The content type of the uploaded file, if the body is not JSON. */
  readonly upload?: string
  /** The server ignores an `Idempotency-Key`, so a repeated POST or PATCH could run twice. */
  readonly ignoresKey?: true
}

export interface Common {
  /** Aborts the call, even while it waits for a retry. */
  signal?: AbortSignal
  /**
   * Called while a request that touches very many items runs in steps. Such a request then responds at once with its job
   * (`Prefer: respond-async`), and the call waits for its end. `jobs.cancel` cancels an import or an undo.
   */
  onProgress?: (job: Job) => void
  /** Replaces the client's retry options for this call. */
  retry?: RetryOptions | false
}
type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

interface WriteOptions {
  /**
   * Makes the write safe to repeat: the server runs it only once and returns the first response again. Routes
   * below `/auth`, routes without a token, and routes whose request or response contains a secret ignore the key, so
   * the SDK repeats their POST and PATCH requests neither with nor without it.
   */
  idempotencyKey?: string
  /**
   * The `version` of the item that you last read. If the item has changed since then, the call fails with 412.
   * Routes that do not write one item with a version ignore it.
   */
  ifVersion?: number | undefined
}

/** Every route accepts `timezone` in `query`. */
export type RequestOf<R extends Route> = Field<'params', ParamsOf<R>> &
  Field<'body', BodyOf<R>> &
  (QueryOf<R> extends undefined
    ? { query?: { timezone?: string } }
    : Field<'query', QueryOf<R> & { timezone?: string }>)

/** The request, plus options such as `signal`. */
export type InputOf<R extends Route> = RequestOf<R> &
  Common &
  (R['method'] extends 'GET' ? unknown : WriteOptions)

export interface Answer {
  data: unknown
  response: Response
}

export interface AnyInput extends Common, WriteOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /**
   * Fails after this time, because an abandoned request would otherwise wait for as long as the network holds the
   * connection. Applies to each request about a job.
   */
  limitMs?: number
}

/** Makes the call. If the request goes on in steps (202), waits for their end. */
export async function call(connection: Connection, target: Target, input: AnyInput = {}): Promise<Answer> {
  const answer = await begin(connection, target, input)
  return isRunning(answer) ? endOf(connection, answer, input) : answer
}

/** Like `call`, but the answer of a request that goes on in steps is its job. */
export async function begin(connection: Connection, target: Target, input: AnyInput): Promise<Answer> {
  const { signal: ended, limitMs } = input
  const tooLong = limitMs === undefined ? undefined : AbortSignal.timeout(limitMs)
  const signal = ended && tooLong ? AbortSignal.any([ended, tooLong]) : (ended ?? tooLong)
  try {
    const limited = { ...input, ...(signal && { signal }) }
    const response = await fetchAnswer(connection, target, limited, 'application/json')
    return { data: await read(response, signal), response }
  } catch (cause) {
    if (tooLong?.aborted && !ended?.aborted) throw new NetworkError('The server took too long.', { cause })
    throw cause
  }
}

export const isRunning = ({ response }: Answer): boolean =>
  response.status === 202 && jobIn(response) !== undefined

const jobIn = ({ headers }: Response): string | undefined =>
  /\/v1\/jobs\/[\da-f-]+$/.exec(headers.get('location') ?? '')?.[0]

/** So that progress is shown at least this often. */
const LONGEST_LOOK_MS = 3_000

/** Follows the job of a request to its end. Returns the response of the request, with the position of its last step. */
export async function endOf(
  connection: Connection,
  first: Answer,
  { signal, limitMs, onProgress }: AnyInput,
): Promise<Answer> {
  const target = { method: 'GET', path: jobIn(first.response) ?? '' } as const
  const input = { ...(signal && { signal }), ...(limitMs !== undefined && { limitMs }) }
  const pauses = backoff()
  let { data, response } = first
  while ((data as Job).status === 'running') {
    onProgress?.(data as Job)
    await pause(Math.min(pauses.next(), LONGEST_LOOK_MS), signal)
    ;({ data, response } = await begin(connection, target, input))
  }
  const job = data as Job
  onProgress?.(job)
  if (job.status === 'done') return { data: job.result, response }
  throw await toApiError(Response.json(job.result, { status: 409 }))
}

/** Returns a successful response with its body unread. `accept` is the requested content type. */
export async function fetchAnswer(
  connection: Connection,
  target: Target,
  input: AnyInput,
  accept: string,
): Promise<Response> {
  const url = `${connection.baseUrl}${fill(target.path, input.params)}${writeQuery(input.query ?? {})}`
  const sendWith = (token: string | undefined) => {
    input.signal?.throwIfAborted()
    return send(connection, url, {
      method: target.method,
      headers: {
        accept,
        ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
        ...(input.onProgress !== undefined && { prefer: 'respond-async' }),
        ...(input.ifVersion !== undefined && { 'if-match': `"${input.ifVersion}"` }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(input.body !== undefined && { 'content-type': target.upload ?? 'application/json' }),
      },
      ...(input.body !== undefined && {
        body: target.upload ? (input.body as FileBody) : JSON.stringify(input.body),
      }),
      ...(input.signal && { signal: input.signal }),
    })
  }
  const attempt = async () => {
    // Reads the token before every attempt, because it may have been renewed during a delay.
    const token = await connection.token()
    const response = await sendWith(token)
    if (response.status !== 401 || token === undefined) return response
    // A second attempt is safe for every method, because a request with a rejected token changes nothing.
    const renewed = await connection.token(token)
    if (renewed === undefined || renewed === token) return response
    await response.body?.cancel()
    return sendWith(renewed)
  }
  const isKeyed = input.idempotencyKey !== undefined && !target.ignoresKey
  const isRepeatable = isIdempotent(target.method) || isKeyed
  const retry = isRepeatable && (input.retry ?? connection.retry)
  const response = await withRetries(attempt, retry, input.signal)
  if (!response.ok) throw await toApiError(response)
  return response
}

async function send(connection: Connection, url: string, init: RequestInit): Promise<Response> {
  try {
    return await connection.fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new NetworkError(`The server at ${connection.baseUrl} cannot be reached.`, { cause })
  }
}

/** Reports a response that is not valid JSON, such as a proxy's page, as a network error instead of a syntax error. */
async function read(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NetworkError('The response is not JSON from a Daymark server.', { cause })
  }
}

/** Returns the position of the caller's log at which a write is complete. 0 if the answer has none. */
export const positionOf = ({ headers }: Response): number => Number(headers.get('x-seq') ?? 0)

const fill = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`params.${name} is missing.`)
    return encodeURIComponent(String(value))
  })
