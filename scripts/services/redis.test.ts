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

test('Redis restarts empty on the same port after kill -9', async () => {
  await using redis = await startRedis()
  await withClient(redis.url, client => client.set('word', 'kept'))
  await redis.kill()
  assert.equal(redis.isRunning, false)
  await assert.rejects(withClient(redis.url, client => client.ping()))
  await redis.restart()
  assert.equal(await withClient(redis.url, client => client.get('word')), null)
})

test('Redis refuses clients without the password, and discarding removes its folder', async () => {
  const redis = await startRedis()
  const stranger = connect({ host: '127.0.0.1', port: redis.port })
  stranger.write('PING\r\n')
  const [answer] = await once(stranger, 'data')
  stranger.destroy()
  assert.match(String(answer), /NOAUTH/)
  assert.ok(existsSync(redis.folder))
  await redis.discard()
  assert.ok(!existsSync(redis.folder))
})
