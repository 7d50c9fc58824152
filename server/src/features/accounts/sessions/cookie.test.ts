import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SignedIn } from '@daymark/contract/accounts/accounts'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../../test/support/accounts.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

describe('the refresh cookie', () => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await openFreshSqlite(), {
      PUBLIC_URL: 'https://time.example.org/daymark',
      CORS_ALLOWED_ORIGINS: 'https://app.example.net,*',
    })
    await server.join('ann@example.org')
  })
  after(() => server.close())

  const OWN = { origin: 'https://time.example.org' }
  const signIn = (headers: Record<string, string> = OWN) =>
    server.post('/auth/sign-in', { email: 'ann@example.org', password: PASSWORD, refresh: 'cookie' }, headers)
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  it('is out of reach of scripts, other sites, plain HTTP and the API', async () => {
    const response = await signIn()
    assert.equal(response.status, 200)
    const [refresh, device, ...more] = response.headers.getSetCookie().map(cookie => cookie.split('; '))
    const attributes = ['Path=/daymark/auth', 'HttpOnly', 'SameSite=Strict', 'Secure']
    assert.match(refresh?.[0] ?? '', /^daymark_refresh=[0-9a-f-]{36}\.0\./)
    assert.deepEqual(refresh?.slice(1), [...attributes, 'Max-Age=2592000'])
    assert.match(device?.[0] ?? '', /^daymark_device=[\w-]{22}\.[\w-]{43}$/)
    assert.deepEqual(device?.slice(1), [...attributes, 'Max-Age=31536000'])
    assert.deepEqual(more, [])
    assert.equal(((await response.json()) as SignedIn).refresh_token, null)
  })

  it('is exchanged like the token in it, and cleared on sign-out', async () => {
    const cookie = cookieOf(await signIn())
    const next = await server.post('/auth/token', {}, { ...OWN, cookie })
    assert.equal(next.status, 200)
    const { access_token, refresh_token } = (await next.json()) as SignedIn
    assert.equal(refresh_token, null)
    assert.notEqual(cookieOf(next), cookie)
    await server.bearer(access_token).users.me()
    const out = await server.post('/auth/sign-out', {}, { ...OWN, cookie: cookieOf(next) })
    assert.match(out.headers.get('set-cookie') ?? '', /^daymark_refresh=;.*Max-Age=0$/)
    assert.equal((await server.post('/auth/token', {}, { ...OWN, cookie: cookieOf(next) })).status, 401)
  })

  it('is accepted from pages of this server and of listed origins only', async () => {
    const cookie = cookieOf(await signIn())
    const use = async (headers: Record<string, string>) =>
      (await server.post('/auth/token', {}, { cookie, ...headers })).status
    assert.equal(await use({ origin: 'https://time.example.org' }), 200)
    assert.equal(await use({ origin: 'http://10.0.0.5:2614', host: '10.0.0.5:2614' }), 200)
    assert.equal(await use({ origin: 'https://app.example.net' }), 200)
    for (const origin of ['https://evil.example', 'null', 'https://time.example.org.evil.example', ''])
      assert.equal(await use({ origin }), 403, origin)
    assert.equal(await use({}), 403, 'a browser sends its origin with every POST')
    for (const path of ['/auth/sign-out', '/auth/token'])
      assert.equal((await server.post(path, {}, { cookie, origin: 'https://evil.example' })).status, 403)
  })

  it('cannot be planted by another site', async () => {
    assert.equal((await signIn({ origin: 'https://evil.example' })).status, 403)
    assert.equal((await signIn({})).status, 403)
  })

  it('leaves no session behind on another sign-in', async () => {
    const first = await signIn()
    const { access_token } = (await first.json()) as SignedIn
    await server.bearer(access_token).accounts.endOtherSessions()
    const second = await signIn({ ...OWN, cookie: cookieOf(first) })
    const again = (await second.json()) as SignedIn
    assert.equal((await server.bearer(again.access_token).accounts.sessions()).length, 1)
  })

  it('is ignored by the API and by actions that need a token', async () => {
    const cookie = cookieOf(await signIn())
    for (const path of ['/v1/users/me', '/v1/tokens', '/auth/account', '/auth/sessions'])
      assert.equal((await server.fetch(path, { headers: { ...OWN, cookie } })).status, 401, path)
    const password = PASSWORD
    assert.equal((await server.post('/auth/delete-account', { password }, { ...OWN, cookie })).status, 401)
  })

  it('cannot be used by an HTML form: only JSON is accepted', async () => {
    const response = await server.fetch('/auth/sign-in', {
      method: 'POST',
      headers: { ...OWN, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=ann@example.org',
    })
    assert.equal(response.status, 415)
  })
})

it('is not marked as secure without HTTPS, or browsers would drop it', async t => {
  const server = await startEmbedded(await openFreshSqlite())
  t.after(() => server.close())
  const { email } = await server.join()
  const response = await server.post(
    '/auth/sign-in',
    { email, password: PASSWORD, refresh: 'cookie' },
    { origin: 'http://localhost:2614' },
  )
  assert.match(response.headers.get('set-cookie') ?? '', /; Path=\/auth; HttpOnly; SameSite=Strict; Max-Age/)
})
