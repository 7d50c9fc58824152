// A load generator with little overhead: raw keep-alive sockets, each with one request in flight.
import { connect, type Socket } from 'node:net'

export interface Load {
  port: number
  path: string
  token?: string
  /** Used in rotation instead of `token`, so that each request comes from a different person. */
  tokens?: readonly string[]
  method?: string
  body?: object
  /** Used in rotation instead of `body`, so that each request changes something. */
  bodies?: readonly object[]
  /** Used in rotation instead of `path`, `body` and `token`, so that each request comes from a different person. */
  requests?: readonly { path: string; body?: object; token: string }[]
  /** Sent as `If-None-Match`. */
  etag?: string
  connections: number
  milliseconds: number
}

export interface Outcome {
  requests: number
  perSecond: number
}

/** Sends the requests in rotation on all connections until the time is up. Throws on an unsuccessful response. */
export async function load(options: Load): Promise<Outcome> {
  const bodies = options.bodies ?? [options.body]
  const texts =
    options.requests?.map(each => requestText({ ...options, ...each }, each.token)) ??
    (options.tokens ?? [options.token]).flatMap(token =>
      bodies.map(body => requestText({ ...options, ...(body && { body }) }, token)),
    )
  let next = 0
  const request = () => texts[next++ % texts.length] ?? ''
  const end = performance.now() + options.milliseconds
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => keepAsking(options.port, request, end)),
  )
  const requests = counts.reduce((sum, count) => sum + count, 0)
  return { requests, perSecond: (requests / (performance.now() - started)) * 1000 }
}

export async function ask(options: Omit<Load, 'connections' | 'milliseconds'>): Promise<unknown> {
  const { method = 'GET', token, body } = options
  const response = await fetch(`http://127.0.0.1:${options.port}${options.path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status !== 200) throw new Error(`${options.path} answered ${response.status}`)
  return response.json()
}

function requestText({ method = 'GET', path, body, etag }: Load, token: string | undefined): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(etag === undefined ? [] : [`if-none-match: ${etag}`]),
    ...(payload ? ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`] : []),
  ]
  return `${headers.join('\r\n')}\r\n\r\n${payload}`
}

function keepAsking(port: number, request: () => string, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let answers = 0
    const reader = answerReader(() => {
      answers++
      if (performance.now() < end) socket.write(request())
      else finish(socket, () => resolve(answers))
    })
    socket.on('data', (chunk: Buffer) => {
      try {
        reader(chunk)
      } catch (error) {
        socket.destroy()
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request()))
  })
}

function finish(socket: Socket, then: () => void): void {
  socket.end()
  socket.destroy()
  then()
}

/**
 * Returns a data listener that calls `onAnswer` after each response. It finds the end by `content-length`, without
 * parsing the body.
 */
function answerReader(onAnswer: () => void): (chunk: Buffer) => void {
  let head = ''
  let missing = 0
  return chunk => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing === 0) onAnswer()
      return
    }
    head += chunk.toString('latin1')
    const stop = head.indexOf('\r\n\r\n')
    if (stop < 0) return
    if (!/^HTTP\/1\.1 (20|304)/.test(head)) throw new Error(`Unsuccessful response: ${head.slice(0, 60)}`)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    missing = length - (head.length - stop - 4)
    head = ''
    if (missing === 0) onAnswer()
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
