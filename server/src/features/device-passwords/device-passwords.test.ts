import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const basic = (address: string, password: string) =>
  `Basic ${Buffer.from(`${address}:${password}`).toString('base64')}`

forEachStorage('device passwords', open => {
  let server: EmbeddedApp
  let ann: Client
  let email: string
  before(async () => {
    server = await startEmbedded(await open())
    const joined = await server.join()
    ann = joined.client
    email = joined.email
  })
  after(() => server.close())

  const create = (body: object = {}) => ann.devicePasswords.create({ body: { name: 'Phone', ...body } })
  const ask = async (address: string, password: string, path = '/v1/todos') => {
    const response = await server.fetch(path, { headers: { authorization: basic(address, password) } })
    return { status: response.status, body: await response.text() }
  }

  it('are shown once, stored as a hash, and sign in within their scopes', async () => {
    const made = await create({ scopes: ['todos:read'] })
    assert.match(made.password, /^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
    assert.equal(made.username, email)
    const rows = await server.storage.read(db => db.sql.selectFrom('device_passwords').selectAll().execute())
    assert.ok(!JSON.stringify(rows).includes(made.password.slice(0, 9)))
    assert.deepEqual(await ask(email, made.password), { status: 200, body: '[]' })
    assert.equal(
      (await ask(email.toUpperCase(), made.password.replaceAll('-', ' ').toUpperCase())).status,
      200,
    )
    assert.equal((await ask(email, made.password, '/v1/tags')).status, 403)
    assert.equal((await ask(email, made.password, '/v1/account/device_passwords')).status, 403)
    const calendar = await create({ scopes: ['calendar:read'] })
    for (const path of ['/v1/changes', '/v1/changes/snapshot', '/v1/changes/snapshot?kinds=todo'])
      assert.equal((await ask(email, calendar.password, path)).status, 403, path)
    assert.equal((await ask(email, (await create()).password)).status, 403)
    const all = await ann.devicePasswords.list()
    const pages = await Array.fromAsync(ann.devicePasswords.list.pages({ query: { limit: 1 } }))
    assert.deepEqual(
      pages,
      all.map(each => [each]),
    )
  })

  it('get the same answer for unknown addresses, other addresses, wrong passwords and the account’s own', async () => {
    const { password } = await create({ scopes: ['todos:read'] })
    const other = await server.join()
    const refused = await ask('nobody@example.org', 'x')
    assert.equal(refused.status, 401)
    for (const [address, secret] of [
      [email, 'wrong'],
      [email, PASSWORD],
      [other.email, password],
      ['', ''],
    ] as const)
      assert.deepEqual(await ask(address, secret), refused)
  })

  it('show when and from where they were last used, also outside of calendars', async () => {
    const made = await create({ scopes: ['todos:read'] })
    assert.equal((await ask(email, made.password)).status, 200)
    const [shown] = (await ann.devicePasswords.list()).filter(each => each.id === made.id)
    assert.ok(shown?.last_used_at && shown.last_address)
  })

  it('stop working at once when they are revoked, and when all tokens are', async () => {
    const made = await create({ scopes: ['todos:read'] })
    assert.equal((await ask(email, made.password)).status, 200)
    const params = { device_password_id: made.id }
    await rejectsWith((await server.join()).client.devicePasswords.remove({ params }), 404)
    assert.deepEqual(await ann.devicePasswords.remove({ params }), { ok: true })
    assert.equal((await ask(email, made.password)).status, 401)
    await rejectsWith(ann.devicePasswords.remove({ params }), 404)
  })

  it('need the password of the account, or a recent sign-in', async () => {
    const { client, refresh_token } = await server.join()
    await client.devicePasswords.create({ body: { name: 'x' } })
    server.clock.advance(11 * 60_000)
    const { access_token } = await server.anybody.accounts.refresh({ body: { refresh_token } })
    const later = server.bearer(access_token)
    await rejectsWith(later.devicePasswords.create({ body: { name: 'x' } }), 403, /password/)
    await later.devicePasswords.create({ body: { name: 'y', password: PASSWORD } })
    assert.deepEqual(
      (await later.devicePasswords.list()).map(({ name, scopes }) => [name, scopes]),
      [
        ['y', ['calendar:read', 'calendar:write']],
        ['x', ['calendar:read', 'calendar:write']],
      ],
    )
  })
})
