// The server's address and the caller's token: passed to every call.
import type { RetryOptions } from './retry.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Created by `connect`; passed to every operation. */
export interface Connection {
  readonly baseUrl: string
  readonly fetch: Fetch
  /**
   * The current access token, or undefined for a call without one. `refused` is a token that the server has just
   * rejected: return another one for a second attempt, or undefined if there is none.
   */
  token(refused?: string): string | undefined | Promise<string | undefined>
  readonly retry: RetryOptions | false
}

export interface ConnectionOptions {
  /** The server's URL, such as `https://daymark.example.org`; a path may follow. */
  baseUrl: string
  /**
   * An access token, or a function that returns the current one; it is called before every attempt and after a 401.
   */
  token?: string | undefined | Connection['token']
  /** Replaces the global `fetch`, for tests and special transports. */
  fetch?: Fetch
  /** Retries after 429 and 503 if repeating the call is safe; `false`: never. */
  retry?: RetryOptions | false
}

/** For operations that are imported one by one; `createClient` does this by itself. */
export function connect({ baseUrl, token, fetch: own, retry = {} }: ConnectionOptions): Connection {
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // Looked up at every call, so that a page may replace the global one.
    fetch: own ?? ((url, init) => fetch(url, init)),
    token: typeof token === 'function' ? token : () => token,
    retry,
  }
}
