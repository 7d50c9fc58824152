import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import manifest from '../../package.json' with { type: 'json' }
import { startTestApp, type TestApp } from './support/app.ts'
import { AUDIENCE, CLIENT_ID, type ProviderTokens, startProvider } from './support/openid-provider.ts'
import { rejectsWith } from './support/rejects.ts'
import { openFreshSqlite } from './support/sqlite.ts'
import { forEachStorage } from './support/storages.ts'

forEachStorage('with an OpenID provider', open => {
  let provider: Awaited<ReturnType<typeof startProvider>>
  let server: TestApp
  let tokens: ProviderTokens
  before(async () => {
    provider = await startProvider('RS256')
    server = await startTestApp(await open(), {
      OIDC_ISSUER_URL: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: CLIENT_ID,
    })
    tokens = await provider.signIn('ann')
  })
  after(async () => {
    await server.close()
    await provider.close()
  })
  const by = (token: string) => createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch })

  it('the API accepts the access token of the code flow, with the profile of its claims', async () => {
    const me = await by(tokens.access_token).users.me()
    assert.deepEqual([me.id, me.email, me.display_name], ['ann', 'ann@corp.example', 'Person ann'])
  })

  it('a token for another audience is rejected: the ID token is for the web app', async () => {
    await rejectsWith(by(tokens.id_token).users.me(), 401)
  })

  it('personal access tokens work here too', async () => {
    const made = await by(tokens.access_token).tokens.create({ body: { name: 'x', scopes: ['read'] } })
    assert.equal((await by(made.token).users.me()).id, 'ann')
  })

  it('signing out all other devices revokes tokens and device passwords, because there are no sessions here', async () => {
    const { client, access } = { client: by(tokens.access_token), access: ['read' as const] }
    const made = await client.tokens.create({ body: { name: 'x', scopes: access } })
    const device = await client.devicePasswords.create({ body: { name: 'Phone', scopes: access } })
    const basic = Buffer.from(`${device.username}:${device.password}`).toString('base64')
    const byDevice = async () =>
      (await server.fetch('/v1/users/me', { headers: { authorization: `Basic ${basic}` } })).status
    await by(made.token).users.me()
    assert.equal(await byDevice(), 200)
    const kept = await client.sessions.removeOthers({ query: { revoke_tokens: false } })
    assert.deepEqual([kept.revoked_tokens, await byDevice()], [0, 200])
    const { ended, revoked_tokens } = await client.sessions.removeOthers()
    assert.ok(ended === 0 && revoked_tokens >= 2)
    await rejectsWith(by(made.token).users.me(), 401)
    assert.equal(await byDevice(), 401)
    assert.equal((await client.audit.list())[0]?.event, 'tokens_revoked')
    await client.users.me()
  })

  it('there is nothing at /auth', async () => {
    for (const [method, path] of [
      ['POST', '/auth/sign-up'],
      ['POST', '/auth/sign-in'],
      ['POST', '/auth/token'],
      ['GET', '/auth/jwks'],
      ['GET', '/auth/sessions'],
      ['GET', '/.well-known/openid-configuration'],
    ] as const) {
      const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
      assert.equal((await server.fetch(path, { method, ...body })).status, 404, path)
    }
  })

  it('the web app learns where to sign in', async () => {
    assert.deepEqual(await by('').server.info(), {
      version: manifest.version,
      sign_in: 'oidc',
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      signup: 'closed',
      setup: 'none',
      verifies_emails: true,
      passkeys: false,
      sends_mail: false,
      deletion_days: 7,
    })
  })

  it('is ready, and not ready if the provider has never been reached', async t => {
    assert.equal((await server.fetch('/health/ready')).status, 200)
    const lonely = await startTestApp(await openFreshSqlite(), { OIDC_ISSUER_URL: 'http://127.0.0.1:1' })
    t.after(() => lonely.close())
    assert.equal((await lonely.fetch('/health/ready')).status, 503)
  })
})

describe('other algorithms of the provider, with the audience check disabled', () => {
  for (const alg of ['ES256', 'PS256', 'EdDSA'] as const) {
    it(alg, async t => {
      const provider = await startProvider(alg)
      t.after(() => provider.close())
      const server = await startTestApp(await openFreshSqlite(), {
        OIDC_ISSUER_URL: provider.issuer,
        OIDC_AUDIENCE: '*',
      })
      t.after(() => server.close())
      const tokens = await provider.signIn('bob')
      for (const token of [tokens.access_token, tokens.id_token]) {
        const me = await createClient({
          baseUrl: 'http://daymark.test',
          token,
          fetch: server.fetch,
        }).users.me()
        assert.equal(me.email, 'bob@corp.example')
      }
    })
  }
})
