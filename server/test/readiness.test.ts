// Readiness with work that does not end. Both databases.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readiness } from '@daymark/contract/accounts/server-info'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from './support/app.ts'
import { forEachStorage } from './support/storages.ts'

async function readiness(server: TestApp): Promise<{ code: number; body: Readiness }> {
  const response = await server.fetch('/health/ready')
  return { code: response.status, body: (await response.json()) as Readiness }
}

/** Polls, because answers are cached for a second and nothing announces a change. */
async function until(
  server: TestApp,
  status: Readiness['status'],
  component = 'database',
): Promise<{ code: number; body: Readiness }> {
  for (;;) {
    const answer = await readiness(server)
    const isDown = answer.body.components[component]?.status === 'down'
    if (answer.body.status === status && (status === 'ok' || isDown)) return answer
    await pause(100)
  }
}

forEachStorage('readiness', open => {
  it('is 503 while a write is stuck for 5 seconds, with its age, and recovers', async () => {
    const storage = await open()
    const server = await startTestApp(storage)
    const { body } = await until(server, 'ok')
    for (const name of ['database', 'writes', 'jobs', 'outbound'])
      assert.equal(body.components[name]?.status, 'ok', name)
    assert.equal(body.components['writes']?.age_s, 0)
    const gate = Promise.withResolvers<void>()
    const began = performance.now()
    const stuck = storage.write(['ann'], () => gate.promise)
    const { code, body: late } = await until(server, 'unavailable', 'writes')
    assert.ok(performance.now() - began >= 5_000, 'a slower write is no reason')
    assert.equal(code, 503)
    assert.equal(late.components['writes']?.status, 'down')
    assert.match(late.components['writes']?.reason ?? '', /A write has been running for \d+ s/)
    assert.ok((late.components['writes']?.age_s ?? 0) >= 5)
    gate.resolve()
    await stuck
    await until(server, 'ok')
    await server.close()
  })

  it('is degraded with the name of a kind that is late, unless only receivers of one person are', async () => {
    const storage = await open()
    const server = await startTestApp(storage)
    const put = (kind: string, key: string) =>
      storage.write([], tx => {
        const due = Date.now() - 62 * 60_000
        // Claimed by nobody, and not looked for before the next round.
        return sql`insert into jobs (kind, key, run_at, payload, created_at) values (${kind}, ${key}, ${due}, 'null', 1)`.execute(
          tx.sql,
        )
      })
    await server.app.jobs.stop()
    await put('webhook', 'one')
    assert.equal((await until(server, 'ok')).body.components['jobs']?.status, 'ok')
    await put('webhook', 'two')
    const { code, body } = await until(server, 'degraded', 'jobs')
    assert.equal(code, 200)
    assert.match(body.components['jobs']?.reason ?? '', /^Jobs of the kind webhook are 62 minutes late\.$/)
    assert.ok((body.components['jobs']?.age_s ?? 0) >= 3_600)
    await server.close()
  })
})
