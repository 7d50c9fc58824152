// A real, certified OpenID provider on a local port, and a client that signs in there like a browser.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT_ID = 'daymark-web'
export const AUDIENCE = 'https://daymark.example'
const REDIRECT = 'http://127.0.0.1/callback'

export interface ProviderTokens {
  access_token: string
  id_token: string
  refresh_token?: string
}

type SigningAlgorithm = 'RS256' | 'ES256' | 'PS256' | 'EdDSA'

export async function startProvider(alg: SigningAlgorithm) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: 'provider key' }
  server.on('request', new Provider(issuer, configuration(alg, key)).callback())
  return {
    issuer,
    signIn: (login: string) => signIn(issuer, login),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const claimsOf = (login: string) => ({
  sub: login,
  email: `${login}@corp.example`,
  email_verified: true,
  name: `Person ${login}`,
})

const configuration = (alg: SigningAlgorithm, key: object): Configuration => ({
  jwks: { keys: [key] },
  cookies: { keys: ['only for a test'] },
  clients: [
    {
      client_id: CLIENT_ID,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: alg,
    },
  ],
  pkce: { required: () => true },
  // Allows all origins, because the web app fetches its tokens from another origin.
  clientBasedCORS: () => true,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: (_context: unknown, login: string) => ({
    accountId: login,
    claims: async () => claimsOf(login),
  }),
  extraTokenClaims: (_context, token) => claimsOf('accountId' in token ? token.accountId : ''),
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'openid email profile',
        audience: AUDIENCE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 900,
        jwt: { sign: { alg } },
      }),
    },
  },
})

/** Signs in with an authorization code and PKCE over plain HTTP requests. */
async function signIn(issuer: string, login: string): Promise<ProviderTokens> {
  const discovered = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    authorization_endpoint: string
    token_endpoint: string
  }
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid email profile',
    state: 'some state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const code = await consent(`${discovered.authorization_endpoint}?${query}`, login)
  const response = await fetch(discovered.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT,
      code,
      code_verifier: verifier,
    }),
  })
  if (!response.ok) throw new Error(`The provider gave no tokens: ${await response.text()}`)
  return (await response.json()) as ProviderTokens
}

/** Follows the provider's pages, signs in, consents, and returns the code. */
async function consent(start: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(pair => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next?.startsWith(REDIRECT)) return new URL(next).searchParams.get('code') ?? fail(next)
    form = undefined
    if (next !== null) url = new URL(next, url).href
    else form = await fillIn(response, login)
  }
  return fail('endless redirects')
}

async function fillIn(response: Response, login: string): Promise<URLSearchParams> {
  const page = await response.text()
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? fail(page)
  return new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
}

function fail(what: string): never {
  throw new Error(`The sign-in at the provider failed: ${what}`)
}
