import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@daymark/client'
import * as oidc from 'openid-client'
import { type EmbeddedApp, PASSWORD, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

const JSON_TYPE = { accept: 'application/json' }

interface Answer {
  email?: string
  password?: string
  code?: string
}

describe('the web app at the embedded provider', () => {
  let server: EmbeddedApp
  let issuer: string
  let other: string
  let ann: SignedIn
  before(async () => {
    server = await startEmbedded(await openFreshSqlite(), { PORT: '0' })
    issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
    // Another address of the same server.
    other = issuer.replace('127.0.0.1', 'localhost')
    ann = await server.join('ann@example.org')
  })
  after(() => server.close())

  /** Returns a browser that stores cookies and follows redirects as `fetch` does. */
  function browser(origin: string) {
    const cookies = new Map<string, string>()
    async function ask(address: string, init: RequestInit = {}): Promise<{ response: Response; url: URL }> {
      let url = new URL(address, origin)
      let next = init
      for (;;) {
        const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
        const headers = { ...JSON_TYPE, 'sec-fetch-site': 'same-origin', origin, cookie }
        const response = await fetch(url, {
          ...next,
          headers: { ...headers, ...next.headers },
          redirect: 'manual',
        })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          if (value === '') cookies.delete(name)
          else cookies.set(name, value)
        }
        const place = response.headers.get('location')
        if (place === null) return { response, url }
        url = new URL(place, url)
        assert.equal(url.origin, origin, 'the browser stays at its address')
        if (url.pathname === '/callback') return { response, url }
        next = {}
      }
    }
    return { ask, cookies }
  }

  async function authorize(origin: string, redirect_uri = `${origin}/callback`, page = browser(origin)) {
    const verifier = oidc.randomPKCECodeVerifier()
    const query = new URLSearchParams({
      client_id: 'daymark-web',
      response_type: 'code',
      redirect_uri,
      scope: 'openid profile email',
      state: 's',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const { response } = await page.ask(`/auth/oauth/authorize?${query}`)
    return { page, verifier, response }
  }

  async function signIn(origin: string, answer: Answer = {}, page = browser(origin)) {
    const { verifier, response } = await authorize(origin, undefined, page)
    const { action, csrf } = (await response.json()) as { action: string; csrf: string }
    const body = new URLSearchParams({ csrf, email: 'ann@example.org', password: PASSWORD, ...answer })
    const { response: answered, url } = await page.ask(`${action}/login`, { method: 'POST', body })
    const exchange = async (headers: Record<string, string> = {}) => {
      const form = {
        grant_type: 'authorization_code',
        client_id: 'daymark-web',
        code: url.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: `${origin}/callback`,
      }
      const done = await page.ask('/auth/oauth/token', {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      })
      return { status: done.response.status, body: (await done.response.json()) as Record<string, string> }
    }
    return { page, answered, url, exchange }
  }

  it('gets a session without consent, at the public and at another address, and its cookie is renewed', async () => {
    for (const origin of [issuer, other]) {
      const { page, url, exchange } = await signIn(origin)
      assert.equal(url.searchParams.get('iss'), issuer)
      const { status, body } = await exchange()
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body['refresh_token'] ?? null, null)
      const client = createClient({ baseUrl: issuer, token: body['access_token'] ?? '', retry: false })
      assert.equal((await client.accounts.me()).email, 'ann@example.org')
      assert.ok((await client.accounts.sessions()).some(({ current }) => current))
      assert.ok(page.cookies.has('daymark_refresh'))
      const renewed = await page.ask('/auth/token', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(renewed.response.status, 200)
    }
    assert.deepEqual(await ann.client.apps.list(), [], 'the web app is no connected app')
  })

  it('signs in also if somebody else is signed in at the provider in this browser', async () => {
    const page = browser(issuer)
    // This code is never exchanged, so the provider still knows Ann in this browser.
    await signIn(issuer, {}, page)
    await server.join('bob@example.org')
    const { exchange } = await signIn(issuer, { email: 'bob@example.org' }, page)
    const { status, body } = await exchange()
    assert.equal(status, 200, JSON.stringify(body))
    const client = createClient({ baseUrl: issuer, token: body['access_token'] ?? '', retry: false })
    assert.equal((await client.accounts.me()).email, 'bob@example.org')
  })

  it('sends codes only to pages of this server, and takes them only from there', async () => {
    for (const redirect of ['https://evil.example/callback', `${issuer}/other`, `${issuer}/callback?x=1`]) {
      const { response } = await authorize(issuer, redirect)
      assert.equal(response.status, 400, redirect)
    }
    const { exchange } = await signIn(issuer)
    assert.equal((await exchange({ origin: 'https://evil.example' })).status, 400)
  })

  it('ends the session if a code is used again, and asks for the password at each sign-in', async () => {
    const { page, exchange } = await signIn(issuer)
    const { status, body } = await exchange()
    assert.equal(status, 200)
    assert.equal((await exchange()).status, 400)
    const client = createClient({ baseUrl: issuer, token: body['access_token'] ?? '', retry: false })
    await assert.rejects(client.accounts.me())
    const again = await authorize(issuer, undefined, page)
    assert.equal(again.response.headers.get('content-type')?.includes('json'), true, 'the form is asked for')
  })

  it('says what is wrong like the JSON endpoint, and a password that changed meanwhile opens nothing', async () => {
    const wrong = await signIn(issuer, { password: 'wrong password 1' })
    assert.equal(wrong.answered.status, 401)
    assert.match(
      ((await wrong.answered.json()) as { detail: string }).detail,
      /address or the password is wrong/,
    )
    const { exchange } = await signIn(issuer)
    server.clock.advance(1000)
    await ann.client.accounts.changePassword({
      body: { current_password: PASSWORD, new_password: `${PASSWORD} new`, revoke_tokens: false },
    })
    assert.equal((await exchange()).status, 400)
  })
})
