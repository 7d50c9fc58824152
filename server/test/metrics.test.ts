import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestApp, type TestApp } from './support/app.ts'
import { connect, greeted } from './support/device.ts'
import { openFreshSqlite } from './support/sqlite.ts'
import { openFreshPostgres } from './support/storages.ts'

async function figuresOf(server: TestApp): Promise<[name: string, value: number][]> {
  const text = await (await server.fetch('/metrics')).text()
  return text.split('\n').flatMap(line => {
    const [, name, value] = /^([^#].*) (\S+)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, Number(value)] as [string, number]]
  })
}

for (const [name, open] of [
  ['SQLite', openFreshSqlite],
  ['PostgreSQL', openFreshPostgres],
] as const) {
  test(`/metrics counts requests, refusals and the work of the database on ${name}`, async () => {
    const server = await startTestApp(await open(), { METRICS_ENABLED: 'true', RATE_LIMIT_ENABLED: 'true' })
    try {
      const secret = 'secret-person'
      const client = await server.as(secret)
      const group = await client.tags.createGroup({ body: { name: 'hidden name', color: '#000000' } })
      await client.tags.getGroup({ params: { group_id: group.id } })
      await server.fetch('/v1/nothing/secret-path')
      await client.tags.listGroups()
      const text = await (await server.fetch('/metrics')).text()
      assert.match(
        text,
        /daymark_request_seconds_count\{method="GET",route="\/v1\/tags\/groups\/:group_id",status="200"\} 1/,
      )
      // Only the last bucket's count does not depend on the machine's speed.
      assert.match(text, /daymark_request_seconds_bucket\{le="2.5",.*route="\/v1\/tags\/groups".*\} [01]$/m)
      assert.match(text, /daymark_request_seconds_bucket\{le="\+Inf",.*route="\/v1\/tags\/groups".*\} 1/)
      assert.match(text, /daymark_request_seconds_count\{method="GET",route="unknown",status="404"\} 1/)
      assert.match(text, /daymark_limiter_decisions_total\{rule="tag_groups.create",allowed="true"\} 1/)
      assert.match(text, /daymark_sockets 0/)
      assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m)
      assert.match(text, /^process_resident_memory_bytes \d/m)
      assert.match(text, /^daymark_build_info\{version="[\d.]+",node="[\d.]+",database="\w+"\} 1$/m)
      assert.match(text, /^daymark_database_size_bytes [1-9]\d*$/m)
      assert.match(text, /^daymark_component_up\{component="database"\} 1$/m)
      // No request has had a token yet, and a missing token is not a failed sign-in. The next request has an invalid
      // token.
      assert.doesNotMatch(text, /^daymark_sign_in_failures_total\{/m)
      await server.fetch('/v1/todos', { headers: { authorization: 'Bearer nonsense' } })
      const later = await (await server.fetch('/metrics')).text()
      assert.match(later, /^daymark_sign_in_failures_total\{reason="token"\} 1$/m)
      for (const word of [secret, 'secret-path', group.id]) assert.ok(!text.includes(word), word)
    } finally {
      await server.close()
    }
  })
}

test('/metrics counts refusals of the limiter by rule', async () => {
  const settings = { METRICS_ENABLED: 'true', RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_DEFAULT_REQUESTS: '2' }
  const server = await startTestApp(await openFreshSqlite(), settings)
  for (let i = 0; i < 5; i++) await server.fetch('/v1/nothing')
  const figures = await figuresOf(server)
  const decisions = (allowed: boolean) =>
    figures.find(([name]) => name.startsWith('daymark_limiter_decisions') && name.includes(`"${allowed}"`))
  assert.equal(decisions(true)?.[1], 2)
  assert.equal(decisions(false)?.[1], 3)
  await server.close()
})

test('/metrics shows work that waits for PostgreSQL and busy connections', async () => {
  const storage = await openFreshPostgres({ poolSize: 2 })
  const server = await startTestApp(storage, { METRICS_ENABLED: 'true' })
  const hold = Promise.withResolvers<void>()
  const busy = Array.from({ length: 5 }, () => storage.write([], () => hold.promise))
  // Polls, because the pool opens its connections asynchronously.
  while (storage.load().connections < 2) await pause(5)
  const figures = new Map(await figuresOf(server))
  assert.equal(figures.get('daymark_database_connections'), 2)
  assert.equal(figures.get('daymark_database_waiting'), 3)
  hold.resolve()
  await Promise.all(busy)
  assert.equal(new Map(await figuresOf(server)).get('daymark_database_waiting'), 0)
  await server.close()
})

test('/metrics counts sockets, their messages by type, refusals and closes by code', async () => {
  const settings = { METRICS_ENABLED: 'true', WS_MAX_CONNECTIONS_PER_USER: '2' }
  const server = await startTestApp(await openFreshSqlite(), settings)
  const [phone, laptop] = [await greeted(server, 'ann'), await greeted(server, 'ann')]
  const crowd = await connect(server, 'ann')
  assert.equal((await crowd.closed).code, 4029)
  const stranger = await connect(server, 'ann', { protocols: ['authorization.bearer.nonsense'] })
  assert.equal((await stranger.closed).code, 1008)
  const foreign = await connect(server, 'ann', { headers: { origin: 'https://evil.example' } })
  assert.equal((await foreign.refused).status, 403)
  const refused = new Map(await figuresOf(server)).get('daymark_sign_in_failures_total{reason="token"}')
  assert.equal(refused, 1)

  const { timer } = (await phone.start()).payload
  await phone.ask('timer.pause', { timer_id: timer.id })
  await phone.fails('PAUSE_FAILED', 'timer.pause', { timer_id: timer.id })
  phone.sendText(JSON.stringify({ type: 'invented.by.client', id: 'x' }))
  await phone.until(message => message.reply_to === 'x')
  await laptop.settled()
  assert.equal(new Map(await figuresOf(server)).get('daymark_sockets'), 2)
  phone.socket.close(4567)
  await phone.closed
  await laptop.close()

  const figures = new Map(await figuresOf(server))
  const expected = {
    daymark_sockets: 0,
    'daymark_socket_handshakes_total{outcome="welcomed"}': 2,
    'daymark_socket_handshakes_total{outcome="4029"}': 1,
    'daymark_socket_handshakes_total{outcome="1008"}': 1,
    'daymark_socket_handshakes_total{outcome="403"}': 1,
    'daymark_socket_messages_received_total{type="timer.create"}': 1,
    'daymark_socket_messages_received_total{type="timer.pause"}': 2,
    'daymark_socket_messages_received_total{type="other"}': 1,
    'daymark_socket_messages_received_total{type="timer.sync"}': 1,
    'daymark_socket_messages_sent_total{type="connected"}': 2,
    'daymark_socket_messages_sent_total{type="timer.sync_result"}': 3,
    'daymark_socket_messages_sent_total{type="timer.created"}': 2,
    'daymark_socket_messages_sent_total{type="timer.updated"}': 2,
    'daymark_socket_messages_sent_total{type="error"}': 2,
    'daymark_socket_errors_total{code="PAUSE_FAILED"}': 1,
    'daymark_socket_errors_total{code="UNKNOWN_TYPE"}': 1,
    // Codes that a client makes up count as `other` and do not become labels.
    'daymark_socket_closes_total{code="other"}': 1,
    'daymark_socket_closes_total{code="1005"}': 1,
  }
  const sockets = [...figures].filter(([name]) => name.startsWith('daymark_socket'))
  assert.deepEqual(Object.fromEntries(sockets.sort()), Object.fromEntries(Object.entries(expected).sort()))
  await server.close()
})

test('/metrics is off by default', async () => {
  const server = await startTestApp(await openFreshSqlite())
  assert.equal((await server.fetch('/metrics')).status, 404)
  await server.close()
})
