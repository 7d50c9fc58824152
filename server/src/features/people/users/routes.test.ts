import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

forEachStorage('users', open => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it("shows the token's claims, and a friend code that is not derived from the id", async () => {
    const claims = { name: 'Ann', picture: 'https://example.org/ann.png', email: 'Ann@Example.org' }
    const me = await (await server.as('ann', claims)).users.me()
    const { friend_code, ...profile } = me
    assert.deepEqual(profile, {
      id: 'ann',
      display_name: 'Ann',
      avatar_url: 'https://example.org/ann.png',
      email: 'ann@example.org',
      role: 'user',
      deletes_at: null,
    })
    assert.match(friend_code, /^[2-9A-Z]{10}$/)
    assert.deepEqual(await (await server.as('ann', claims)).users.me(), me)
  })

  it('follows the newest token, and an older one does not undo it', async () => {
    const old = await server.as('bob', { name: 'Old name' })
    server.clock.advance(2000)
    const fresh = await server.as('bob', { name: 'New name', email: 'bob@example.org' })
    assert.equal((await fresh.users.me()).display_name, 'New name')
    const seen = await old.users.me()
    assert.equal(seen.display_name, 'New name')
    assert.equal(seen.email, 'bob@example.org')
  })

  it('creates a new friend code on request', async () => {
    const cleo = await server.as('cleo')
    const before = await cleo.users.me()
    const renewed = await cleo.users.renewFriendCode()
    assert.notEqual(renewed.friend_code, before.friend_code)
    assert.deepEqual(await cleo.users.me(), renewed)
  })

  it('is created once when first requests arrive together', async () => {
    const clients = await Promise.all([1, 2, 3, 4].map(n => server.as('dora', { jti: String(n) })))
    const codes = await Promise.all(clients.map(async client => (await client.users.me()).friend_code))
    assert.equal(new Set(codes).size, 1)
  })
})
