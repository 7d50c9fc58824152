// What stands between an attacker and the accounts: equal answers, growing delays, limits, closed doors.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeJwt } from 'jose'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, openFreshSqlite } from '../../../test/support/storages.ts'
import { userStore } from '../users/store.ts'

/** Everything that an observer sees of an answer, but for the id and the moment. */
async function seen(response: Response) {
  const headers = Object.fromEntries(response.headers)
  for (const name of ['x-request-id', 'date']) delete headers[name]
  return { status: response.status, headers, body: await response.text() }
}

forEachStorage('nobody learns who has an account', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
    await server.join('known@example.org')
  })
  after(() => server.close())

  it('by signing up: the answer is the same, and the account is untouched', async () => {
    const signUp = (email: string) =>
      server.post('/auth/sign-up', { email, password: 'an attempt to take over' })
    const known = await seen(await signUp('known@example.org'))
    assert.deepEqual(known, await seen(await signUp('unknown@example.org')))
    assert.equal(known.status, 201)
    await rejectsWith(server.signIn('known@example.org', 'an attempt to take over'), 401)
    await server.signIn('known@example.org')
  })

  it('by signing in: wrong and unknown, however long or odd the password', async () => {
    const signIn = (email: string, password: string) => server.post('/auth/sign-in', { email, password })
    for (const password of ['wrong password', '', 'x', 'y'.repeat(512), 'a\u0000b', '\ud800']) {
      const known = await seen(await signIn('known@example.org', password))
      const stranger = await seen(await signIn('stranger@example.org', password))
      assert.deepEqual(known, stranger)
      assert.equal(known.status, 401)
      server.clock.advance(300_000)
    }
  })

  it('by being slowed down', async () => {
    const attempt = async (email: string) => {
      const { status, headers, body } = await seen(
        await server.post('/auth/sign-in', { email, password: 'wrong password' }),
      )
      return { status, body: body.replace(/\d+/g, 'N'), waits: 'retry-after' in headers }
    }
    for (let i = 0; i < 8; i++) {
      assert.deepEqual(await attempt('known@example.org'), await attempt('stranger@example.org'))
    }
    assert.equal((await attempt('known@example.org')).status, 429)
  })
})

forEachStorage('guessing the password of one account', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())
  const guess = (email: string) => server.post('/auth/sign-in', { email, password: 'a wrong guess' })

  it('takes longer and longer, also for the right one; waiting as told is enough', async () => {
    const { email } = await server.join()
    for (let i = 0; i < 5; i++) assert.equal((await guess(email)).status, 401)
    const waits: number[] = []
    for (let i = 0; i < 4; i++) {
      const limited = await rejectsWith(server.signIn(email), 429, /failed attempts/)
      const { retryAfter } = limited as unknown as { retryAfter: number }
      waits.push(retryAfter)
      server.clock.advance(retryAfter * 1000)
      assert.equal((await guess(email)).status, 401)
    }
    assert.deepEqual(waits, [1, 2, 4, 8])
    server.clock.advance(16_000)
    await server.signIn(email)
    assert.equal((await guess(email)).status, 401, 'a success forgets the failures')
    await server.signIn(email)
  })

  it('is not quicker with many attempts at once', async () => {
    const { email } = await server.join()
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await guess(email)).status))
    assert.equal(statuses.filter(status => status === 401).length, 5)
    assert.equal(statuses.filter(status => status === 429).length, 7)
  })

  it('is slowed down too where a password confirms a step', async () => {
    const { client } = await server.join()
    const attempt = () => client.accounts.deleteAccount({ body: { password: 'a wrong guess' } })
    for (let i = 0; i < 5; i++) await rejectsWith(attempt(), 400, /wrong/)
    await rejectsWith(attempt(), 429)
    await rejectsWith(
      client.accounts.changePassword({
        body: { current_password: PASSWORD, new_password: 'a long new phrase' },
      }),
      429,
    )
  })
})

describe('the doors', () => {
  it('let ten attempts a minute in per address; refreshing is not an attempt', async () => {
    const server = await startEmbedded(await openFreshSqlite(), { RATE_LIMIT_ENABLED: 'true' })
    const attempt = (i: number) =>
      server.post('/auth/sign-in', { email: `person${i}@example.org`, password: 'whatever it is' })
    for (let i = 0; i < 10; i++) assert.equal((await attempt(i)).status, 401)
    const eleventh = await attempt(11)
    assert.equal(eleventh.status, 429)
    assert.ok(Number(eleventh.headers.get('retry-after')) > 0)
    const other = await server.post('/auth/sign-up', { email: 'x@example.org', password: PASSWORD })
    assert.equal(other.status, 429, 'signing up counts as well')
    for (let i = 0; i < 20; i++) {
      assert.equal((await server.post('/auth/token', { refresh_token: 'x' })).status, 401)
    }
    server.clock.advance(60_000)
    assert.equal((await attempt(12)).status, 401)
    await server.close()
  })

  it('can be closed for new people', async () => {
    const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_SIGNUP: 'closed' })
    const response = await server.post('/auth/sign-up', { email: 'x@example.org', password: PASSWORD })
    assert.equal(response.status, 403)
    assert.match(await response.text(), /closed/)
    assert.equal((await server.anybody.server.info()).signup, 'closed')
    await server.close()
  })

  it('vouch for addresses only when the operator does', async () => {
    const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_TRUST_EMAIL: 'true' })
    const { access_token } = await server.join()
    assert.equal(decodeJwt(access_token)['email_verified'], true)
    await server.close()
  })

  it('are shut for a disabled account, and say so only to who knows the password', async () => {
    const server = await startEmbedded(await openFreshSqlite())
    const { email, client, refresh_token } = await server.join()
    const { id } = await client.users.me()
    await server.storage.write([], tx => userStore(tx).setDisabled(id, 1))
    await rejectsWith(server.signIn(email, 'wrong password'), 401)
    await rejectsWith(server.signIn(email), 403, /disabled/)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token } }), 401)
    await client.users.me()
    server.clock.advance(15_000)
    await rejectsWith(client.users.me(), 401, /revoked/)
    await server.storage.write([], tx => userStore(tx).setDisabled(id, null))
    await server.anybody.accounts.refresh({ body: { refresh_token } })
    await server.close()
  })
})
