import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { mintActor } from '../../platform/kernel/actor.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { devicePasswordService } from '../device-passwords/service.ts'
import { auditService } from './service.ts'

const DAY = 86_400_000

forEachStorage('the audit trail', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open(), { TRUSTED_PROXY_IPS: '127.0.0.1' })
  })
  after(() => server.close())

  const eventsOf = async (client: Client) => (await client.audit.list()).map(({ event }) => event)
  const read = (authorization: string, from: string) =>
    server.fetch('/v1/todos', {
      headers: { authorization, 'x-forwarded-for': from, 'user-agent': 'script/1.0 \u00e9' },
    })

  it('lists sign-ins, failed attempts and sign-outs with their client, newest first, only to their person', async () => {
    const ann = await server.join()
    const stranger = await server.join()
    server.clock.advance(5)
    await server.post(
      '/auth/sign-in',
      { email: ann.email, password: 'a wrong guess' },
      { 'user-agent': 'Thief/1.0', 'x-forwarded-for': '203.0.113.7' },
    )
    await rejectsWith(server.signIn('nobody@example.org'), 401)
    server.clock.advance(5)
    const second = await server.signIn(ann.email)
    server.clock.advance(5)
    await server.anybody.accounts.signOut({ body: { refresh_token: second.refresh_token } })
    const entries = await ann.client.audit.list()
    assert.deepEqual(
      entries.map(({ event }) => event),
      ['signed_out', 'signed_in', 'sign_in_failed', 'signed_in'],
    )
    const { event, name, address, user_agent, at } = entries[2] ?? {}
    assert.deepEqual([event, name, address, user_agent], ['sign_in_failed', null, '203.0.113.7', 'Thief/1.0'])
    assert.ok(Math.abs(Date.parse(at ?? '') - server.clock.now()) < 60_000)
    assert.deepEqual(await eventsOf(stranger.client), ['signed_in'])
  })

  it('records a use that could not be written with the next request', async () => {
    const { client } = await server.join()
    const { id } = await client.users.me()
    let isDown = true
    const uow: UnitOfWork = {
      ...server.storage,
      write: (keys, work) => {
        if (isDown) return Promise.reject(new Error('The database is down.'))
        return server.storage.write(keys, work)
      },
    }
    const audit = auditService({ uow, clock: server.clock })
    const devices = devicePasswordService({ uow, clock: server.clock, most: 0, revoked: () => {} })
    const device_id = (await client.devicePasswords.create({ body: { name: 'Phone' } })).id
    const session: Session = { actor: mintActor(id), expires_at: 0, device_id, token_name: 'Phone' }
    const use = () => [
      audit.used(
        session,
        () => '192.0.2.1',
        () => null,
      ),
      devices.used(session, '192.0.2.1'),
    ]
    for (const written of use()) await assert.rejects(written ?? Promise.resolve(), /is down/)
    isDown = false
    await Promise.all(use())
    assert.ok((await eventsOf(client)).includes('device_password_used'))
    assert.equal((await client.devicePasswords.list())[0]?.last_address, '192.0.2.1')
    assert.deepEqual(use(), [undefined, undefined])
  })

  it('lists tokens, device passwords, the password and exports', async () => {
    const { client } = await server.join()
    const token = await client.tokens.create({ body: { name: 'Script', scopes: ['read'] } })
    const device = await client.devicePasswords.create({ body: { name: 'Phone', scopes: ['todos:read'] } })
    const basic = `Basic ${Buffer.from(`${device.username}:${device.password}`).toString('base64')}`
    for (const from of ['198.51.100.1', '198.51.100.1', '198.51.100.2'])
      assert.equal((await read(`Bearer ${token.token}`, from)).status, 200)
    assert.equal((await read(basic, '198.51.100.1')).status, 200)
    await client.personalData.download()
    await client.tokens.remove({ params: { token_id: token.id } })
    await client.devicePasswords.remove({ params: { device_password_id: device.id } })
    await client.tokens.create({ body: { name: 'Another', scopes: ['read'] } })
    await client.accounts.changePassword({
      body: { current_password: PASSWORD, new_password: `${PASSWORD} 2` },
    })
    await client.sessions.removeOthers()
    const entries = await client.audit.list()
    assert.deepEqual(entries.map(({ event, name }) => `${event} ${name ?? ''}`.trim()).sort(), [
      'data_exported',
      'device_password_created Phone',
      'device_password_revoked Phone',
      'device_password_used Phone',
      'password_changed',
      'signed_in',
      'signed_out_others',
      'token_created Another',
      'token_created Script',
      'token_revoked Script',
      'token_used Script',
      'token_used Script',
      'tokens_revoked',
    ])
    assert.deepEqual(
      entries
        .filter(({ event }) => event === 'token_used')
        .map(({ address }) => address)
        .sort(),
      ['198.51.100.1', '198.51.100.2'],
    )
    assert.equal(entries.find(({ event }) => event === 'token_used')?.user_agent, 'script/1.0 ')
  })

  it('records the use of a token again on the next day', async () => {
    const { client } = await server.join()
    const { token } = await client.tokens.create({ body: { name: 'Daily', scopes: ['read'] } })
    await read(`Bearer ${token}`, '198.51.100.1')
    server.clock.advance(DAY)
    await read(`Bearer ${token}`, '198.51.100.1')
    await read(`Bearer ${token}`, '198.51.100.1')
    const rows = await server.storage.read(db =>
      db.sql.selectFrom('audit_entries').select('at').where('subject_name', '=', 'Daily').execute(),
    )
    assert.equal(rows.length, 3)
  })

  it('is read in pages, and never with a personal access token', async () => {
    const { client } = await server.join()
    for (const name of ['a', 'b', 'c']) {
      server.clock.advance(5)
      await client.tokens.create({ body: { name, scopes: ['read'] } })
    }
    const all = await client.audit.list.all({ query: { limit: 2 } })
    assert.deepEqual(
      all.map(({ name }) => name),
      ['c', 'b', 'a', null],
    )
    const { token } = await client.tokens.create({ body: { name: 'd', scopes: ['read', 'write'] } })
    await rejectsWith(server.bearer(token).audit.list(), 403)
    await rejectsWith(server.bearer(token).sessions.list(), 403)
    await rejectsWith(client.audit.list({ query: { cursor: 'x' } }), 422)
  })

  it('shows sessions with the address of their last use, and ends one or all others', async () => {
    const { client, email } = await server.join()
    const answer = await server.post(
      '/auth/sign-in',
      { email, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Laptop' },
    )
    const { access_token, refresh_token } = (await answer.json()) as Record<string, string>
    const laptop = (await client.sessions.list()).find(({ user_agent }) => user_agent === 'Laptop')
    assert.equal(laptop?.address, '203.0.113.9')
    await server.post('/auth/token', { refresh_token }, { 'x-forwarded-for': '203.0.113.10' })
    const moved = (await client.sessions.list()).find(({ id }) => id === laptop?.id)
    assert.equal(moved?.address, '203.0.113.10')
    assert.deepEqual(await client.sessions.list(), await client.accounts.sessions())
    const params = { session_id: laptop?.id ?? '' }
    await rejectsWith((await server.join()).client.sessions.remove({ params }), 404)
    await client.sessions.remove({ params })
    await rejectsWith(server.bearer(access_token ?? '').users.me(), 401)
    await server.signIn(email)
    assert.equal((await client.sessions.removeOthers()).ended, 1)
    assert.deepEqual(
      (await client.sessions.list()).map(({ current }) => current),
      [true],
    )
  })

  it('keeps entries for 180 days, and those of nobody for 7', async () => {
    await server.join()
    await rejectsWith(server.signIn('nobody@example.org'), 401)
    const count = async (ofNobody: boolean) => {
      const rows = await server.storage.read(db =>
        db.sql.selectFrom('audit_entries').select('owner_id').execute(),
      )
      return rows.filter(({ owner_id }) => (owner_id === null) === ofNobody).length
    }
    server.clock.advance(8 * DAY)
    await auditService({ uow: server.storage, clock: server.clock }).sweep()
    assert.equal(await count(true), 0)
    assert.ok((await count(false)) > 0)
    server.clock.advance(180 * DAY)
    await auditService({ uow: server.storage, clock: server.clock }).sweep()
    assert.equal(await count(false), 0)
  })
})
