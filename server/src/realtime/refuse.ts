// Refuses an upgrade with a plain HTTP answer, in the form of every other error.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export function refuse(socket: Duplex, status: 403 | 404 | 503, detail: string): void {
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
