// One REST call: from a route and its input to a checked answer.
import { writeQuery } from '@daymark/contract/query'
import {
  type BodyOf,
  fullPath,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type Route,
} from '@daymark/contract/route'
import type { ErrorBody } from '@daymark/contract/words'
import { ApiError, NetworkError, RateLimited } from './errors.ts'
import { type RetryOptions, retryAfterMs, withRetries } from './retry.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Connection {
  baseUrl: string
  fetch: Fetch
  /** The current access token, or undefined for a call without one. */
  token(): string | undefined | Promise<string | undefined>
  retry: RetryOptions | false
}

interface Common {
  /** Ends the call, also while it waits to be made again. */
  signal?: AbortSignal
  /** Of this call only, instead of the client's. */
  retry?: RetryOptions | false
}
type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What a call of a route takes; `query` also accepts `timezone` everywhere. */
export type InputOf<R extends Route> = Field<'params', ParamsOf<R>> &
  Field<'body', BodyOf<R>> &
  (QueryOf<R> extends undefined
    ? { query?: { timezone?: string } }
    : Field<'query', QueryOf<R> & { timezone?: string }>) &
  Common

export interface Answer<T> {
  data: T
  response: Response
}

interface AnyInput extends Common {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export async function call<R extends Route>(
  connection: Connection,
  route: R,
  input: AnyInput = {},
): Promise<Answer<ResponseOf<R>>> {
  const url = `${connection.baseUrl}${fill(fullPath(route), input.params)}${writeQuery(input.query ?? {})}`
  const attempt = async () => {
    // Asked for again each time: during a wait the token may have been renewed.
    const token = await connection.token()
    input.signal?.throwIfAborted()
    return send(connection, url, {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    })
  }
  const response = await withRetries(attempt, route.method, input.retry ?? connection.retry, input.signal)
  if (!response.ok) throw await toError(response)
  return { data: (await response.json()) as ResponseOf<R>, response }
}

async function send(connection: Connection, url: string, init: RequestInit): Promise<Response> {
  try {
    return await connection.fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new NetworkError('The server cannot be reached.', { cause })
  }
}

const fill = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

async function toError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (response.status !== 429) return new ApiError(response.status, body, requestId)
  const asked = retryAfterMs(response.headers.get('retry-after'))
  return new RateLimited(body, body.retry_after ?? Math.ceil((asked ?? 1000) / 1000), requestId)
}
