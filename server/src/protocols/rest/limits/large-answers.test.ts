import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { sendFailure } from '../errors.ts'
import { boundLargeAnswers, type LargeAnswerBounds } from './large-answers.ts'

const MB = 1024 * 1024
/** Too large for the operating system to buffer for a client that does not read. */
const SIZE = 12 * MB
const LARGE = 'x'.repeat(SIZE)

const BOUNDS: LargeAnswerBounds = {
  large: MB,
  per_client: 2 * SIZE,
  together: 3 * SIZE,
  least_ms: 3_600_000,
  bytes_per_second: MB,
}

async function open(t: TestContext, bounds: Partial<LargeAnswerBounds> = {}) {
  const app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(sendFailure)
  boundLargeAnswers(app, request => String(request.headers['x-client']), { ...BOUNDS, ...bounds })
  let made = 0
  app.get('/large', (_request, reply) => {
    made++
    return reply.type('text/plain').send(LARGE)
  })
  app.get('/small', (_request, reply) => reply.type('text/plain').send('x'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo

  const ask = async (path: string, client: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-client': client } })
    return { response, text: await response.text() }
  }

  /** Requests the large response and reads only its beginning. */
  async function stall(client: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    socket.write(`GET /large HTTP/1.1\r\nhost: x\r\nx-client: ${client}\r\n\r\n`)
    const [head] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    assert.match(String(head.subarray(0, 20)), /200 OK/)
    return socket
  }
  return { ask, stall, made: () => made }
}

test('a client that does not read its large responses gets no more of them', async t => {
  const { ask, stall, made } = await open(t)
  await stall('ann')
  await stall('ann')
  const refused = await ask('/large', 'ann')
  assert.equal(made(), 2, 'what is refused is not made')
  assert.equal(refused.response.status, 429)
  assert.equal(refused.response.headers.get('retry-after'), '5')
  assert.match(JSON.parse(refused.text).detail, /not been read/)
  assert.equal((await ask('/small', 'ann')).response.status, 200)
  assert.equal((await ask('/large', 'bob')).text.length, SIZE)
})

test('all clients together are limited, and responses that were read or aborted free their share', async t => {
  const { ask, stall } = await open(t)
  const sockets = await Promise.all(['ann', 'bob', 'cat'].map(stall))
  const refused = await ask('/large', 'dan')
  assert.equal(refused.response.status, 503)
  assert.ok(refused.response.headers.get('retry-after'))
  sockets[0]?.destroy()
  // Retries, because the server notices the closed connection a moment later.
  let again = await ask('/large', 'dan')
  while (again.response.status === 503) again = await ask('/large', 'dan')
  assert.equal(again.text.length, SIZE)
  assert.equal((await ask('/large', 'dan')).text.length, SIZE, 'a response that was read no longer counts')
})

test('a reader that takes too long is disconnected, however little it reads in between', async t => {
  const { stall } = await open(t, { least_ms: 100, bytes_per_second: 1_000 * MB })
  const socket = await stall('ann')
  let received = 0
  socket.on('error', () => {})
  socket.on('data', chunk => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 50)
  })
  socket.resume()
  await new Promise(resolve => socket.once('close', resolve))
  assert.ok(received < SIZE)
})
