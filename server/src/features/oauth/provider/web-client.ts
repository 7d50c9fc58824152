// The web app as an OAuth client. It may use any of the server's addresses and needs no consent. Instead of app tokens,
// it gets an account session whose refresh token is in an HTTP-only cookie.
import type { IncomingMessage } from 'node:http'
import type * as library from 'oidc-provider'
import { newId } from '../../../platform/kernel/ids.ts'

export const WEB_CLIENT_ID = 'daymark-web'
export const WEB_CALLBACK = '/callback'

export interface WebSession {
  tokens: object
  cookie: string
}

export interface WebSignIn {
  session_id: string
  account_id: string
  /** When the password or passkey check began. A later password change invalidates the sign-in. */
  at: number
  /** True if the audit trail already contains this sign-in. */
  is_recorded: boolean
}

export interface WebClientParts {
  publicUrl: string
  /** True if the origin is the public address or the address that the request was sent to. */
  isOwnOrigin(origin: string | undefined, request: IncomingMessage): boolean
  /** Undefined if the sign-in is no longer valid. */
  openSession(signIn: WebSignIn, request: IncomingMessage): Promise<WebSession | undefined>
  /** Deletes the browser's session with the provider. */
  forgetBrowser(sessionUid: string): Promise<void>
}

/** Returns a new grant id. It consists of the id of the session that the code will open and the sign-in time. */
export const webGrantId = (at: number): string => `${newId()}.${at}`

export function readWebGrant(id: string): Pick<WebSignIn, 'session_id' | 'at'> | undefined {
  const [session_id = '', at] = id.split('.')
  return at === undefined ? undefined : { session_id, at: Number(at) }
}

/** True for the callback page on this server, at any of the server's addresses. No other page may receive codes. */
export function isWebRedirect(parts: WebClientParts, address: string, request: IncomingMessage): boolean {
  const url = URL.parse(address)
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return false
  // Rejects plain HTTP on the public host if the public address uses HTTPS.
  const home = new URL(parts.publicUrl)
  if (url.protocol === 'http:' && home.protocol === 'https:' && url.host === home.host) return false
  const isCallback = address === `${parts.publicUrl}${WEB_CALLBACK}` || url.pathname === WEB_CALLBACK
  return isCallback && parts.isOwnOrigin(url.origin, request)
}

type Context = library.KoaContextWithOIDC

/** Adapts the provider's responses for the web app. Runs after each request to the provider. */
export async function serveWebClient(parts: WebClientParts, ctx: Context): Promise<void> {
  if (ctx.oidc?.client?.clientId !== WEB_CLIENT_ID) return
  const place = String(ctx.response.headers['location'] ?? '')
  // Removes the host from redirects, because the browser may use an address other than the public one.
  if (place.startsWith(`${parts.publicUrl}/`)) ctx.set('location', pathOf(place))
  if ((ctx.oidc as { route?: string }).route === 'token' && ctx.status === 200) await exchange(parts, ctx)
}

export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Replaces the tokens with a session after the library has checked the code. */
async function exchange(parts: WebClientParts, ctx: Context): Promise<void> {
  const { AuthorizationCode: code, AccessToken: access } = ctx.oidc.entities
  const signIn = code?.grantId ? readWebGrant(code.grantId) : undefined
  const { id_token, scope } = (ctx.body ?? {}) as { id_token?: string; scope?: string }
  await access?.destroy()
  if (code?.sessionUid) await parts.forgetBrowser(code.sessionUid)
  const isOwn = parts.isOwnOrigin(ctx.get('origin') || undefined, ctx.req)
  const opened =
    isOwn && signIn && code?.accountId !== undefined
      ? await parts.openSession(
          { ...signIn, account_id: code.accountId, is_recorded: code.amr?.includes('hwk') ?? false },
          ctx.req,
        )
      : undefined
  if (!opened) {
    ctx.status = 400
    ctx.body = { error: 'invalid_grant', error_description: 'The sign-in is no longer valid.' }
    return
  }
  ctx.append('set-cookie', opened.cookie)
  ctx.body = { ...opened.tokens, id_token, scope }
}
