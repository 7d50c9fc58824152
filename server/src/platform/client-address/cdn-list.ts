// The CDN's address list is fetched and refreshed in the background, so that no request waits for it.
import { CidrList } from './cidr.ts'

interface ListRequest {
  url: string
  signal: AbortSignal
  maxBytes: number
  deadline_ms: number
}

/** Requests an address from the settings, without following redirects. */
export type FetchList = (
  request: ListRequest,
) => Promise<{ status: number; bytes(): Promise<Buffer>; discard(): void }>

export interface CdnListOptions {
  readonly urls: readonly string[]
  readonly ttl_ms: number
  readonly log: { warn(message: string): void }
  readonly fetch: FetchList
  readonly timeout_ms?: number
  readonly max_bytes?: number
  /** The delay after a failed fetch, unless `ttl_ms` is shorter. */
  readonly retry_ms?: number
  /** The minimum delay, so that a `ttl_ms` of 0 does not flood the source. */
  readonly shortest_ms?: number
}

/** Node fires a timer immediately if its delay is longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export class CdnAddresses {
  readonly #options: Required<CdnListOptions>
  readonly #stopped = new AbortController()
  /** The last fetched lines per URL, which stay in use when a fetch fails. */
  readonly #lines = new Map<string, string[]>()
  #current: CidrList | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<boolean> | undefined

  constructor(options: CdnListOptions) {
    this.#options = {
      timeout_ms: 10_000,
      max_bytes: 1024 * 1024,
      retry_ms: 60_000,
      shortest_ms: 1_000,
      ...options,
    }
  }

  /** Undefined until a list has been fetched. Proxy headers are ignored until then. */
  get current(): CidrList | undefined {
    return this.#current
  }

  /**
   * Fetches now and schedules the next fetch. Resolves to true if all sources answered. Concurrent calls share one
   * fetch.
   */
  refresh(): Promise<boolean> {
    this.#running ??= this.#fetchAll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  stop(): void {
    this.#stopped.abort()
    clearTimeout(this.#timer)
  }

  async #fetchAll(): Promise<boolean> {
    const results = await Promise.all(this.#options.urls.map(url => this.#fetchOne(url)))
    if (this.#stopped.signal.aborted) return false
    const complete = results.every(Boolean)
    if (results.some(Boolean)) this.#current = listOf([...this.#lines.values()].flat())
    this.#plan(pauseAfter(complete, this.#options))
    return complete
  }

  async #fetchOne(url: string): Promise<boolean> {
    const { timeout_ms, max_bytes, log, fetch } = this.#options
    const { signal } = this.#stopped
    try {
      const lines = validLines(
        await fetchText(fetch, { url, signal, maxBytes: max_bytes, deadline_ms: timeout_ms }),
      )
      if (lines.length === 0) throw new Error('it contains no address range')
      this.#lines.set(url, lines)
      return true
    } catch (error) {
      if (this.#stopped.signal.aborted) return false
      const until = this.#lines.has(url) ? 'the previous list stays in use' : 'its proxies are not trusted'
      log.warn(`The CDN address list ${url} could not be fetched, ${until}: ${reasonOf(error)}`)
      return false
    }
  }

  #plan(pause_ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.refresh(), pause_ms).unref()
  }
}

type Pauses = Required<Pick<CdnListOptions, 'ttl_ms' | 'retry_ms' | 'shortest_ms'>>

export function pauseAfter(complete: boolean, { ttl_ms, retry_ms, shortest_ms }: Pauses): number {
  const wanted = complete ? ttl_ms : Math.min(ttl_ms, retry_ms)
  return Math.min(Math.max(wanted, shortest_ms), LONGEST_TIMER_MS)
}

async function fetchText(send: FetchList, request: ListRequest): Promise<string> {
  const response = await send(request)
  if (response.status !== 200) {
    response.discard()
    throw new Error(`it answered ${response.status}`)
  }
  return (await response.bytes()).toString('utf8')
}

function validLines(text: string): string[] {
  const check = new CidrList()
  const lines = text.split(/\r?\n/).map(line => line.replace(/[#;].*/, '').trim())
  return lines.filter(line => line !== '' && check.add(line))
}

function listOf(lines: readonly string[]): CidrList {
  const list = new CidrList()
  for (const line of lines) list.add(line)
  return list
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
