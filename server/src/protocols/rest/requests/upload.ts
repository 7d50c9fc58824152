// Receives the body of a route that accepts a file: the file itself, or a form with one file.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import type { Route } from '@daymark/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { limited, rejected, tooLarge } from '../../../platform/kernel/errors.ts'
import type { Upload } from '../../../platform/kernel/upload.ts'
import { formFile } from '../../../platform/uploads/form-file.ts'
import { spool } from '../../../platform/uploads/spool.ts'
import { allowLongWork } from '../limits/connections.ts'

export interface UploadOptions {
  /** The folder for files while they are read. */
  folder: string
  /** The largest archive that Daymark wrote, in bytes. */
  archiveBytes: number
}

declare module 'fastify' {
  interface FastifyInstance {
    uploads: UploadOptions
  }
}

const ANY_FILE = 'application/octet-stream'
const ARCHIVE = 'application/zip'
/** The size that a form may add to its file, for boundaries and headers. */
const FORM_BYTES = 16_384
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i
/** Limits the disk space that a person uses by sending files slowly. */
const MAX_PER_PERSON = 2
const RETRY_S = 10

export function mountUpload(
  app: FastifyInstance,
  type: NonNullable<Route['upload']>,
  route: RouteOptions,
): void {
  const most = type === ARCHIVE ? app.uploads.archiveBytes : MAX_IMPORT_BYTES
  const { folder } = app.uploads
  const receiving = new Map<string, number>()

  async function receive(
    request: FastifyRequest,
    content: IncomingMessage,
    bytes: number,
    seen?: (chunk: Uint8Array) => void,
  ): Promise<Upload> {
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(tooLargeText(most))
    const person = request.session?.actor.id ?? ''
    const count = receiving.get(person) ?? 0
    if (count >= MAX_PER_PERSON)
      throw limited('You are already sending two files. Wait until one of them has arrived.', RETRY_S)
    receiving.set(person, count + 1)
    try {
      // The rest of a refused body is read elsewhere, so that the client sees the response.
      const chunks = content.iterator({ destroyOnReturn: false })
      return await spool(chunks, { folder, most: bytes, refusal: tooLargeText(most), seen })
    } finally {
      const left = (receiving.get(person) ?? 1) - 1
      if (left === 0) receiving.delete(person)
      else receiving.set(person, left)
    }
  }

  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      // A route for any kind of file accepts every content type.
      type === ANY_FILE ? '*' : [type, ANY_FILE],
      async (request: FastifyRequest, content: IncomingMessage) => {
        const hash = hashFor(request)
        const file = await receive(request, content, most, hash && (chunk => hash.update(chunk)))
        if (hash) request.rawBody = hash.digest('base64url')
        return file
      },
    )
    scope.addContentTypeParser(
      'multipart/form-data',
      async (request: FastifyRequest, content: IncomingMessage) => {
        const found = BOUNDARY.exec(request.headers['content-type'] ?? '')
        const form = await receive(request, content, most + FORM_BYTES)
        const file = await formFile(form, found?.[1] ?? found?.[2] ?? '').catch(() => undefined)
        if (!file) {
          form.release()
          throw rejected('The form contains no file.')
        }
        // The digest of the file, not of the form, because the boundary of a form differs in every request.
        const hash = hashFor(request)
        if (hash) {
          for await (const chunk of file.chunks()) hash.update(chunk)
          request.rawBody = hash.digest('base64url')
        }
        return file
      },
    )
    scope.route({
      ...route,
      config: { ...route.config, isUpload: true },
      preHandler: async (request, reply) => {
        allowLongWork(reply.raw)
        // A request without a body has an empty file.
        request.body ??= await spool([], { folder, most })
        releaseAtEnd(request, reply)
      },
    })
  })
}

const tooLargeText = (most: number): string => `The file is larger than ${most / 1024 / 1024} MB.`

/** Requests with a key compare a repeated request with the first. */
const hashFor = (request: FastifyRequest) =>
  request.headers['idempotency-key'] === undefined ? undefined : createHash('sha256')

function releaseAtEnd({ body }: FastifyRequest, reply: FastifyReply): void {
  const file = body as Upload | undefined
  reply.raw.once('close', () => file?.release())
}
