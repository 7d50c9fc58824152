// Writes an error response directly to a socket, without Fastify.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '../../platform/kernel/ids.ts'

export function answerRaw(socket: Duplex, status: number, detail: string): void {
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${newId()}`,
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const UNREADABLE: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/** Answers requests that Fastify never sees: invalid HTTP, oversized headers, or a slow client. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  answerRaw(socket, ...(UNREADABLE[error.code ?? ''] ?? ([400, 'The request is not valid HTTP.'] as const)))
}
