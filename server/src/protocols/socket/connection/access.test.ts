import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { connect, greeted } from '../../../../test/support/device.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

let server: TestApp

before(async () => {
  server = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
})
after(() => server.close())

async function withToken(...scopes: ('read' | 'write' | 'timers:read' | 'timers:write' | 'todos:read')[]) {
  const client = await server.as('ann')
  const { id, token } = await client.tokens.create({ body: { name: 'Script', scopes } })
  const protocols = [BEARER_PROTOCOL + token]
  return { protocols, revoke: () => client.tokens.remove({ params: { token_id: id } }) }
}

it('lets a token read or control timers within its scopes', async () => {
  const { protocols } = await withToken('timers:read')
  const reader = await greeted(server, 'ann', { protocols })
  await reader.fails('CREATE_FAILED', 'timer.create', { allocated_duration: 60 }, /timers:write/)
  assert.equal((await reader.ask('timer.sync')).type, 'timer.sync_result')
  const writer = await greeted(server, 'ann', await withToken('timers:read', 'timers:write'))
  const { timer } = (await writer.start()).payload
  await reader.until(message => message.seq === 1)
  await reader.fails('PAUSE_FAILED', 'timer.pause', { timer_id: timer.id }, /timers:write/)
  await Promise.all([reader.close(), writer.close()])
})

it('rejects a token that may not read timers', async () => {
  const device = await connect(server, 'ann', await withToken('todos:read'))
  assert.deepEqual(await device.closed, { code: 1008, reason: 'unauthorized' })
})

it('closes the sockets of a revoked token, and only those', async () => {
  const { protocols, revoke } = await withToken('read')
  const revoked = await greeted(server, 'ann', { protocols })
  const other = await greeted(server, 'ann')
  await revoke()
  assert.deepEqual(await revoked.closed, { code: 1008, reason: 'unauthorized' })
  await other.settled()
  await other.close()
})
