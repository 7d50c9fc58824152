import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { allowLongWork, boundedServer } from './connections.ts'

const HOUR = 3_600_000
const PATIENT = { stalled_ms: HOUR, request_ms: HOUR, keep_alive_ms: HOUR }

/** Starts a server with this handler, and opens one connection to it. */
async function connected(handle: RequestListener, times = PATIENT) {
  const server = boundedServer(times)(handle, {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    socket,
    async [Symbol.asyncDispose]() {
      socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const LAST = 'connection: close\r\n'

const numbered = (count: number, send: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => send(at)).join('')

test('pipelined requests run one after the other and are answered in order', async () => {
  let running = 0
  let most = 0
  await using server = await connected((request, response) => {
    most = Math.max(most, ++running)
    setImmediate(() => {
      running--
      response.end(`<${request.url}>`)
    })
  })
  server.socket.write(numbered(16, at => get(`/${at}`, at === 15 ? LAST : '')))
  const answers = [...(await text(server.socket)).matchAll(/<\/(\d+)>/g)].map(match => Number(match[1]))
  assert.deepEqual(
    answers,
    Array.from({ length: 16 }, (_, at) => at),
  )
  assert.equal(most, 1)
})

test('many more requests are served if they arrive as fast as they are answered', async () => {
  await using server = await connected((request, response) => response.end(`<${request.url}>`))
  const { socket } = server
  let received = ''
  socket.on('data', bytes => {
    received += bytes
  })
  for (let at = 0; at < 40; at++) {
    socket.write(get(`/${at}`))
    while (!received.includes(`</${at}>`)) await once(socket, 'data')
  }
})

test('more than 16 requests without an answer end the connection', async () => {
  const answer = Promise.withResolvers<void>()
  let started = 0
  await using server = await connected(async (_request, response) => {
    started++
    await answer.promise
    response.end('late')
  })
  server.socket.resume().write(numbered(17, at => get(`/${at}`)))
  await once(server.socket, 'close')
  answer.resolve()
  assert.equal(started, 1, 'queued requests do not run on a closed connection')
})

test('a pipelined request whose body arrives late is served in its turn', async () => {
  await using server = await connected(async (request, response) => {
    response.end(`<${request.url} ${await text(request)}>`)
  })
  const { socket } = server
  const post = `POST /body HTTP/1.1\r\nhost: x\r\n${LAST}content-length: 100000\r\n\r\n`
  socket.write(get('/first') + post + 'x'.repeat(50_000))
  socket.write('x'.repeat(50_000))
  assert.match(await text(socket), /<\/first >.*<\/body x{100000}>/s)
})

const STALLED_MS = 200
const MUCH = Buffer.alloc(64 * 1024 * 1024)

async function received(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', chunk => {
    bytes += chunk.length
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return bytes
}

test('a stalled reader is disconnected', async () => {
  const left = Promise.withResolvers<void>()
  await using server = await connected(
    (_request, response) => {
      response.end(MUCH)
      response.once('close', () => left.resolve())
    },
    { ...PATIENT, stalled_ms: STALLED_MS },
  )
  server.socket.write(get('/', LAST))
  await left.promise
  assert.ok((await received(server.socket)) < MUCH.length)
})

test('a read that takes too long is answered with 503, also if the handler answers later', async () => {
  const late = Promise.withResolvers<() => void>()
  await using server = await connected((_request, response) => late.resolve(() => response.end('late')), {
    ...PATIENT,
    stalled_ms: STALLED_MS,
  })
  server.socket.write(get('/', LAST))
  const answer = await text(server.socket)
  assert.match(
    answer,
    /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: \d+\r\n[\s\S]*"detail":"The server took too long/,
  )
  const finish = await late.promise
  finish()
})

test('a write that takes too long gets no answer, because it may still be done', async () => {
  await using server = await connected(() => {}, { ...PATIENT, stalled_ms: STALLED_MS })
  server.socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
  assert.equal(await text(server.socket), '')
})

test('a request that takes long keeps its connection if it is allowed to', async () => {
  await using server = await connected(
    (_request, response) => {
      allowLongWork(response)
      setTimeout(() => response.end(MUCH.subarray(0, 1000)), 3 * STALLED_MS)
    },
    { ...PATIENT, stalled_ms: STALLED_MS },
  )
  server.socket.write(get('/', LAST))
  assert.ok((await received(server.socket)) > 1000)
})

test('a slow reader that keeps reading gets everything', async () => {
  const stalled_ms = 2_000
  await using server = await connected((_request, response) => response.end(MUCH), { ...PATIENT, stalled_ms })
  const { socket } = server
  socket.write(get('/', LAST))
  // Each pause is within the allowed time, but their sum is not.
  const pauses = 5
  let portion = 0
  socket.on('data', chunk => {
    portion += chunk.length
    if (portion < MUCH.length / pauses) return
    portion = 0
    socket.pause()
    setTimeout(() => socket.resume(), stalled_ms / (pauses - 1))
  })
  assert.ok((await received(socket)) > MUCH.length)
})
