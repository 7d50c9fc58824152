import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope } from '@daymark/contract/accounts/scopes'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { type EmbeddedApp, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { connect, greeted } from '../../../test/support/device.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

describe('tokens at the socket', () => {
  let server: EmbeddedApp
  let ann: SignedIn
  before(async () => {
    server = await startEmbedded(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
    ann = await server.join()
  })
  after(() => server.close())

  const withToken = (token: string) => ({ protocols: [BEARER_PROTOCOL + token] })
  const make = (scopes: Scope[]) => ann.client.tokens.create({ body: { name: scopes.join(), scopes } })

  it('a token with timers:read receives messages but cannot control timers', async () => {
    const { token } = await make(['timers:read'])
    const device = await greeted(server, '', withToken(token))
    const answer = await device.ask('timer.create', { title: 'T', allocated_duration: 60 })
    assert.equal(answer.type, 'error')
    assert.match(JSON.stringify(answer), /lacks the scope timers:write/)
    assert.equal((await device.ask('timer.sync', {})).type, 'timer.sync_result')
  })

  it('a token with both scopes can control timers', async () => {
    const { token } = await make(['timers:read', 'timers:write'])
    const device = await greeted(server, '', withToken(token))
    const answer = await device.ask('timer.create', { title: 'T', allocated_duration: 60 })
    assert.equal(answer.type, 'timer.created')
    const uses = (await ann.client.audit.list()).filter(({ event }) => event === 'token_used')
    assert.ok(uses.some(({ name }) => name === 'timers:read,timers:write'))
  })

  it('a token with other scopes is rejected', async () => {
    const { token } = await make(['todos:read', 'timers:write'])
    const device = await connect(server, '', withToken(token))
    assert.deepEqual(await device.closed, { code: 1008, reason: 'unauthorized' })
  })

  it('a revoked token loses its sockets at once', async () => {
    const made = await make(['read'])
    const other = await make(['read'])
    const device = await greeted(server, '', withToken(made.token))
    const untouched = await greeted(server, '', withToken(other.token))
    await ann.client.tokens.remove({ params: { token_id: made.id } })
    assert.deepEqual(await device.closed, { code: 1008, reason: 'unauthorized' })
    assert.equal((await untouched.ask('timer.sync', {})).type, 'timer.sync_result')
  })

  it('signing out closes the sockets of that sign-in and no other', async () => {
    const phone = await server.signIn(ann.email)
    const laptop = await server.signIn(ann.email)
    const first = await greeted(server, '', withToken(phone.access_token))
    const second = await greeted(server, '', withToken(laptop.access_token))
    await server.anybody.accounts.signOut({ body: { refresh_token: phone.refresh_token } })
    assert.deepEqual(await first.closed, { code: 1008, reason: 'unauthorized' })
    assert.equal((await second.ask('timer.sync', {})).type, 'timer.sync_result')
  })

  it('refreshing the token closes nothing', async () => {
    const phone = await server.signIn(ann.email)
    const device = await greeted(server, '', withToken(phone.access_token))
    await server.anybody.accounts.refresh({ body: { refresh_token: phone.refresh_token } })
    assert.equal((await device.ask('timer.sync', {})).type, 'timer.sync_result')
  })
})
