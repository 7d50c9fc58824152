// A test's own Redis is real, forgets or keeps as asked, and leaves nothing behind.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { startRedis } from './redis.ts'

async function withClient<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    client.disconnect()
  }
}

for (const [durable, expected] of [
  [true, 'kept'],
  [false, null],
] as const) {
  test(`after kill -9 a Redis with durable ${durable} answers ${expected} on the same port`, async () => {
    await using redis = await startRedis({ durable })
    await withClient(redis.url, client => client.set('word', 'kept'))

    await redis.kill()

    assert.equal(redis.isRunning, false)
    await assert.rejects(withClient(redis.url, client => client.ping()))
    await redis.restart()
    assert.equal(await withClient(redis.url, client => client.get('word')), expected)
  })
}

test('without its password nobody gets in, and discarding removes its folder', async () => {
  const redis = await startRedis()
  const stranger = connect({ host: '127.0.0.1', port: redis.port })
  stranger.write('PING\r\n')
  const [answer] = await once(stranger, 'data')
  stranger.destroy()
  assert.match(String(answer), /NOAUTH/)
  assert.ok(existsSync(redis.dataDir))
  await redis.discard()
  assert.ok(!existsSync(redis.dataDir))
})

test('a port that is taken is a fault if it was asked for', async () => {
  await using first = await startRedis()
  await assert.rejects(startRedis({ port: first.port }), /Address already in use/)
})
