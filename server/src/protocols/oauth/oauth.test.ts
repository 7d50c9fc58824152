// Tests the provider with the client library `openid-client` and a browser without scripts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, it } from 'node:test'
import { createClient } from '@daymark/client'
import * as oidc from 'openid-client'
import { Secret, TOTP } from 'otpauth'
import { type EmbeddedApp, PASSWORD, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { type FormBrowser, type FormPage, formBrowser } from '../../../test/support/form-browser.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'

import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { openLog } from '../../platform/observability/log.ts'

const CLI = 'daymark-cli'
const REDIRECT = 'http://127.0.0.1:4567/callback'
const SCOPE = 'openid profile email todos:read todos:write'

forEachStorage('the OpenID provider', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  let issuer: string
  let config: oidc.Configuration
  let ann: SignedIn
  const errors: string[] = []
  /** Ann's browser. She stays signed in. */
  let home: FormBrowser
  before(async () => {
    const settings = { OAUTH_DYNAMIC_REGISTRATION: 'true', PORT: '0', METRICS_ENABLED: 'true' }
    const log = openLog('error', undefined, {
      write: line => void errors.push(line),
      flush: done => done?.(),
      destroy: () => {},
    })
    server = await startEmbedded(await open(), settings, { log })
    issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
    ann = await server.join('ann@example.org')
    config = await discover(CLI)
    home = formBrowser(issuer)
  })
  after(() => server.close())

  const discover = (clientId: string) =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    })
  const by = (token: string) => createClient({ baseUrl: issuer, token, retry: false })

  interface Started {
    url: URL
    checks: oidc.AuthorizationCodeGrantChecks
  }
  async function start(parameters: Record<string, string> = {}, client = config): Promise<Started> {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: REDIRECT,
      scope: SCOPE,
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...parameters,
    })
    return { url, checks: { pkceCodeVerifier, expectedState } }
  }

  const signIn = async (browser: FormBrowser, page: FormPage, password = PASSWORD) =>
    browser.submit(page, '/login', { email: 'Ann@example.org', password })

  /** Signs in if the browser is not signed in yet, allows the app, and returns its tokens. */
  async function connect(parameters?: Record<string, string>, client = config, browser = home) {
    const { url, checks } = await start(parameters, client)
    const page = await browser.go(url.href)
    const consent = page.text.includes('type="password"') ? await signIn(browser, page) : page
    const { left } = await browser.submit(consent, '/allow')
    assert.ok(left, 'the browser returns to the app')
    const tokens = await oidc.authorizationCodeGrant(client, left, checks)
    return { tokens, left, checks }
  }

  it('signs people in with code and PKCE, and the API accepts the access token within its scopes', async () => {
    const { tokens, left } = await connect()
    assert.equal(left.searchParams.get('iss'), issuer)
    const claims = tokens.claims()
    const me = await ann.client.accounts.me()
    assert.deepEqual([claims?.sub, claims?.['email'], claims?.['name']], [me.id, 'ann@example.org', 'ann'])
    const group = await ann.client.tags.createGroup({ body: { name: 'Home', color: '#123456' } })
    const todo = await by(tokens.access_token).todos.create({
      body: { title: 'by an app', tag_group_id: group.id },
    })
    assert.equal(todo.owner_id, me.id)
    const [change] = await ann.client.history.list({ query: { limit: 1 } })
    assert.deepEqual([change?.via, change?.token_name], ['api', 'Daymark CLI'])
    await rejectsWith(by(tokens.access_token).timers.list(), 403, /lacks the scope timers:read/)
    await rejectsWith(by(tokens.access_token).apps.list(), 403)
    const info = await oidc.fetchUserInfo(config, tokens.access_token, me.id)
    assert.deepEqual([info.sub, info.email], [me.id, 'ann@example.org'])
  })

  itOnce(
    'describes itself for OpenID (discovery) and OAuth (RFC 8414), with the keys of the JSON endpoints',
    async () => {
      const [openid, oauth] = await Promise.all(
        ['openid-configuration', 'oauth-authorization-server'].map(
          async name =>
            (await (await fetch(`${issuer}/.well-known/${name}`)).json()) as Record<string, unknown>,
        ),
      )
      assert.deepEqual(openid, oauth)
      assert.equal(openid?.['issuer'], issuer)
      assert.equal(openid?.['jwks_uri'], `${issuer}/auth/jwks`)
      assert.deepEqual(openid?.['code_challenge_methods_supported'], ['S256'])
      assert.deepEqual(openid?.['response_types_supported'], ['code'])
      assert.equal(openid?.['authorization_response_iss_parameter_supported'], true)
      assert.equal(openid?.['client_id_metadata_document_supported'], true)
      assert.equal(openid?.['introspection_endpoint'], undefined)
      assert.ok(JSON.stringify(openid?.['scopes_supported']).includes('todos:read'))
    },
  )

  itOnce('requires PKCE with S256, a registered redirect address and a resource of this server', async () => {
    const browser = formBrowser(issuer)
    const { url } = await start()
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    assert.equal((await browser.go(url.href)).left?.searchParams.get('error'), 'invalid_request')
    const plain = await start({ code_challenge_method: 'plain' })
    assert.equal((await browser.go(plain.url.href)).left?.searchParams.get('error'), 'invalid_request')
    const resource = await start({ resource: 'https://elsewhere.example' })
    assert.equal((await browser.go(resource.url.href)).left?.searchParams.get('error'), 'invalid_target')
    for (const redirect_uri of [
      'https://evil.example/callback',
      'http://127.0.0.1:4567/callback/more',
      'http://127.0.0.1:4567/callback?x=1',
      'http://127.0.0.1.evil.example/callback',
    ]) {
      const page = await browser.go((await start({ redirect_uri })).url.href)
      assert.deepEqual([page.status, page.left], [400, undefined], redirect_uri)
      assert.match(page.text, /cannot continue.*Return to the app.*invalid_/s)
    }
  })

  itOnce('a person can allow reading only, and is not asked again', async () => {
    const browser = formBrowser(issuer)
    const { url, checks } = await start()
    const consent = await signIn(browser, await browser.go(url.href))
    assert.match(consent.text, /Allow reading only/)
    const { left } = await browser.submit(consent, '/allow', { access: 'read' })
    assert.ok(left)
    const tokens = await oidc.authorizationCodeGrant(config, left, checks)
    await by(tokens.access_token).todos.list()
    const body = { title: 'no', tag_group_id: crypto.randomUUID() }
    await rejectsWith(by(tokens.access_token).todos.create({ body }), 403, /lacks the scope todos:write/)
    const [app] = await ann.client.apps.list()
    assert.deepEqual(app?.scopes, ['todos:read'])
    const reading = await browser.go((await start({ scope: 'openid todos:read' })).url.href)
    assert.doesNotMatch(reading.text, /Allow reading only/)
  })

  itOnce(
    'a form of an expired sign-in gets a page, and a forged or foreign form a refusal, never a 500',
    async () => {
      const browser = formBrowser(issuer)
      const page = await browser.go((await start()).url.href)
      for (const csrf of ['', 'x', 'é'.repeat(43), '🙂'.repeat(21)]) {
        const forged = await browser.submit(page, '/login', {
          csrf,
          email: 'ann@example.org',
          password: PASSWORD,
        })
        assert.equal(forged.status, 403, csrf)
      }
      await server.storage.write([], tx =>
        tx.sql.deleteFrom('oauth_records').where('kind', '=', 'Interaction').execute(),
      )
      for (const step of ['/login', '/refuse']) {
        const expired = await browser.submit(page, step, { email: 'ann@example.org', password: PASSWORD })
        assert.deepEqual([expired.status, /has expired/.test(expired.text)], [400, true])
      }
      assert.equal((await browser.go(page.url)).status, 400)
      assert.deepEqual(errors, [])
    },
  )

  itOnce('a sign-in request stores little', async () => {
    const count = () =>
      server.storage.read(async db => {
        const rows = await db.sql.selectFrom('oauth_records').select('payload').execute()
        return rows.reduce((bytes, { payload }) => bytes + payload.length, 0)
      })
    const before = await count()
    const { url } = await start({ state: 'x'.repeat(3_000) })
    assert.equal((await formBrowser(issuer).go(url.href)).status, 200)
    assert.ok((await count()) - before < 6_000, `${(await count()) - before} bytes`)
    const long = await formBrowser(issuer).go((await start({ state: 'x'.repeat(4_096) })).url.href)
    assert.equal(long.status, 400)
  })

  it('rotates refresh tokens, and a second use disconnects the app', async () => {
    const { tokens } = await connect()
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    assert.notEqual(next.refresh_token, tokens.refresh_token)
    assert.ok(await by(next.access_token).todos.list())
    await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
    await assert.rejects(oidc.refreshTokenGrant(config, next.refresh_token ?? ''), { error: 'invalid_grant' })
    await rejectsWith(by(next.access_token).todos.list(), 401)
  })

  it('exchanges a refresh token once, if two requests race', async () => {
    const { tokens } = await connect()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    )
    assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length <= 1)
  })

  it('accepts a code once, and revokes what the first use got', async () => {
    const { tokens, left, checks } = await connect()
    await assert.rejects(oidc.authorizationCodeGrant(config, left, checks), { error: 'invalid_grant' })
    await rejectsWith(by(tokens.access_token).todos.list(), 401)
  })

  it('revokes tokens (RFC 7009)', async () => {
    const before = (await ann.client.apps.list()).length
    for (const name of ['access_token', 'refresh_token'] as const) {
      const { tokens } = await connect()
      await by(tokens.access_token).todos.list()
      await oidc.tokenRevocation(config, tokens[name] ?? '')
      await rejectsWith(by(tokens.access_token).todos.list(), 401)
      await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
        error: 'invalid_grant',
      })
    }
    assert.equal((await ann.client.apps.list()).length, before)
  })

  it('lists connected apps, and disconnecting one ends its tokens at once, not those of another device', async () => {
    const laptop = await connect()
    const phone = await connect()
    const apps = await ann.client.apps.list()
    const pages = await Array.fromAsync(ann.client.apps.list.pages({ query: { limit: 1 } }))
    assert.deepEqual(
      pages,
      apps.map(each => [each]),
    )
    const [app] = apps
    assert.deepEqual(
      [app?.name, app?.client_id, app?.scopes],
      ['Daymark CLI', CLI, ['todos:read', 'todos:write']],
    )
    await by(laptop.tokens.access_token).todos.list()
    await by(phone.tokens.access_token).todos.list()
    const other = await server.join()
    await rejectsWith(other.client.apps.remove({ params: { app_id: app?.id ?? '' } }), 404)
    assert.deepEqual(await ann.client.apps.remove({ params: { app_id: app?.id ?? '' } }), { ok: true })
    await rejectsWith(by(phone.tokens.access_token).todos.list(), 401)
    await assert.rejects(oidc.refreshTokenGrant(config, phone.tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
    await by(laptop.tokens.access_token).todos.list()
    assert.equal((await ann.client.apps.list()).length, apps.length - 1)
  })

  itOnce('tokens for /mcp work only there, and tokens for the API everywhere', async () => {
    const { tokens } = await connect({ resource: `${issuer}/mcp` })
    const ask = (token: string) =>
      fetch(`${issuer}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'x', version: '1' },
          },
        }),
      })
    assert.equal((await ask(tokens.access_token)).status, 200)
    await rejectsWith(by(tokens.access_token).todos.list(), 401, /only for \/mcp/)
    const whole = await connect()
    assert.equal((await ask(whole.tokens.access_token)).status, 200)
  })

  it('connects devices with a code (RFC 8628)', async () => {
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'todos:read' })
    const browser = formBrowser(issuer)
    const input = await browser.go(device.verification_uri_complete ?? '')
    assert.match(input.text, new RegExp(`value="${device.user_code}"`))
    const wrong = await browser.submit(input, '/device', { user_code: 'BBBB-BBBB' })
    assert.match(wrong.text, /Unknown code/)
    const confirm = await browser.submit(wrong, '/device', { user_code: device.user_code.toLowerCase() })
    assert.ok(confirm.text.includes(device.user_code) && confirm.text.includes('Daymark CLI'))
    const consent = await signIn(browser, await browser.submit(confirm, '/device'))
    assert.match(consent.text, /See your todos/)
    const done = await browser.submit(consent, '/allow')
    assert.match(done.text, /Connected/)
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.05 })
    assert.ok(tokens.refresh_token)
    await by(tokens.access_token).todos.list()
    await rejectsWith(by(tokens.access_token).todos.create({ body: { title: 'x' } } as never), 403)
  })

  it('a device that the person refuses learns it, and codes work once', async () => {
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'todos:read' })
    const browser = formBrowser(issuer)
    const input = await browser.go(device.verification_uri)
    const confirm = await browser.submit(input, '/device', { user_code: device.user_code })
    const refused = await browser.submit(confirm, '/device', { abort: 'yes' })
    assert.match(refused.text, /not connected/)
    await assert.rejects(oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.05 }), {
      error: 'access_denied',
    })
    const again = await browser.submit(refused, '/device', { user_code: device.user_code })
    assert.match(again.text, /already been used/)
  })

  itOnce('answers other methods of its addresses with 405 and Allow', async () => {
    for (const [path, allow] of [
      ['/auth/oauth/token', 'POST'],
      ['/auth/oauth/device', 'GET, HEAD, POST'],
      ['/auth/jwks', 'GET, HEAD'],
    ]) {
      const refused = await fetch(`${issuer}${path}`, { method: 'PUT' })
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, allow], String(path))
    }
    // Clients try other metadata URLs after a 404.
    for (const path of [
      '/.well-known/oauth-authorization-server/v1/mcp',
      '/.well-known/openid-configuration/v1/mcp',
      '/auth/oauth/authorize/a/b',
    ]) {
      const unknown = await fetch(`${issuer}${path}`)
      assert.deepEqual([unknown.status, unknown.headers.get('allow')], [404, null], path)
    }
  })

  itOnce('shows the form for codes again if the browser has lost its cookies', async () => {
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'todos:read' })
    const input = await formBrowser(issuer).go(device.verification_uri)
    const later = formBrowser(issuer)
    const expired = await later.submit(input, '/device', { user_code: device.user_code })
    assert.deepEqual([expired.status, /has expired/.test(expired.text)], [400, true])
    const confirm = await later.submit(expired, '/device', { user_code: device.user_code })
    assert.ok(confirm.text.includes('Daymark CLI'))
    assert.equal((await formBrowser(issuer).go(`${device.verification_uri}/unknown`)).status, 400)
  })

  it('programs register themselves, if the operator allows it', async () => {
    const client = await oidc.dynamicClientRegistration(
      new URL(issuer),
      { client_name: '<b>App</b>', redirect_uris: ['https://app.example/callback'] },
      oidc.None(),
      { execute: [oidc.allowInsecureRequests] },
    )
    const { url } = await start({ redirect_uri: 'https://app.example/callback' }, client)
    const browser = formBrowser(issuer)
    const consent = await signIn(browser, await browser.go(url.href))
    assert.ok(consent.text.includes('&lt;b&gt;App&lt;/b&gt;') && !consent.text.includes('<b>App'))
    assert.match(consent.text, /not verified.*app\.example/s)
    const refused = await browser.submit(consent, '/refuse')
    assert.equal(refused.left?.searchParams.get('error'), 'access_denied')
    assert.equal((await ann.client.apps.list()).filter(app => app.name.includes('App')).length, 0)
  })

  itOnce(
    'a program may name scopes of the API when it registers, and asks for any scopes later',
    async () => {
      for (const scope of ['todos:read todos:write', 'openid todos:read', 'mcp:unknown']) {
        const client = await oidc.dynamicClientRegistration(
          new URL(issuer),
          { client_name: 'Scoped', redirect_uris: ['https://app.example/callback'], scope },
          oidc.None(),
          { execute: [oidc.allowInsecureRequests] },
        )
        const asked = { redirect_uri: 'https://app.example/callback', scope: 'offline_access todos:read' }
        const { url } = await start(asked, client)
        const browser = formBrowser(issuer)
        const consent = await signIn(browser, await browser.go(url.href))
        assert.ok(consent.text.includes('Scoped'), scope)
      }
    },
  )

  itOnce(
    'a program that registers its own scheme or a local port is native, also if it does not say so',
    async () => {
      const register = async (metadata: object) => {
        const response = await fetch(`${issuer}/auth/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(metadata),
        })
        const { application_type, client_id } = (await response.json()) as Record<string, string>
        return { status: response.status, application_type, client_id }
      }
      const editor = await register({
        redirect_uris: ['editor://plugin.example/callback', 'https://editor.example/callback'],
      })
      assert.deepEqual([editor.status, editor.application_type], [201, 'native'])
      const web = await register({ redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/'] })
      assert.deepEqual([web.status, web.application_type], [201, 'web'])
      const local = await register({ redirect_uris: ['http://localhost:4000/callback'] })
      assert.deepEqual([local.status, local.application_type], [201, 'native'])
      // On its next start, the app listens on another port.
      const { url } = await start(
        { redirect_uri: 'http://localhost:4001/callback' },
        await discover(local.client_id ?? ''),
      )
      assert.equal((await formBrowser(issuer).go(url.href)).status, 200)
      const said = await register({ application_type: 'web', redirect_uris: ['editor://plugin.example/'] })
      assert.equal(said.status, 400)
    },
  )

  itOnce('sends codes only over HTTPS, to this computer, or to its own host without HTTPS', async () => {
    const register = (app: EmbeddedApp, ...redirect_uris: string[]) =>
      app.post('/auth/oauth/register', { redirect_uris })
    const redirect_uri = 'http://nas.home.arpa/callback'
    assert.equal((await register(server, redirect_uri)).status, 400)
    const plain = await startEmbedded(server.storage, {
      OAUTH_DYNAMIC_REGISTRATION: 'true',
      PUBLIC_URL: 'http://nas.home.arpa',
      DATA_DIR: server.dataDir,
    })
    const earlier = await register(plain, redirect_uri)
    await plain.app.close()
    assert.equal(earlier.status, 201)
    const secure = await startEmbedded(server.storage, {
      OAUTH_DYNAMIC_REGISTRATION: 'true',
      PUBLIC_URL: 'https://day.example',
      DATA_DIR: server.dataDir,
    })
    const statusOf = async (...uris: string[]) => (await register(secure, ...uris)).status
    try {
      assert.equal(await statusOf('https://app.example/callback', 'http://app.example/callback'), 400)
      assert.equal(await statusOf('http://127.0.0.1.app.example/callback'), 400)
      assert.equal(await statusOf('https://app.example/callback'), 201)
      assert.equal(await statusOf('http://localhost:4567/callback'), 201)
      // An app that registered before the server had HTTPS still works.
      const { client_id } = (await earlier.json()) as { client_id: string }
      const query = new URLSearchParams({
        ...{ client_id, redirect_uri, response_type: 'code', scope: 'openid' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      })
      const page = await secure.app.inject(`/auth/oauth/authorize?${query}`)
      assert.equal(page.statusCode, 303, page.body)
      assert.doesNotMatch(String(page.headers.location), /error/)
    } finally {
      await secure.app.close()
      await secure.issuer.close()
    }
  })

  itOnce('pages work in Korean, cannot be framed, and allow no scripts', async () => {
    const browser = formBrowser(issuer, { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' })
    const page = await browser.go((await start()).url.href)
    assert.match(page.text, /<html lang="ko">.*로그인/s)
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /default-src 'none'.*form-action 'self'.*http:\/\/127\.0\.0\.1:4567.*frame-ancestors 'none'/,
    )
    assert.ok(!policy.includes('script-src') && !page.text.includes('<script'))
    const consent = await signIn(browser, page)
    assert.match(consent.text, /할 일 만들기, 수정, 공유, 삭제/)
  })

  itOnce('forms of other sites and of other tabs are refused', async () => {
    const browser = formBrowser(issuer)
    const page = await browser.go((await start()).url.href)
    const fields = { email: 'ann@example.org', password: PASSWORD }
    const foreign = await browser.submit(page, '/login', fields, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(foreign.status, 403)
    assert.equal((await browser.submit(page, '/login', { ...fields, csrf: 'x' })).status, 403)
    const stranger = formBrowser(issuer)
    assert.equal((await stranger.submit(page, '/login', fields)).status, 400)
  })

  itOnce('wrong passwords are counted together with those of the JSON endpoint', async () => {
    await server.join('bob@example.org')
    const browser = formBrowser(issuer)
    let page = await browser.go((await start()).url.href)
    for (let attempt = 0; attempt < 3; attempt++) {
      page = await browser.submit(page, '/login', { email: 'bob@example.org', password: 'wrong' })
      assert.equal(page.status, 401)
      assert.match(page.text, /address or the password is wrong/)
    }
    const json = () =>
      fetch(`${issuer}/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'bob@example.org', password: 'wrong' }),
      })
    for (let attempt = 0; attempt < 2; attempt++) assert.equal((await json()).status, 401)
    // Extends the wait after the failed attempts, because it lasts only a second and the next request may come later on
    // a busy machine.
    const address = createHash('sha256').update('bob@example.org').digest('hex')
    await server.storage.write([], tx =>
      tx.sql
        .updateTable('sign_in_attempts')
        .set({ blocked_until: server.clock.now() + 600_000 })
        .where('address', 'like', `${address}%`)
        .where('failures', '=', 5)
        .execute(),
    )
    page = await browser.submit(page, '/login', { email: 'bob@example.org', password: PASSWORD })
    assert.equal(page.status, 429)
    assert.match(page.text, /Too many failed sign-ins/)
    const metrics = await (await fetch(`${issuer}/metrics`)).text()
    assert.match(metrics, /daymark_sign_in_failures_total\{reason="password"\} 5/)
    assert.match(metrics, /daymark_sign_in_failures_total\{reason="throttled"\} 1/)
  })

  itOnce('asks for the code of an authenticator app, or a recovery code, in a second form', async () => {
    const { client } = await server.join('carl@example.org')
    const { secret } = await client.totp.start({ body: {} })
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = totp.generate({ timestamp: server.clock.now() })
    const { recovery_codes } = await client.totp.confirm({ body: { code } })
    const browser = formBrowser(issuer)
    const { url, checks } = await start()
    const asked = await browser.submit(await browser.go(url.href), '/login', {
      email: 'carl@example.org',
      password: PASSWORD,
    })
    assert.match(asked.text, /Enter your code/)
    assert.ok(!asked.text.includes('/allow'))
    const wrong = await browser.submit(asked, '/code', { code: '000000' })
    assert.deepEqual([wrong.status, /code is wrong/.test(wrong.text)], [401, true])
    const again = await browser.submit(wrong, '/code', { code })
    assert.equal(again.status, 401, 'a code works once')
    const forged = await browser.submit(wrong, '/code', { code, proof: 'AAAA' })
    assert.equal(forged.status, 400)
    const other = await browser.submit(await browser.go((await start()).url.href), '/login', {
      email: 'carl@example.org',
      password: PASSWORD,
    })
    const proof = /name="proof" value="([^"]+)"/.exec(other.text)?.[1] ?? ''
    const moved = await browser.submit(asked, '/code', { code: recovery_codes[0] ?? '', proof })
    assert.equal(moved.status, 400, 'a proof belongs to one sign-in')
    const consent = await browser.submit(asked, '/code', { code: recovery_codes[0] ?? '' })
    const { left } = await browser.submit(consent, '/allow')
    assert.ok(left)
    const tokens = await oidc.authorizationCodeGrant(config, left, checks)
    assert.deepEqual(
      (
        await by(tokens.access_token)
          .accounts.me()
          .catch(error => error)
      ).status,
      403,
    )
    assert.ok((await client.audit.list()).some(({ event }) => event === 'app_connected'))
  })

  it('a new password ends sign-ins, pending ones too, and revokes apps', async () => {
    const cai = await server.join('cai@example.org')
    const browser = formBrowser(issuer)
    const first = await start()
    const consent = await browser.submit(await browser.go(first.url.href), '/login', {
      email: 'cai@example.org',
      password: PASSWORD,
    })
    const { left } = await browser.submit(consent, '/allow')
    const tokens = await oidc.authorizationCodeGrant(config, left ?? new URL(issuer), first.checks)
    await by(tokens.access_token).todos.list()
    const changed = await cai.client.accounts.changePassword({
      body: { current_password: PASSWORD, new_password: 'another horse battery' },
    })
    assert.equal(changed.revoked_tokens, 1)
    await rejectsWith(by(tokens.access_token).todos.list(), 401)
    const again = await browser.go((await start()).url.href)
    assert.match(again.text, /type="password"/)
  })

  it('signs out of the browser (end_session) and asks for the password again', async () => {
    const browser = formBrowser(issuer)
    const { tokens } = await connect(undefined, config, browser)
    const url = oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' })
    const asked = await browser.go(url.href)
    const done = await browser.submit(asked, '/confirm', { logout: 'yes' })
    assert.match(done.text, /You are signed out/)
    assert.match((await browser.go((await start()).url.href)).text, /type="password"/)
    await by(tokens.access_token).todos.list()
  })

  it('stores no token, code or cookie in clear text, and removes what has expired', async () => {
    const { tokens, left } = await connect()
    const rows = JSON.stringify(
      await server.storage.read(db => db.sql.selectFrom('oauth_records').selectAll().execute()),
    )
    const secrets = [tokens.access_token, tokens.refresh_token, left.searchParams.get('code')]
    for (const secret of [...secrets, ...home.cookies.map(({ value }) => value)])
      assert.ok(secret && !rows.includes(secret))
    assert.ok(rows.includes(createHash('sha256').update(tokens.access_token).digest('hex')))
    server.clock.advance(31 * 86_400_000)
    await server.app.jobs.drain()
    const count = async (table: 'oauth_records' | 'connected_apps') =>
      (await server.storage.read(db => db.sql.selectFrom(table).select('client_id').execute())).length
    assert.deepEqual([await count('oauth_records'), await count('connected_apps')], [0, 0])
    server.clock.advance(-31 * 86_400_000)
  })

  it('deleting the account deletes everything of the provider', async () => {
    const dan = await server.join('dan@example.org')
    const browser = formBrowser(issuer)
    const consent = await browser.submit(await browser.go((await start()).url.href), '/login', {
      email: 'dan@example.org',
      password: PASSWORD,
    })
    await browser.submit(consent, '/allow')
    const { id } = await dan.client.accounts.me()
    await dan.client.accounts.deleteAccount({ body: { password: PASSWORD } })
    server.clock.advance(7 * 86_400_000)
    await server.app.jobs.drain()
    const left = await server.storage.read(async db => [
      ...(await db.sql.selectFrom('oauth_records').select('kind').where('account_id', '=', id).execute()),
      ...(await db.sql.selectFrom('connected_apps').select('id').where('owner_id', '=', id).execute()),
    ])
    assert.deepEqual(left, [])
  })
})
