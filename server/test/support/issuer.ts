// A local test issuer with discovery, JWKS, and tokens with arbitrary claims.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export interface TestIssuer {
  readonly url: string
  /** The settings for a server that trusts this issuer. */
  readonly settings: { readonly OIDC_ISSUER_URL: string; readonly OIDC_AUDIENCE: string }
  token(claims: Record<string, unknown>, options?: TokenOptions): Promise<string>
  /** Signs with a new key from now on. The old key stays published unless `forgetOld` is set. */
  rotate(options?: { forgetOld?: boolean }): Promise<void>
  /** How many times the keys were fetched. */
  fetches(): number
  /** While down, the issuer responds to every request with 503. */
  setDown(down: boolean): void
  /** Stops responding. Resolves when the first unanswered request arrives. */
  stall(): Promise<void>
  /** Responds to the waiting requests and all later ones. */
  resume(): void
  close(): Promise<void>
}

export interface TokenOptions {
  /** The lifetime in seconds. Default: one hour. */
  expiresIn?: number
  issuer?: string
  now?: number
}

const ALGORITHM = 'ES256'
const AUDIENCE = 'daymark-under-test'

export async function startIssuer(): Promise<TestIssuer> {
  let published: JWK[] = []
  let signing: { kid: string; key: CryptoKey } | undefined
  let fetches = 0
  let down = false
  let stalled: { asked: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> } | undefined

  const server = createServer(async (request, response) => {
    stalled?.asked.resolve()
    await stalled?.over.promise
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (down) return answer(503, {})
    if (request.url === '/.well-known/openid-configuration') {
      return answer(200, { issuer: url, jwks_uri: `${url}/jwks` })
    }
    if (request.url !== '/jwks') return answer(404, {})
    fetches++
    return answer(200, { keys: published })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function rotate({ forgetOld = false } = {}): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM)
    const kid = `key-${published.length + 1}-${Math.random()}`
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
    published = forgetOld ? [jwk] : [...published, jwk]
    signing = { kid, key: privateKey }
  }
  await rotate()

  return {
    url,
    settings: { OIDC_ISSUER_URL: url, OIDC_AUDIENCE: AUDIENCE },
    rotate,
    fetches: () => fetches,
    stall() {
      stalled = { asked: Promise.withResolvers<void>(), over: Promise.withResolvers<void>() }
      return stalled.asked.promise
    },
    resume() {
      stalled?.over.resolve()
      stalled = undefined
    },
    setDown: value => {
      down = value
    },
    async token(claims, options = {}) {
      if (!signing) throw new Error('There is no key.')
      const now = Math.floor((options.now ?? Date.now()) / 1000)
      return new SignJWT({ aud: AUDIENCE, iat: now, exp: now + (options.expiresIn ?? 3600), ...claims })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid })
        .setIssuer(options.issuer ?? url)
        .sign(signing.key)
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
