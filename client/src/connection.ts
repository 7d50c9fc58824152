import type { RetryOptions } from './retry.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A connection to one server. Create it with `connect` and pass it to operations. */
export interface Connection {
  readonly baseUrl: string
  readonly fetch: Fetch
  /**
   * Returns the current access token, or undefined to send none. `refused` is a token that the server has just
   * rejected. Return another token for a second attempt, or undefined if there is no other.
   */
  token(refused?: string): string | undefined | Promise<string | undefined>
  readonly retry: RetryOptions | false
}

export interface ConnectionOptions {
  /** The server's URL, with or without a path. Pages that the server delivers may omit the origin. */
  baseUrl: string
  /** An access token, or a function that returns one. The function is called before every attempt and after a 401. */
  token?: string | undefined | Connection['token']
  /** Replaces the global `fetch`, for tests and special transports. */
  fetch?: Fetch
  /**
   * Options for retrying after 429 and 503. Only calls that are safe to repeat are retried. `false` disables
   * retries.
   */
  retry?: RetryOptions | false
}

const NO_ADDRESS =
  '`baseUrl` must be the server URL with http:// or https://, such as https://daymark.example.org.'

/** Creates a connection for individually imported operations. `createClient` calls it for you. */
export function connect({ baseUrl, token, fetch: own, retry = {} }: ConnectionOptions): Connection {
  return {
    baseUrl: addressOf(baseUrl).replace(/\/+$/, ''),
    // Looks up `fetch` on every call, so that a page can replace the global one later.
    fetch: own ?? ((url, init) => fetch(url, init)),
    token: typeof token === 'function' ? token : () => token,
    retry,
  }
}

/**
 * Completes the URL. Throws if it does not begin with http:// or https://, because otherwise calls would report an
 * unreachable server and sockets would retry forever.
 */
function addressOf(baseUrl: string): string {
  const { location } = globalThis as { location?: { origin: string } }
  // A page may pass only a path, or an empty string, to use the server that delivered it.
  const isPath = baseUrl === '' || baseUrl?.startsWith('/')
  const address = location && isPath ? location.origin + baseUrl : baseUrl
  if (!/^https?:\/\/./i.test(address)) throw new TypeError(NO_ADDRESS)
  return address
}
