import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RateLimited } from '@daymark/client'
import { decodeJwt } from 'jose'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor, openFreshSqlite } from '../../../test/support/storages.ts'
import { unavailable } from '../../platform/kernel/errors.ts'
import { openLog } from '../../platform/observability/log.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { userStore } from '../people/users/store.ts'
import { delayAfter, SOURCE } from './throttle/attempt.ts'

/** Returns the response as an observer can compare it: everything except the request id and the date. */
async function seen(response: Response) {
  const headers = Object.fromEntries(response.headers)
  for (const name of ['x-request-id', 'date']) delete headers[name]
  return { status: response.status, headers, body: await response.text() }
}

forEachStorage('nobody learns who has an account', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
    await server.join('known@example.org')
    await server.join('slow@example.org')
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

  itOnce('by signing in: wrong and unknown look the same, however long or odd the password', async () => {
    const signIn = (email: string, password: string) => server.post('/auth/sign-in', { email, password })
    for (const password of ['wrong password', '', 'x', 'y'.repeat(512), 'a\u0000b', '\ud800']) {
      const known = await seen(await signIn('known@example.org', password))
      const stranger = await seen(await signIn('stranger@example.org', password))
      assert.deepEqual(known, stranger)
      assert.equal(known.status, 401)
      server.clock.advance(300_000)
    }
  })

  itOnce('by being throttled', async () => {
    const attempt = async (email: string) => {
      const { status, body } = await seen(
        await server.post('/auth/sign-in', { email, password: 'wrong password' }),
      )
      return { status, body: body.replace(/\d+/g, 'N') }
    }
    for (let failures = 0; failures < 12; failures++) {
      server.clock.advance(delayAfter(failures, SOURCE))
      assert.deepEqual(await attempt('slow@example.org'), await attempt('stranger-2@example.org'))
    }
    const known = await attempt('slow@example.org')
    assert.equal(known.status, 429)
    assert.deepEqual(known, await attempt('stranger-2@example.org'))
  })
})

describe('guessing the password of one account', () => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await openFreshSqlite())
  })
  after(() => server.close())

  /** Fails often enough that the resulting delay outlasts a slow test. */
  async function failOften(attempt: () => Promise<unknown>, status: number): Promise<void> {
    for (let failures = 0; failures < 11; failures++) {
      server.clock.advance(delayAfter(failures, SOURCE))
      await rejectsWith(attempt(), status, /wrong/)
    }
  }

  it('delays the right one too, for as long as the answer says', async () => {
    const { email } = await server.join()
    await failOften(() => server.signIn(email, 'a wrong guess'), 401)
    const limited = await rejectsWith(server.signIn(email), 429, /failed sign-ins/)
    assert.ok(limited instanceof RateLimited && limited.retryAfter > 30)
    server.clock.advance(limited.retryAfter * 1000)
    await server.signIn(email)
    await rejectsWith(server.signIn(email, 'a wrong guess'), 401)
    await server.signIn(email)
  })

  it('is also throttled where a password confirms a step, for the session that guesses', async () => {
    const { client, email } = await server.join()
    const other = await server.signIn(email)
    await failOften(() => client.accounts.deleteAccount({ body: { password: 'a wrong guess' } }), 400)
    await rejectsWith(client.accounts.deleteAccount({ body: { password: PASSWORD } }), 429)
    const body = { current_password: PASSWORD, new_password: 'a long new phrase' }
    await rejectsWith(client.accounts.changePassword({ body }), 429)
    await other.client.accounts.changePassword({ body })
  })

  it('on the sign-in page does not keep the owner from changing the password', async () => {
    const { client, email } = await server.join()
    await failOften(() => server.signIn(email, 'a wrong guess'), 401)
    await rejectsWith(server.signIn(email), 429)
    const body = { current_password: PASSWORD, new_password: 'a long new phrase' }
    await client.accounts.changePassword({ body })
  })

  it('does not throttle a browser in which the owner has signed in before', async () => {
    const { email } = await server.join()
    const headers = { origin: 'http://localhost:2614' }
    const signIn = (password: string, cookie: string) =>
      server.post('/auth/sign-in', { email, password, refresh: 'cookie' }, { ...headers, cookie })
    const known = (await signIn(PASSWORD, '')).headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0] ?? '')
      .filter(cookie => cookie.startsWith('daymark_device='))
      .join()
    await failOften(() => server.signIn(email, 'a wrong guess'), 401)
    assert.equal((await signIn(PASSWORD, '')).status, 429)
    const forged = known.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    assert.equal((await signIn(PASSWORD, forged)).status, 429)
    assert.equal((await signIn(PASSWORD, known)).status, 200)
    const stranger = await server.join()
    const body = { email: stranger.email, password: PASSWORD, refresh: 'cookie' }
    await failOften(() => server.signIn(stranger.email, 'a wrong guess'), 401)
    const foreign = await server.post('/auth/sign-in', body, { ...headers, cookie: known })
    assert.equal(foreign.status, 429, 'the cookie is valid for one account')
  })

  it('is throttled in a known browser too, by the attempts made there', async () => {
    const { email } = await server.join()
    const headers = { origin: 'http://localhost:2614' }
    const first = await server.post(
      '/auth/sign-in',
      { email, password: PASSWORD, refresh: 'cookie' },
      headers,
    )
    const cookie = first.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const attempt = async (password: string) =>
      (await server.post('/auth/sign-in', { email, password }, { ...headers, cookie })).status
    for (let failures = 0; failures < 11; failures++) {
      server.clock.advance(delayAfter(failures, SOURCE))
      assert.equal(await attempt('a wrong guess'), 401)
    }
    assert.equal(await attempt(PASSWORD), 429)
  })
})

describe('the sign-in routes', () => {
  it('allow ten attempts per minute and address; refreshing is not an attempt', async t => {
    const server = await startEmbedded(await openFreshSqlite(), { RATE_LIMIT_ENABLED: 'true' })
    t.after(() => server.close())
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
  })

  it('can be closed for new people', async t => {
    const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_SIGNUP: 'closed' })
    t.after(() => server.close())
    const response = await server.post('/auth/sign-up', { email: 'x@example.org', password: PASSWORD })
    assert.equal(response.status, 403)
    assert.match(await response.text(), /closed/)
    assert.equal((await server.anybody.server.info()).signup, 'closed')
  })

  it('mark addresses as verified only if the operator vouches for them', async t => {
    const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_TRUST_EMAIL: 'true' })
    t.after(() => server.close())
    const { access_token } = await server.join()
    assert.equal(decodeJwt(access_token)['email_verified'], true)
    assert.equal((await server.anybody.server.info()).verifies_emails, true)
    const careful = await startEmbedded(await openFreshSqlite())
    t.after(() => careful.close())
    assert.equal((await careful.anybody.server.info()).verifies_emails, false)
  })

  it('reject a disabled account, and say so only to someone who knows the password', async t => {
    const server = await startEmbedded(await openFreshSqlite())
    t.after(() => server.close())
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
  })
})

describe('many concurrent sign-ins', () => {
  it('are served a few at a time; beyond a short queue, the response says when to retry', async t => {
    const server = await startEmbedded(await openFreshSqlite())
    t.after(() => server.close())
    const { email } = await server.join()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        server.post('/auth/sign-in', { email: `person${i}@example.org`, password: 'whatever it is' }),
      ),
    )
    const busy = answers.filter(answer => answer.status === 503)
    assert.ok(busy.length > 0)
    assert.ok(busy.every(answer => Number(answer.headers.get('retry-after')) > 0))
    const served = answers.filter(answer => answer.status === 401)
    assert.ok(served.length >= 26, `${served.length} were served`)
    assert.equal(served.length + busy.length, 60)
    await server.signIn(email)
  })
})

describe('the log', () => {
  it('contains the client address of a rejected sign-in, and nothing that was entered', async t => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line), flush() {}, destroy() {} }
    const log = openLog('info', undefined, stream)
    const settings = { TRUSTED_PROXY_IPS: '127.0.0.1' }
    const server = await startEmbedded(await openFreshSqlite(), settings, { log })
    t.after(() => server.close())
    const { email, client } = await server.join()
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'the-request' }
    const attempt = (address: string, password: string) =>
      server.post('/auth/sign-in', { email: address, password }, headers)
    const refusals = () =>
      lines
        .map(line => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === 'sign-in refused')
        .map(({ client_address, request_id, route, status }) => [client_address, request_id, route, status])
    for (let failures = 0; failures < 12; failures++) {
      if (failures < 11) server.clock.advance(delayAfter(failures, SOURCE))
      await attempt(email, 'typed-password')
    }
    await attempt('typed-address@example.org', 'typed-password')
    const { id } = await client.users.me()
    await server.storage.write([], tx => userStore(tx).setDisabled(id, 1))
    server.clock.advance(3_600_000)
    await attempt(email, PASSWORD)
    const where = ['203.0.113.7', 'the-request', '/auth/sign-in']
    assert.deepEqual(refusals(), [
      ...Array.from({ length: 11 }, () => [...where, 401]),
      [...where, 429],
      [...where, 401],
      [...where, 403],
    ])
    const all = lines.join('')
    for (const secret of ['typed-password', 'typed-address', PASSWORD, email])
      assert.ok(!all.includes(secret))
    const requests = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    assert.deepEqual(
      [requests.at(-1).level, requests.at(-1).client_address, requests.at(-1).route],
      ['info', '203.0.113.7', '/auth/sign-in'],
    )
  })
})

describe('when the database is down', () => {
  it('signing in answers 503, not that the password is wrong', async t => {
    const storage = await openFreshSqlite()
    let away = false
    const failing: Storage = {
      ...storage,
      read: work => (away ? Promise.reject(unavailable('The database is down.')) : storage.read(work)),
    }
    const server = await startEmbedded(failing)
    t.after(() => server.close())
    const { email, refresh_token } = await server.join()
    away = true
    await rejectsWith(server.signIn(email), 503, /down/)
    await rejectsWith(server.signIn('stranger@example.org'), 503, /down/)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token } }), 503, /down/)
    away = false
    await server.signIn(email)
  })
})
