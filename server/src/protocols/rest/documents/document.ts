// Serves documents that are the same for everyone. Each is created once, cached as bytes, and revalidated by ETag.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { matchesTag } from '../requests/conditional.ts'

export interface Document {
  readonly text: string | Buffer
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Clients revalidate their copy unless the document sets another `cache-control`. */
const REVALIDATE = { 'cache-control': 'no-cache' }

/** Calls `make` on the first request, because most servers never serve the document. */
export function serveDocument(
  app: FastifyInstance,
  url: string,
  make: () => Document | Promise<Document>,
): void {
  const made = once(async () => {
    const { text, type, headers } = await make()
    const bytes = Buffer.from(text)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    return { bytes, etag, headers: { ...REVALIDATE, ...headers, etag, 'content-type': type } }
  })
  app.get(url, { config: { openToAll: true } }, async (request, reply) => {
    const { bytes, etag, headers } = await made()
    reply.headers(headers)
    const known = request.headers['if-none-match']
    return known !== undefined && matchesTag(known, etag)
      ? reply.code(304).removeHeader('content-type').send()
      : reply.send(bytes)
  })
}

/** Returns a function that calls `make` once and shares the result. After a failure, the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
