// Figures for operators: present when asked for, absent otherwise, and silent about people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from './support/app.ts'
import { openFreshPostgres, openFreshSqlite } from './support/storages.ts'

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
      const text = await (await server.fetch('/metrics')).text()
      assert.match(
        text,
        /daymark_request_seconds_count\{method="GET",route="\/v1\/tags\/groups\/:group_id",status="200"\} 1/,
      )
      assert.match(text, /daymark_limiter_decisions_total\{rule="tag_groups.create",allowed="true"\} 1/)
      assert.match(text, /daymark_sockets 0/)
      assert.match(text, /daymark_database_waiting 0/)
      assert.match(text, /daymark_nodejs_eventloop_lag_p99_seconds/)
      for (const word of [secret, 'secret-path', group.id]) assert.ok(!text.includes(word), word)
    } finally {
      await server.close()
    }
  })
}

test('/metrics is off unless switched on', async () => {
  const server = await startTestApp(await openFreshSqlite())
  assert.equal((await server.fetch('/metrics')).status, 404)
  await server.close()
})
