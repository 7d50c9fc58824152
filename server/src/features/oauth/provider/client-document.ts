// Fetches Client ID Metadata Documents and client keys for the provider. People who are not signed in cause these
// requests, so they have a small budget. Documents of apps that somebody has allowed are kept and cost nothing.
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Limiter, Rule } from '../../../platform/limiter/port.ts'
import { type OutboundFetch, SHORT_DEADLINE_MS } from '../../../platform/outbound/outbound.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { Seal } from '../../accounts/keys/seal.ts'
import { hashOf } from '../connected-app.ts'
import { isOfProgram } from './clients.ts'
import { oauthRecordStore } from './record-store.ts'

export const MAX_DOCUMENT_BYTES = 65_536
const KIND = 'ClientDocument'
/** A kept document is fetched again in the background when it is older. */
const REFRESH_MS = 86_400_000
/** The last documents, from which one is kept when somebody allows its app. */
const MAX_RECENT = 100

const PER_ADDRESS: Rule = { key: 'client_documents', window_ms: 60_000, max: 10 }
const IN_ALL: Rule = { key: 'client_documents.all', window_ms: 60_000, max: 60 }

export interface ClientDocumentParts {
  uow: UnitOfWork
  clock: Clock
  seal: Seal
  fetch: OutboundFetch
  limiter: Limiter
  /** The client's network, even behind trusted proxies. */
  networkOf(request: IncomingMessage): string
}

interface Fetched {
  status: number
  body: string | null
  cacheControl: string | null
}

interface Kept {
  body: string
  at: number
}

export type ClientDocuments = ReturnType<typeof clientDocuments>

export function clientDocuments({ uow, clock, seal, fetch, limiter, networkOf }: ClientDocumentParts) {
  const recent = new Map<string, string>()
  const refreshing = new Set<string>()
  const idOf = (url: string) => hashOf(url)
  const contextOf = (url: string) => `${KIND} ${idOf(url)}`

  async function find(url: string): Promise<Kept | undefined> {
    const row = await uow.read(db => oauthRecordStore(db).find(KIND, 'id', idOf(url)))
    const text = row && seal.open(row.payload, contextOf(url))
    return text === undefined ? undefined : (JSON.parse(text) as Kept)
  }

  async function save(url: string, body: string): Promise<void> {
    const now = clock.now()
    const payload = seal.close(JSON.stringify({ body, at: now } satisfies Kept), contextOf(url))
    const nothing = { account_id: null, grant_id: null, session_uid: null, user_code: null }
    const rest = { scopes: null, audience: null, expires_at: null }
    const record = { kind: KIND, id: idOf(url), client_id: url, ...nothing, ...rest, payload }
    await uow.write([], tx => oauthRecordStore(tx).save(record, now))
  }

  async function read(url: string, caller: { person: string } | { stranger: string }): Promise<Fetched> {
    const response = await fetch({
      url,
      by: caller,
      allowHttp: false,
      maxBytes: MAX_DOCUMENT_BYTES,
      deadline_ms: SHORT_DEADLINE_MS,
      headers: { accept: 'application/json' },
    })
    const moved = response.url !== new URL(url).href
    if (moved || response.status !== 200) {
      response.discard()
      const status = moved || response.status < 300 ? 502 : response.status
      return { status, body: null, cacheControl: null }
    }
    const body = asNative((await response.bytes()).toString('utf8'))
    return { status: 200, body, cacheControl: response.headers['cache-control'] ?? null }
  }

  /** Keeps the old document while its server is unreachable. */
  async function refresh(url: string): Promise<void> {
    if (refreshing.has(url)) return
    refreshing.add(url)
    try {
      const { status, body } = await read(url, { person: 'documents of allowed apps' })
      if (body !== null) await save(url, body)
      else if (status === 404 || status === 410)
        await uow.write([], tx => oauthRecordStore(tx).remove(KIND, idOf(url)))
    } catch {
      // The next use tries again.
    } finally {
      refreshing.delete(url)
    }
  }

  return {
    /** Counts a document against the budget of people who are not signed in. Returns false if it is used up. */
    async mayFetch(url: string, request: IncomingMessage | undefined): Promise<boolean> {
      if (await find(url)) return true
      const own = request && (await limiter.take(PER_ADDRESS, `address:${networkOf(request)}`))
      if (own && !own.allowed) return false
      return (await limiter.take(IN_ALL, 'all')).allowed
    },

    /** Returns a document, and status 502 if it has moved. */
    async get(url: string): Promise<Fetched> {
      const kept = await find(url)
      if (kept) {
        if (clock.now() - kept.at > REFRESH_MS) void refresh(url)
        return { status: 200, body: kept.body, cacheControl: null }
      }
      const fetched = await read(url, { stranger: 'client documents' })
      if (fetched.body !== null) {
        recent.delete(url)
        recent.set(url, fetched.body)
        const [oldest] = recent.keys()
        if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest)
      }
      return fetched
    },

    /** Called when somebody has allowed the app with this client id. */
    async keep(url: string): Promise<void> {
      const body = recent.get(url)
      if (body !== undefined) await save(url, body)
    },
  }
}

/**
 * Marks clients on the person's computer as native, because their documents often omit `application_type`. Only native
 * clients may use a different port each time (RFC 8252, section 7.3).
 */
export function asNative(text: string): string {
  const document = readObject(text)
  if (!document || 'application_type' in document || !isOfProgram(document['redirect_uris'])) return text
  return JSON.stringify({ ...document, application_type: 'native' })
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
