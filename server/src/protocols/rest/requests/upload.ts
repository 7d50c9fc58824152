// Reads the body of a route that accepts a file: the file itself, or a form with one file.
import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { rejected } from '../../../platform/kernel/errors.ts'
import { allowLongWork } from '../limits/connections.ts'

const ANY_FILE = 'application/octet-stream'
/** The size that a form may add to its file, for boundaries and headers. */
const FORM_BYTES = 16_384
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i

export function mountUpload(app: FastifyInstance, type: string, route: RouteOptions): void {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      // A route for any kind of file accepts every content type.
      type === ANY_FILE ? '*' : [type, ANY_FILE],
      { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        await keepDigest(request, body)
        return body
      },
    )
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES + FORM_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        const file = fileOf(body, request.headers['content-type'] ?? '')
        if (!file) throw rejected('The form contains no file.')
        // The digest of the file, not of the form, because the boundary of a form differs in every request.
        await keepDigest(request, file)
        return file
      },
    )
    scope.route({
      ...route,
      config: { ...route.config, isUpload: true },
      preHandler: async (_request, reply) => allowLongWork(reply.raw),
    })
  })
}

/** Keeps the digest of the file for requests with a key, to compare a repeated request with the first. */
async function keepDigest(request: FastifyRequest, file: Buffer): Promise<void> {
  if (request.headers['idempotency-key'] === undefined) return
  // Runs off the event loop, because files are large.
  const digest = await crypto.subtle.digest('SHA-256', file as Buffer<ArrayBuffer>)
  request.rawBody = Buffer.from(digest).toString('base64url')
}

/** Returns the content of the first part with a file name, or of the only part. */
export function fileOf(body: Buffer, contentType: string): Buffer | undefined {
  const found = BOUNDARY.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  if (!boundary) return undefined
  const mark = Buffer.from(`--${boundary}`)
  const parts: { headers: string; content: Buffer }[] = []
  let from = body.indexOf(mark)
  while (from >= 0 && parts.length < 20) {
    const start = from + mark.length
    const next = body.indexOf(mark, start)
    if (next < 0) break
    const headEnd = body.indexOf('\r\n\r\n', start)
    if (headEnd >= 0 && headEnd < next)
      parts.push({
        headers: body.toString('utf8', start, Math.min(headEnd, start + 8_192)),
        // The line break before the boundary belongs to the boundary.
        content: body.subarray(headEnd + 4, Math.max(headEnd + 4, next - 2)),
      })
    from = next
  }
  return (
    parts.find(({ headers }) => /;\s*filename\*?=/i.test(headers)) ??
    (parts.length === 1 ? parts[0] : undefined)
  )?.content
}
