import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type ApiError, createClient } from '@daymark/client'
import { Secret, TOTP } from 'otpauth'
import {
  type EmbeddedApp,
  PASSWORD,
  type SignedIn,
  startEmbedded,
} from '../../../../test/support/accounts.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { byCommand } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import { loginThrottle } from '../throttle/login-throttle.ts'
import { secondFactors } from './service.ts'

const STEP = 30_000

forEachStorage('a second factor', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open(), { METRICS_ENABLED: 'true' })
  })
  after(() => server.close())

  const codeAt = (secret: string, at = server.clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  /** Advances the clock, so that each test uses its own time steps. */
  const nextStep = () => server.clock.advance(2 * STEP)
  const signIn = (email: string, code?: string) =>
    server.anybody.accounts.signIn({ body: { email, password: PASSWORD, ...(code && { code }) } })

  const failures = async () => {
    const metrics = await (await server.fetch('/metrics')).text()
    return /daymark_sign_in_failures_total\{reason="password"\} (\d+)/.exec(metrics)?.[1]
  }

  async function protect(person?: SignedIn) {
    const { client, email } = person ?? (await server.join())
    const { secret, url } = await client.totp.start({ body: {} })
    const { recovery_codes } = await client.totp.confirm({ body: { code: codeAt(secret) } })
    nextStep()
    return { client, email, secret, url, recovery_codes }
  }

  it('is off until the first code confirms it, and then shows ten recovery codes once', async () => {
    const person = await server.join()
    const { client, email } = person
    const off = { enabled: false, confirmed_at: null, recovery_codes_left: 0 }
    assert.deepEqual(await client.totp.read(), off)
    await rejectsWith(client.totp.confirm({ body: { code: '000000' } }), 400, /Start/)
    const first = await client.totp.start({ body: {} })
    assert.match(first.url, /^otpauth:\/\/totp\/Daymark:.*secret=/)
    assert.deepEqual(await client.totp.read(), off)
    await signIn(email)
    const { secret } = await client.totp.start({ body: {} })
    await rejectsWith(client.totp.confirm({ body: { code: codeAt(first.secret) } }), 400, /wrong/)
    const { recovery_codes } = await client.totp.confirm({ body: { code: codeAt(secret) } })
    assert.equal(new Set(recovery_codes).size, 10)
    for (const code of recovery_codes) assert.match(code, /^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    const { enabled, recovery_codes_left } = await client.totp.read()
    assert.deepEqual([enabled, recovery_codes_left], [true, 10])
    await rejectsWith(client.totp.start({ body: {} }), 400, /already/)
    await rejectsWith(client.totp.confirm({ body: { code: codeAt(secret) } }), 400, /already/)
    const rows = await server.storage.read(async db => [
      await db.sql.selectFrom('account_factors').selectAll().execute(),
      await db.sql.selectFrom('recovery_codes').selectAll().execute(),
    ])
    const stored = JSON.stringify(rows)
    assert.ok(!stored.includes(secret) && !recovery_codes.some(code => stored.includes(code.slice(0, 9))))
  })

  it('is asked for after the right password only, and the answer names the field', async () => {
    const { email, secret } = await protect()
    const before = await failures()
    await assert.rejects(signIn(email), (error: ApiError) => {
      assert.deepEqual([error.status, error.errors[0]?.path], [401, 'code'])
      return true
    })
    assert.equal(await failures(), before, 'a missing code is no failed attempt')
    const wrong = { email, password: 'not this one', code: codeAt(secret) }
    await assert.rejects(server.anybody.accounts.signIn({ body: wrong }), (error: ApiError) => {
      assert.deepEqual([error.status, error.errors], [401, []])
      return true
    })
    await rejectsWith(signIn(email, '000000'), 401, /code/)
    await signIn(email, codeAt(secret))
  })

  it('accepts each code once, also of concurrent sign-ins, and the codes beside it', async () => {
    const { email, secret } = await protect()
    const code = codeAt(secret)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => signIn(email, code)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await rejectsWith(signIn(email, codeAt(secret, server.clock.now() - STEP)), 401)
    await signIn(email, codeAt(secret, server.clock.now() + STEP))
    await rejectsWith(signIn(email, codeAt(secret, server.clock.now() + 3 * STEP)), 401)
  })

  it('accepts each recovery code once, however it is typed', async () => {
    const { client, email, recovery_codes } = await protect()
    const [first = '', second = ''] = recovery_codes
    await signIn(email, first.toUpperCase().replaceAll('-', ' '))
    await rejectsWith(signIn(email, first), 401)
    await signIn(email, second)
    assert.equal((await client.totp.read()).recovery_codes_left, 8)
    const renewed = await client.totp.renewCodes({ body: { password: PASSWORD } })
    await rejectsWith(signIn(email, recovery_codes[2]), 401)
    await signIn(email, renewed.recovery_codes[0])
    const events = (await client.audit.list()).map(({ event }) => event)
    assert.equal(events.filter(event => event === 'recovery_code_used').length, 3)
    assert.ok(events.includes('factor_added') && events.includes('recovery_codes_renewed'))
  })

  it('throttles guesses, which a right password does not reset', async () => {
    const { email, secret } = await protect()
    for (let i = 0; i < 5; i++) {
      await rejectsWith(signIn(email, '000000'), 401)
      await rejectsWith(signIn(email), 401)
    }
    // Sets a long delay, because a slow machine may send the next request after the first delay of one second.
    await server.storage.write([], tx =>
      tx.sql
        .updateTable('sign_in_attempts')
        .set({ blocked_until: server.clock.now() + 600_000 })
        .where('failures', '=', 5)
        .execute(),
    )
    await rejectsWith(signIn(email, codeAt(secret)), 429)
    server.clock.advance(601_000)
    await signIn(email, codeAt(secret))
  })

  it('ends with the password or a code, never with neither', async () => {
    const { client, email, secret } = await protect()
    await rejectsWith(client.totp.remove({ body: {} }), 422)
    await rejectsWith(client.totp.remove({ body: { password: 'a guess' } }), 400)
    await rejectsWith(client.totp.remove({ body: { code: '000000' } }), 400)
    await client.totp.remove({ body: { password: PASSWORD } })
    await signIn(email)
    await rejectsWith(client.totp.remove({ body: { password: PASSWORD } }), 404)
    assert.ok((await client.audit.list()).some(({ event }) => event === 'factor_removed'))
    const again = await protect(await server.signIn(email))
    await rejectsWith(signIn(email, codeAt(secret)), 401)
    await again.client.totp.remove({ body: { code: codeAt(again.secret) } })
    await signIn(email)
  })

  it('stays when the password changes', async () => {
    const { client, email, secret } = await protect()
    const password = `${PASSWORD} 2`
    await client.accounts.changePassword({ body: { current_password: PASSWORD, new_password: password } })
    await rejectsWith(server.anybody.accounts.signIn({ body: { email, password } }), 401, /authenticator/)
    await server.anybody.accounts.signIn({ body: { email, password, code: codeAt(secret) } })
  })

  it('accepts recovery codes, but no others, after the operator has replaced the server’s secret', async () => {
    const { client, secret, recovery_codes } = await protect()
    const { id } = await client.accounts.me()
    const parts = { uow: server.storage, clock: server.clock }
    const throttle = loginThrottle(parts)
    const factors = secondFactors({ ...parts, throttle, secret: 'a new secret of the server', record })
    const outcome = async (code: string) => {
      const check = await factors.gate(code)
      return server.storage.write([id], tx => check(tx, id, byCommand('test')))
    }
    assert.equal(await outcome(codeAt(secret)), 'wrong_code')
    assert.equal(await outcome(recovery_codes[0] ?? ''), 'passed')
  })

  it('needs a recent sign-in or the password, and no personal access token', async () => {
    const { client, refresh_token } = await server.join()
    const { token } = await client.tokens.create({ body: { name: 'x', scopes: ['read', 'write'] } })
    await rejectsWith(server.bearer(token).totp.start({ body: {} }), 403)
    server.clock.advance(11 * 60_000)
    const { access_token } = await server.anybody.accounts.refresh({ body: { refresh_token } })
    const later = server.bearer(access_token)
    await rejectsWith(later.totp.start({ body: {} }), 403, /password/)
    await later.totp.start({ body: { password: PASSWORD } })
  })

  it('is not asked for by device passwords and tokens, and Basic accepts no account password', async () => {
    const { client, email } = await protect()
    const device = await client.devicePasswords.create({
      body: { name: 'Phone', scopes: ['todos:read'], password: PASSWORD },
    })
    const basic = (password: string) => `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
    const ask = async (password: string) =>
      (await server.fetch('/v1/todos', { headers: { authorization: basic(password) } })).status
    assert.deepEqual([await ask(device.password), await ask(PASSWORD)], [200, 401])
    const { token } = await client.tokens.create({
      body: { name: 'Script', scopes: ['read'], password: PASSWORD },
    })
    await createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch }).todos.list()
  })
})
