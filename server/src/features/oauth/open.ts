// Opens the OpenID provider on first use, because loading it takes time and memory.
import { SCOPES } from '@daymark/contract/accounts/scopes'
import type { JWK } from 'jose'
import type Provider from 'oidc-provider'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { Account } from '../accounts/account.ts'
import { sealWith } from '../accounts/keys/seal.ts'
import { oauthAdapter } from './provider/adapter.ts'
import type { ClientDocuments } from './provider/client-document.ts'
import { OPENID_SCOPES, type ProviderPages, providerConfiguration } from './provider/configuration.ts'
import { oauthRecordStore } from './provider/record-store.ts'
import { isWebRedirect, serveWebClient, WEB_CLIENT_ID, type WebClientParts } from './provider/web-client.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Adds the API scopes, which the library omits because they belong to a resource. */
function completeMetadata(document: Record<string, unknown>): void {
  document['scopes_supported'] = [...OPENID_SCOPES, ...SCOPES]
}

export interface ProviderParts {
  uow: UnitOfWork
  clock: Clock
  secret: string
  publicUrl(): string
  /** Private keys, the current one first. Creates a key if there is none. */
  signingKeys(): Promise<JWK[]>
  findAccount(id: string, signedInAtS: number | undefined): Promise<Account | undefined>
  trustEmail: boolean
  allowRegistration: boolean
  documents: ClientDocuments
  pages: ProviderPages
  ended(which: { app_id: string } | { access_id: string }): void
  endWebSession(sessionId: string): Promise<void>
  isOwnOrigin: WebClientParts['isOwnOrigin']
  openSession: WebClientParts['openSession']
}

const TOO_MANY = 'Too many new apps ask for access at the moment. Try again in a minute.'

/** The provider is rebuilt this often, so that it uses the current keys. */
const KEYS_MS = 600_000

export function openProvider(parts: ProviderParts) {
  let built: { provider: Promise<Provider>; until: number; publicUrl: string } | undefined
  return (): Promise<Provider> => {
    const now = parts.clock.now()
    const publicUrl = parts.publicUrl()
    if (built && now < built.until && built.publicUrl === publicUrl) return built.provider
    const provider = build(parts, publicUrl)
    built = { provider, until: now + KEYS_MS, publicUrl }
    // Discards a failed build, so that the next request retries.
    provider.catch(() => {
      built = undefined
    })
    return provider
  }
}

async function build(parts: ProviderParts, publicUrl: string): Promise<Provider> {
  const { default: Library, errors, interactionPolicy } = await import('oidc-provider')
  const { uow, clock, documents, ended, endWebSession, isOwnOrigin, openSession } = parts
  /** The documents of each request, because the library fetches a document that it refuses a second time. */
  const asked = new WeakMap<object, Map<string, ReturnType<ClientDocuments['get']> | undefined>>()
  const askedIn = (ctx: object) => {
    const known = asked.get(ctx) ?? new Map()
    asked.set(ctx, known)
    return known
  }
  async function allowFetch(ctx: KoaContextWithOIDC | undefined, url: string): Promise<boolean> {
    const known = ctx && askedIn(ctx)
    if (known?.has(url)) return true
    if (!(await documents.mayFetch(url, ctx?.req)))
      throw Object.assign(new errors.CustomOIDCProviderError('temporarily_unavailable', TOO_MANY), {
        status: 429,
        statusCode: 429,
      })
    known?.set(url, undefined)
    return true
  }
  async function fetchOnce(url: string) {
    const { ctx } = Library
    if (!ctx) return documents.get(url)
    await allowFetch(ctx, url)
    const fetching = askedIn(ctx).get(url) ?? documents.get(url)
    askedIn(ctx).set(url, fetching)
    return fetching
  }
  const provider = new Library(
    publicUrl,
    providerConfiguration({
      ...parts,
      publicUrl,
      keys: await parts.signingKeys(),
      adapter: oauthAdapter({
        uow,
        clock,
        ended,
        endWebSession,
        seal: sealWith(parts.secret, 'oauth records'),
        alreadyUsed: () => new errors.InvalidGrant('already used'),
        unavailable: reason =>
          Object.assign(new errors.CustomOIDCProviderError('temporarily_unavailable', reason), {
            status: 503,
            statusCode: 503,
          }),
      }),
      allowFetch,
      fetch: async input => {
        const { status, body, cacheControl } = await fetchOnce(
          input instanceof Request ? input.url : String(input),
        )
        return new Response(body, {
          status,
          headers: cacheControl === null ? {} : { 'cache-control': cacheControl },
        })
      },
      interactionPolicy,
      errors,
    }),
  )
  // Trusting forwarded headers is safe, because `asPublic` in `protocols/oauth/routes.ts` overwrites them.
  provider.proxy = true
  const web: WebClientParts = {
    publicUrl,
    isOwnOrigin,
    openSession,
    forgetBrowser: uid => uow.write([], tx => oauthRecordStore(tx).removeSession(uid)),
  }
  const { prototype } = provider.Client
  const isRegistered = prototype.redirectUriAllowed
  prototype.redirectUriAllowed = function isAllowed(this: Client, address) {
    const request = Library.ctx?.req
    if (this.clientId !== WEB_CLIENT_ID || !request) return isRegistered.call(this, address)
    return isWebRedirect(web, address, request)
  }
  provider.use(async (ctx, next) => {
    await next()
    await serveWebClient(web, ctx as KoaContextWithOIDC)
    // The library has no such route, for example because registration is disabled.
    if (ctx.status === 404 && !ctx.body) {
      ctx.body = { detail: 'There is nothing at this address.' }
      ctx.status = 404
    }
    if (ctx.path.startsWith('/.well-known/') && isObject(ctx.body)) completeMetadata(ctx.body)
  })
  return provider
}
