// Tests sign-in with an external issuer's tokens, and with an issuer that is down.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { startTestApp, type TestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'
import { forEachStorage } from './support/storages.ts'

const me = (server: TestApp, token?: string, scheme = 'Bearer') =>
  server.fetch(
    '/v1/users/me',
    token === undefined ? {} : { headers: { authorization: `${scheme} ${token}` } },
  )

async function refused(response: Response): Promise<void> {
  assert.equal(response.status, 401)
  assert.equal(response.headers.get('www-authenticate'), 'Bearer')
  const body = (await response.json()) as { detail: string }
  assert.equal(typeof body.detail, 'string')
}

describe('tokens', () => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite(), { OIDC_AUDIENCE: 'daymark' })
  })
  after(() => server.close())

  const token = (claims: Record<string, unknown> = {}, options = {}) =>
    server.issuer.token({ sub: 'ann', aud: 'daymark', ...claims }, options)

  it('accepts a good one, with the scheme in any case', async () => {
    assert.equal((await me(server, await token())).status, 200)
    assert.equal((await me(server, await token(), 'bearer')).status, 200)
  })

  it('rejects none, nonsense and another scheme', async () => {
    await refused(await me(server))
    await refused(await me(server, 'nonsense'))
    await refused(await me(server, await token(), 'Basic'))
    await refused(await me(server, ''))
  })

  it('rejects a token without exp, without sub, or with a sub that cannot be an id', async () => {
    await refused(await me(server, await token({ exp: undefined })))
    for (const sub of [undefined, '', 'x'.repeat(256), 5, 'a\u0000b'])
      await refused(await me(server, await token({ sub })))
    assert.equal((await me(server, await token({ sub: 'x'.repeat(255) }))).status, 200)
  })

  it('checks issuer, audience, exp and nbf, with a leeway of 30 seconds', async () => {
    await refused(await me(server, await token({}, { issuer: 'https://evil.example' })))
    await refused(await me(server, await token({ aud: 'other' })))
    await refused(await me(server, await token({}, { expiresIn: -31 })))
    assert.equal((await me(server, await token({}, { expiresIn: -20 }))).status, 200)
    const soon = Math.floor(Date.now() / 1000)
    await refused(await me(server, await token({ nbf: soon + 60 })))
    assert.equal((await me(server, await token({ nbf: soon + 20 }))).status, 200)
  })

  it('rejects none and HMAC, even if the secret is the public key', async () => {
    const claims = {
      sub: 'ann',
      aud: 'daymark',
      iss: server.issuer.url,
      exp: Math.floor(Date.now() / 1000) + 60,
    }
    await refused(await me(server, new UnsecuredJWT(claims).encode()))
    const jwks = await (await fetch(`${server.issuer.url}/jwks`)).text()
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(jwks))
    await refused(await me(server, forged))
  })

  it('rejects a signature by a stranger with a known key id', async () => {
    const { keys } = (await (await fetch(`${server.issuer.url}/jwks`)).json()) as { keys: { kid: string }[] }
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT({ sub: 'ann', aud: 'daymark' })
      .setProtectedHeader({ alg: 'ES256', kid: keys[0]?.kid ?? '' })
      .setIssuer(server.issuer.url)
      .setExpirationTime('1h')
      .sign(privateKey)
    await refused(await me(server, forged))
  })

  it('drops a cached token when it expires', async () => {
    const short = await token({}, { now: server.clock.now(), expiresIn: 10 })
    assert.equal((await me(server, short)).status, 200)
    // Including the tolerated clock skew, the token is valid for 40 seconds. The clock keeps running, so the request
    // has 10 seconds.
    server.clock.advance(30_000)
    assert.equal((await me(server, short)).status, 200)
    server.clock.advance(11_000)
    await refused(await me(server, short))
  })
})

describe('the keys of the issuer', () => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
  })
  after(() => server.close())
  const fresh = (sub = 'ann') =>
    server.issuer.token({ sub, jti: crypto.randomUUID() }, { now: server.clock.now() })

  it('answers 503 until keys were fetched, and recovers', async () => {
    server.issuer.setDown(true)
    const token = await fresh()
    const response = await me(server, token)
    assert.equal(response.status, 503)
    assert.match(((await response.json()) as { detail: string }).detail, /keys/)
    server.issuer.setDown(false)
    server.clock.advance(2_000)
    assert.equal((await me(server, token)).status, 200)
  })

  it('follows a rotation, but refetches at most once in 30 seconds', async () => {
    await server.issuer.rotate()
    const before = server.issuer.fetches()
    await refused(await me(server, await fresh()))
    assert.equal(server.issuer.fetches(), before, 'the first fetch is younger than 30 s')
    server.clock.advance(30_000)
    assert.equal((await me(server, await fresh())).status, 200)
    assert.equal(server.issuer.fetches(), before + 1)
    await server.issuer.rotate()
    for (let i = 0; i < 5; i++) await refused(await me(server, await fresh()))
    assert.equal(server.issuer.fetches(), before + 1)
  })

  it('continues with the last good keys when the issuer is down', async () => {
    server.clock.advance(30_000)
    assert.equal((await me(server, await fresh())).status, 200)
    server.issuer.setDown(true)
    server.clock.advance(3_600_000)
    assert.equal((await me(server, await fresh('bob'))).status, 200)
    server.issuer.setDown(false)
  })
})

forEachStorage('profiles', open => {
  let server: TestApp
  let writes = 0
  before(async () => {
    server = await startTestApp(
      await open({
        observe: statement => {
          if (/^(insert|update)/i.test(statement)) writes++
        },
      }),
    )
  })
  after(() => server.close())

  it('are created with the first request and follow the claims', async () => {
    const ann = await server.as('ann', {
      name: 'Ann',
      email: 'Ann@Example.ORG',
      email_verified: true,
      picture: 'https://x/y.png',
    })
    const first = await ann.users.me()
    assert.equal(first.id, 'ann')
    assert.equal(first.display_name, 'Ann')
    assert.equal(first.email, 'ann@example.org')
    assert.equal(first.avatar_url, 'https://x/y.png')
    assert.match(first.friend_code, /^[2-9A-Z]{10}$/)
    const renamed = await server.as('ann', { name: undefined, preferred_username: 'annie' })
    const second = await renamed.users.me()
    assert.equal(second.display_name, 'annie')
    assert.equal(second.email, null)
    assert.equal(second.friend_code, first.friend_code)
  })

  it('are written once for many requests with unchanged claims', async () => {
    const bob = await server.as('bob')
    await bob.users.me()
    const before = writes
    for (let i = 0; i < 5; i++) await bob.users.me()
    await (await server.as('bob', { jti: 'another token' })).users.me()
    assert.equal(writes, before)
  })

  it('do not go back to the claims of an older token', async () => {
    const now = Math.floor(server.clock.now() / 1000)
    await (await server.as('cleo', { name: 'New', iat: now })).users.me()
    const old = await server.as('cleo', { name: 'Old', iat: now - 100 })
    assert.equal((await old.users.me()).display_name, 'New')
  })

  it('keep their name if a newer token has none', async () => {
    const named = await server.as('fay', { name: 'Fay' })
    await named.users.me()
    const nameless = await server.as('fay', { name: undefined, jti: 'nameless' })
    assert.equal((await nameless.users.me()).display_name, 'Fay')
    const unknown = await server.as('gil', { name: undefined })
    assert.equal((await unknown.users.me()).display_name, 'Someone')
  })

  it('survive two concurrent first requests', async () => {
    const clients = await Promise.all(
      Array.from({ length: 8 }, (_, i) => server.as('dora', { jti: String(i) })),
    )
    const answers = await Promise.all(clients.map(client => client.users.me()))
    assert.equal(new Set(answers.map(each => each.friend_code)).size, 1)
  })

  it('get a new friend code on request', async () => {
    const eve = await server.as('eve')
    const { friend_code } = await eve.users.me()
    const renewed = await eve.users.renewFriendCode()
    assert.notEqual(renewed.friend_code, friend_code)
    assert.equal((await eve.users.me()).friend_code, renewed.friend_code)
  })
})
