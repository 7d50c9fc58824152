// Fetches Client ID Metadata Documents and client keys for the provider.
import type { GuardedFetch } from '../../../platform/outbound/guarded-fetch.ts'
import { isOfProgram } from './clients.ts'

export const MAX_DOCUMENT_BYTES = 65_536

/** Fetches a document, and answers 502 if it has moved. Returns a web `Response`, because the provider expects one. */
export const clientFetch =
  (guarded: GuardedFetch) =>
  async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const found = await guarded({
      url,
      maxBytes: MAX_DOCUMENT_BYTES,
      headers: { accept: 'application/json' },
    })
    const moved = found.url !== new URL(url).href
    if (moved || found.status !== 200) {
      found.discard()
      return new Response(null, { status: moved ? 502 : found.status === 204 ? 502 : found.status })
    }
    const cached = found.headers['cache-control']
    return new Response(asNative((await found.bytes()).toString('utf8')), {
      headers: cached === undefined ? {} : { 'cache-control': cached },
    })
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
