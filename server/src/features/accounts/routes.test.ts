import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

forEachStorage('accounts', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  it('a new person signs up, signs in and is known to the API', async () => {
    const answer = await server.anybody.accounts.signUp({
      body: { email: 'Ann@Example.org', password: PASSWORD, name: 'Ann' },
    })
    assert.deepEqual(answer, { ok: true })
    const ann = await server.signIn('ANN@example.org')
    const me = await ann.client.users.me()
    assert.equal(me.display_name, 'Ann')
    assert.equal(me.email, 'ann@example.org')
    const account = await ann.client.accounts.me()
    assert.deepEqual([account.id, account.email, account.name], [me.id, 'ann@example.org', 'Ann'])
  })

  it('addresses and passwords in any script', async () => {
    for (const email of ['jörg@exämple.de', '사람@예시.한국', "o'brien+tag@sub.example.org"]) {
      const { client } = await server.join(email)
      assert.equal((await client.users.me()).email, email)
    }
    const body = { email: 'norm@example.org', password: 'Ａpfelstrudel café' }
    await server.anybody.accounts.signUp({ body })
    await server.signIn('norm@example.org', 'Apfelstrudel cafe\u0301')
  })

  it('access tokens are ES256, live 15 minutes and identify the person', async () => {
    const { access_token, email } = await server.join()
    assert.equal(decodeProtectedHeader(access_token).alg, 'ES256')
    const { iss, sub, iat = 0, exp = 0, ...claims } = decodeJwt(access_token)
    assert.equal(iss, 'http://localhost:2614')
    assert.match(sub ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(exp - iat, 900)
    assert.equal(claims['email'], email)
    assert.equal(claims['email_verified'], false)
    assert.equal(claims['name'], email.split('@')[0])
    server.clock.advance(931_000)
    await rejectsWith(server.bearer(access_token).users.me(), 401, /expired/)
  })

  it('an exchange returns a new pair; the old refresh token works for a minute, then ends the session', async () => {
    const { refresh_token } = await server.join()
    const refresh = (token: string | null) =>
      server.anybody.accounts.refresh({ body: { refresh_token: token } })
    const second = await refresh(refresh_token)
    assert.notEqual(second.refresh_token, refresh_token)
    const again = await refresh(refresh_token)
    assert.equal(again.refresh_token, second.refresh_token, 'a lost response can be requested again')
    const third = await refresh(second.refresh_token)
    const { client } = { client: server.bearer(third.access_token) }
    await client.users.me()

    server.clock.advance(61_000)
    await rejectsWith(refresh(second.refresh_token), 401, /sign in again/)
    await rejectsWith(refresh(third.refresh_token), 401, /sign in again/)
    await rejectsWith(client.users.me(), 401, /revoked/)
  })

  it('concurrent exchanges of one token return one successor', async () => {
    const { refresh_token } = await server.join()
    const pairs = await Promise.all(
      Array.from({ length: 8 }, () => server.anybody.accounts.refresh({ body: { refresh_token } })),
    )
    assert.equal(new Set(pairs.map(pair => pair.refresh_token)).size, 1)
    const [pair] = pairs
    await server.anybody.accounts.refresh({ body: { refresh_token: pair?.refresh_token ?? '' } })
  })

  it('a session ends after 30 days without use', async () => {
    const { refresh_token } = await server.join()
    server.clock.advance(29 * 86_400_000)
    const { refresh_token: next } = await server.anybody.accounts.refresh({ body: { refresh_token } })
    server.clock.advance(29 * 86_400_000)
    const last = await server.anybody.accounts.refresh({ body: { refresh_token: next } })
    server.clock.advance(31 * 86_400_000)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: last.refresh_token } }), 401)
  })

  it('signing out ends the session and its access token at once, and ignores invalid tokens', async () => {
    const { client, refresh_token } = await server.join()
    await client.users.me()
    assert.deepEqual(await server.anybody.accounts.signOut({ body: { refresh_token } }), { ok: true })
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token } }), 401)
    await rejectsWith(client.users.me(), 401, /revoked/)
    for (const token of [refresh_token, 'nonsense', '']) {
      assert.deepEqual(await server.anybody.accounts.signOut({ body: { refresh_token: token } }), {
        ok: true,
      })
    }
  })

  it('lists your own sessions and ends one, or all others', async () => {
    const first = await server.join()
    const second = await server.signIn(first.email)
    const third = await server.signIn(first.email)
    const sessions = await first.client.accounts.sessions()
    assert.equal(sessions.length, 3)
    for (const list of [first.client.accounts.sessions, first.client.sessions.list])
      assert.deepEqual(await Array.fromAsync(list.each({ query: { limit: 2 } })), sessions)
    assert.deepEqual(
      sessions.map(session => session.current),
      [false, false, true],
    )
    const stranger = await server.join()
    const [newest] = sessions
    const params = { session_id: newest?.id ?? '' }
    await rejectsWith(stranger.client.accounts.endSession({ params }), 404)
    await first.client.accounts.endSession({ params })
    await rejectsWith(third.client.users.me(), 401)
    await rejectsWith(first.client.accounts.endSession({ params }), 404)
    assert.deepEqual(await first.client.accounts.endOtherSessions(), {
      ok: true,
      ended: 1,
      revoked_tokens: 0,
    })
    await rejectsWith(second.client.users.me(), 401)
    await first.client.users.me()
  })

  it('a changed password signs out everywhere else', async () => {
    const here = await server.join()
    const there = await server.signIn(here.email)
    const change = (current_password: string, new_password: string) =>
      here.client.accounts.changePassword({ body: { current_password, new_password } })
    await rejectsWith(change('not my password', 'another long phrase'), 400, /wrong/)
    await rejectsWith(change(PASSWORD, 'short'), 422)
    await rejectsWith(change(PASSWORD, 'Password2026!'), 422, /new_password is too common/)
    await change(PASSWORD, 'another long phrase')
    await rejectsWith(there.client.users.me(), 401)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: there.refresh_token } }), 401)
    await here.client.users.me()
    await rejectsWith(server.signIn(here.email), 401)
    await server.signIn(here.email, 'another long phrase')
  })

  it('a new name appears in the next token', async () => {
    const { client, refresh_token } = await server.join()
    assert.equal((await client.accounts.rename({ body: { name: '  Ann Smith ' } })).name, 'Ann Smith')
    assert.equal((await client.accounts.rename({ body: {} })).name, 'Ann Smith')
    await rejectsWith(client.accounts.rename({ body: { name: ' ' } }), 422)
    // Waits one second, because times in token claims are whole seconds.
    server.clock.advance(1000)
    const next = await server.anybody.accounts.refresh({ body: { refresh_token } })
    assert.equal((await server.bearer(next.access_token).users.me()).display_name, 'Ann Smith')
  })

  it('each invalid input has its own message', async () => {
    const post = async (path: string, body: unknown) => {
      const response = await server.post(path, body)
      return [response.status, ((await response.json()) as { detail: string }).detail]
    }
    const email = 'new@example.org'
    assert.deepEqual(await post('/auth/sign-up', {}), [422, 'email is required (and 1 more).'])
    assert.deepEqual(await post('/auth/sign-up', { email: 'x', password: PASSWORD }), [
      422,
      'email must be an email address.',
    ])
    assert.deepEqual(await post('/auth/sign-up', { email, password: 'short' }), [
      422,
      'password must have 10 to 128 characters.',
    ])
    assert.deepEqual(await post('/auth/sign-up', { email, password: 'qwertyuiop' }), [
      422,
      'password is too common. Choose a password that is harder to guess.',
    ])
    assert.deepEqual(await post('/auth/token', { refresh_token: 'x' }), [401, 'Please sign in again.'])
    assert.deepEqual(await post('/auth/token', {}), [401, 'Please sign in again.'])
    assert.equal((await post('/auth/change-password', {}))[0], 401)
    assert.equal((await server.fetch('/auth/sign-in')).status, 405)
    assert.equal((await server.fetch('/auth/nothing')).status, 404)
  })
})
