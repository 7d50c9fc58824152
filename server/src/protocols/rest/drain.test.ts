import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { drain } from './drain.ts'

const TIMES = { announce: 100, serve: 200, leave: 10_000, quiet: 300 }

test('a server that drains answers kept connections until the proxy has left', async () => {
  const server = createServer((request, response) => response.end(request.method))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const ask = async (method: string, proxy = 'reads') => {
    const headers = { 'x-proxy-retries': proxy }
    const [response] = await once(send({ host: '127.0.0.1', port, agent, method, headers }).end(), 'response')
    response.resume()
    await once(response, 'end')
    return [response.statusCode, response.headers.connection]
  }
  const kept = (await Promise.all([ask('GET'), ask('GET')])).length
  assert.deepEqual(await ask('GET'), [200, 'keep-alive'])
  let hasLeft = false
  const draining = drain(server, { times: TIMES }).then(() => {
    hasLeft = true
  })
  // Polls until the server refuses reads, because nothing announces the beginning of this phase.
  let read = await ask('GET')
  assert.deepEqual(read, [200, 'close'])
  while (read[0] === 200) read = await ask('GET')
  assert.deepEqual(read, [502, 'close'])
  assert.deepEqual(await ask('POST'), [200, 'close'])
  assert.deepEqual(await ask('GET', 'nothing'), [200, 'close'])
  assert.ok(kept > 0 && !hasLeft && server.listening)
  await draining
  assert.equal(server.listening, false)
  await assert.rejects(ask('GET'), { code: 'ECONNREFUSED' })
  agent.destroy()
})
