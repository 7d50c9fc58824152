import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createClient } from '@daymark/client'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { type EmbeddedApp, PASSWORD, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { formBrowser } from '../../../test/support/form-browser.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { asNative } from '../../features/oauth/provider/client-document.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { isOffered } from '../mcp/run-tool.ts'
import { TOOLS } from '../mcp/tools/catalog.ts'

const REDIRECT = 'http://127.0.0.1:4321/callback'

describe('an assistant with OAuth', () => {
  let server: EmbeddedApp
  let issuer: string
  let documents: Server
  let clientUrl: string
  let ann: SignedIn
  let answer: { status?: number; headers?: Record<string, string>; body: string }
  const trusted = getCACertificates('default')
  before(async () => {
    setDefaultCACertificates([...trusted, CERTIFICATE])
    documents = createServer({ key: KEY, cert: CERTIFICATE }, (_request, response) =>
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body),
    )
    documents.listen(0)
    await once(documents, 'listening')
    clientUrl = `https://localhost:${(documents.address() as AddressInfo).port}/client.json`
    server = await startEmbedded(await openFreshSqlite(), {
      PORT: '0',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8, ::1',
    })
    issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
    ann = await server.join('ann@example.org')
  })
  after(async () => {
    setDefaultCACertificates(trusted)
    documents.close()
    await server.close()
  })

  /** The redirect URI has no port, because the program chooses a free port at each start. */
  const metadata = (client_id = clientUrl) => ({
    client_id,
    client_name: 'Assistant',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  })

  const authorize = (client: string) =>
    `${issuer}/auth/oauth/authorize?${new URLSearchParams({
      client_id: client,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'todos:read',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`

  it('signs in, asks for consent with the host of its document, uses tools, and can be disconnected', async () => {
    answer = { body: JSON.stringify({ ...metadata(), scope: 'todos:read offline_access' }) }
    const kept: {
      tokens?: { access_token: string; token_type: string }
      client?: unknown
      verifier?: string
    } = {}
    let asked: URL | undefined
    const authProvider: OAuthClientProvider = {
      redirectUrl: REDIRECT,
      clientMetadataUrl: clientUrl,
      clientMetadata: { client_name: 'Assistant', redirect_uris: [REDIRECT] },
      clientInformation: () => kept.client as never,
      saveClientInformation: client => {
        kept.client = client
      },
      tokens: () => kept.tokens,
      saveTokens: tokens => {
        kept.tokens = tokens
      },
      redirectToAuthorization: url => {
        asked = url
      },
      saveCodeVerifier: verifier => {
        kept.verifier = verifier
      },
      codeVerifier: () => kept.verifier ?? '',
    }
    const transport = () => new StreamableHTTPClientTransport(new URL(`${issuer}/mcp`), { authProvider })
    const first = transport()
    await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
    assert.ok(asked)
    assert.equal(asked.searchParams.get('client_id'), clientUrl)
    assert.equal(asked.searchParams.get('resource'), `${issuer}/mcp`)
    const browser = formBrowser(issuer)
    const consent = await browser.submit(await browser.go(asked.href), '/login', {
      email: 'ann@example.org',
      password: PASSWORD,
    })
    assert.match(consent.text, /Allow Assistant.*Published by localhost/s)
    const { left } = await browser.submit(consent, '/allow')
    assert.ok(left)
    await first.finishAuth(left.searchParams)
    const mcp = new Client({ name: 'test', version: '1' })
    await mcp.connect(transport())
    const { tools } = await mcp.listTools()
    assert.ok(tools.some(({ name }) => name === 'get_overview'))
    await mcp.close()
    const token = kept.tokens?.access_token ?? ''
    const userinfo = await fetch(`${issuer}/auth/oauth/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.deepEqual([userinfo.status, /only for \/mcp/.test(await userinfo.text())], [401, true])
    await rejectsWith(
      createClient({ baseUrl: issuer, token, retry: false }).todos.list(),
      401,
      /only for \/mcp/,
    )
    const [app] = await ann.client.apps.list()
    assert.deepEqual([app?.name, app?.client_id], ['Assistant', clientUrl])
    await ann.client.apps.remove({ params: { app_id: app?.id ?? '' } })
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${issuer}/mcp`, { method: 'POST', headers })).status, 401)
  })

  it('asks only for what the tools need', async () => {
    const found = await (await fetch(`${issuer}/.well-known/oauth-protected-resource/mcp`)).json()
    const scopes = (found as { scopes_supported: string[] }).scopes_supported
    for (const missing of ['read', 'write', 'webhooks:write', 'visibility:write', 'friends:write'])
      assert.ok(!scopes.includes(missing), missing)
    assert.ok(TOOLS.every(tool => isOffered(tool, { scopes } as unknown as Session)))
    for (const left of scopes) {
      const others = { scopes: scopes.filter(scope => scope !== left) } as unknown as Session
      assert.ok(
        TOOLS.some(tool => !isOffered(tool, others)) || /^(todos|schedules|timers):write$/.test(left),
        left,
      )
    }
  })

  it('new apps of people who are not signed in are limited per address, and allowed apps are not', async () => {
    server.clock.advance(60_000)
    const browser = formBrowser(issuer)
    let fetched = 0
    const count = () => fetched++
    documents.on('request', count)
    const statuses = []
    for (let at = 0; at < 12; at++) {
      const id = `${clientUrl}?many=${at}`
      answer = { body: JSON.stringify(metadata(id)) }
      statuses.push((await browser.go(authorize(id))).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
    assert.equal(fetched, 10)
    // The app that Ann has allowed above comes from the cache of another provider, even if its server is gone.
    answer = { status: 500, body: '' }
    server.clock.advance(600_001)
    for (let at = 0; at < 12; at++) assert.equal((await browser.go(authorize(clientUrl))).status, 200)
    assert.equal(fetched, 10)
    documents.off('request', count)
  })

  it('a document is refused if it names another client, redirects, is too large, or is in a private network', async () => {
    const browser = formBrowser(issuer)
    let count = 0
    server.clock.advance(60_000)
    const refused = async (given: typeof answer | ((id: string) => typeof answer)) => {
      const id = `${clientUrl}?${++count}`
      answer = typeof given === 'function' ? given(id) : given
      const page = await browser.go(authorize(id))
      assert.deepEqual([page.status, page.left], [400, undefined], page.text)
    }
    await refused({ body: JSON.stringify(metadata('https://elsewhere.example/client.json')) })
    await refused({ body: 'no JSON' })
    await refused({ status: 404, body: '' })
    await refused(id => ({
      status: 302,
      headers: { location: clientUrl },
      body: JSON.stringify(metadata(id)),
    }))
    await refused(id => ({
      body: JSON.stringify({ ...metadata(id), client_uri: `https://x.example/${'x'.repeat(70_000)}` }),
    }))
    await refused(id => ({ body: JSON.stringify({ ...metadata(id), client_secret: 'x' }) }))
    answer = { body: JSON.stringify(metadata('https://10.0.0.1/client.json')) }
    assert.equal((await browser.go(authorize('https://10.0.0.1/client.json'))).status, 400)
  })

  it('without OAUTH_DYNAMIC_REGISTRATION nobody registers', async () => {
    const response = await fetch(`${issuer}/auth/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    })
    assert.equal(response.status, 404)
    const document = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    assert.equal((document as Record<string, unknown>)['registration_endpoint'], undefined)
  })

  it('only programs that listen on their own computer may change their port', () => {
    const typeOf = (...redirect_uris: string[]) =>
      (JSON.parse(asNative(JSON.stringify({ redirect_uris }))) as { application_type?: string })
        .application_type
    assert.equal(typeOf('http://127.0.0.1/callback', 'app:/callback'), 'native')
    assert.equal(typeOf('https://app.example/callback'), undefined)
    assert.equal(typeOf('http://127.0.0.1/callback', 'https://app.example/callback'), undefined)
    assert.equal(typeOf('http://app.example/callback'), undefined)
    assert.equal(typeOf(), undefined)
  })
})

/** A self-signed certificate for localhost, valid for a hundred years. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUNts6j915vLMjzEpUcDmkyYLRpJkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNjExMjcwN1oYDzIxMjYxMDIz
MTEyNzA3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARrkvgxIgvBoCKOm96FNHz4H9RLpuSM/9yXFkayx2sxJmymZ4oHfQeq
vsevK+kEQlXi4UEwInA/MgdEJR1jB4S4o2kwZzAdBgNVHQ4EFgQURFRaIvRF0+Ru
BquNQ4RmjEenoxUwHwYDVR0jBBgwFoAURFRaIvRF0+RuBquNQ4RmjEenoxUwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAPno2IIR+8HDM0vkelhHp4mfyKdM0MeuHwyXn7CBPGVSAiB6uQtvB7A5
X1XmdXmIQp/KbSt+/6VvBeb8RqdCZHnlMQ==
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8lbQLEyCpKOF96+Y
EeXTPwEk1hvB9lSRr9n0oS0+NdChRANCAARrkvgxIgvBoCKOm96FNHz4H9RLpuSM
/9yXFkayx2sxJmymZ4oHfQeqvsevK+kEQlXi4UEwInA/MgdEJR1jB4S4
-----END PRIVATE KEY-----
`
