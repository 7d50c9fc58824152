import { SCOPES } from '@daymark/contract/accounts/scopes'
import type { JWK } from 'jose'
import type * as library from 'oidc-provider'
import type { Account } from '../../accounts/account.ts'
import { audienceOf } from '../connected-app.ts'
import { MAX_DOCUMENT_BYTES } from './client-document.ts'
import { builtInClients, isOfProgram, isSafeRedirect } from './clients.ts'
import { WEB_CLIENT_ID, type WebClientParts } from './web-client.ts'

type Context = library.KoaContextWithOIDC

/** Pages outside of sign-in and consent. Each method writes its page to the context. */
export interface ProviderPages {
  error(ctx: Context, error: { error: string; error_description?: string | undefined }): void
  deviceInput(ctx: Context, fault: Error | undefined): void
  deviceConfirm(ctx: Context, client: library.Client, userCode: string): void
  deviceDone(ctx: Context): void
  signOut(ctx: Context): void
  signedOut(ctx: Context): void
}

export interface ConfigurationParts {
  publicUrl: string
  keys: JWK[]
  adapter: library.AdapterFactory
  pages: ProviderPages
  fetch: (input: string | URL | Request) => Promise<Response>
  /** Throws if the budget for client documents is used up. */
  allowFetch(ctx: library.KoaContextWithOIDC, url: string): Promise<boolean>
  allowRegistration: boolean
  /** Returns undefined if the person may not sign in, or the password has changed since the sign-in. */
  findAccount(id: string, signedInAtS: number | undefined): Promise<Account | undefined>
  trustEmail: boolean
  isOwnOrigin: WebClientParts['isOwnOrigin']
  interactionPolicy: typeof library.interactionPolicy
  errors: typeof library.errors
}

/** All paths are below `/auth`, where browsers send the device cookie. */
export const ROUTES = {
  authorization: '/auth/oauth/authorize',
  code_verification: '/auth/oauth/device',
  device_authorization: '/auth/oauth/device_authorization',
  end_session: '/auth/oauth/end_session',
  jwks: '/auth/jwks',
  registration: '/auth/oauth/register',
  revocation: '/auth/oauth/revoke',
  token: '/auth/oauth/token',
} as const
export const SESSION_COOKIE = 'daymark_oauth_session'
export const INTERACTION_PATH = '/auth/oauth/interaction'
export const USERINFO_PATH = '/auth/oauth/userinfo'

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access']
export const CLAIMS: Record<string, string[]> = {
  openid: ['sub'],
  profile: ['name', 'picture'],
  email: ['email', 'email_verified'],
}

export function providerConfiguration(parts: ConfigurationParts): library.Configuration {
  const { publicUrl, pages, errors } = parts
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/auth/oauth`
  return {
    adapter: parts.adapter,
    jwks: { keys: parts.keys as library.JWK[] },
    clients: builtInClients(publicUrl),
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
    extraClientMetadata: {
      properties: ['redirect_uris'],
      validator: (context, _name, uris, metadata) => {
        // People choose scopes at consent. The library would reject API scopes, because it does not know them.
        delete metadata.scope
        const isRegistered = context?.oidc.route === 'registration'
        if (isRegistered && context.oidc.body?.['application_type'] === undefined && isOfProgram(uris))
          metadata.application_type = 'native'
        // Checks only new registrations and client documents, because the library also calls this for every stored
        // client that it reads.
        const isNew = isRegistered || URL.canParse(metadata.client_id)
        if (isNew && Array.isArray(uris) && !uris.every(uri => isSafeRedirect(uri, publicUrl)))
          throw new errors.InvalidRedirectUri(
            'redirect_uris must use https, except on this computer (127.0.0.1)',
          )
      },
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    responseTypes: ['code'],
    scopes: OPENID_SCOPES,
    claims: CLAIMS,
    routes: ROUTES,
    cookies: {
      names: {
        session: SESSION_COOKIE,
        interaction: 'daymark_oauth_interaction',
        resume: 'daymark_oauth_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    discovery: {
      userinfo_endpoint: `${publicUrl}${USERINFO_PATH}`,
      service_documentation: `${publicUrl}/docs`,
      ui_locales_supported: ['en', 'ko'],
    },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: MINUTE_S,
      DeviceCode: 10 * MINUTE_S,
      Grant: 365 * DAY_S,
      IdToken: HOUR_S,
      Interaction: 15 * MINUTE_S,
      RefreshToken: 30 * DAY_S,
      Session: 12 * HOUR_S,
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Apps stay connected after the browser session ends.
    expiresWithSession: async () => false,
    // Revoking any token disconnects the app, so that the list of connected apps contains only working apps.
    revokeGrantPolicy: () => true,
    allowOmittingSingleRegisteredRedirectUri: false,
    // Browsers send `Origin` even with same-origin POST requests, so the web app's own origins must be allowed. All
    // others are refused.
    clientBasedCORS: (ctx, origin, client) =>
      client.clientId === WEB_CLIENT_ID && parts.isOwnOrigin(origin, ctx.req),
    fetch: parts.fetch,
    fetchResponseBodyLimits: {
      'client_id metadata document': MAX_DOCUMENT_BYTES,
      jwks_uri: MAX_DOCUMENT_BYTES,
    },
    findAccount: async (ctx, id) => {
      const account = await parts.findAccount(id, ctx.oidc.session?.loginTs)
      return account && { accountId: id, claims: async () => claimsOf(account, parts.trustEmail) }
    },
    loadExistingGrant,
    interactions: {
      url: (_ctx, interaction) => `${publicUrl}${INTERACTION_PATH}/${interaction.uid}`,
      policy: policyWith(parts.interactionPolicy),
    },
    renderError: (ctx, out) => pages.error(ctx, out),
    features: {
      devInteractions: { enabled: false },
      // The API does not verify DPoP proofs, so tokens must not promise them.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // The route at `USERINFO_PATH` serves these claims instead and also accepts API tokens.
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      introspection: { enabled: false },
      registration: { enabled: parts.allowRegistration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: parts.allowFetch },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: ctx => pages.signOut(ctx),
        postLogoutSuccessSource: ctx => pages.signedOut(ctx),
      },
      deviceFlow: {
        enabled: true,
        deviceInfo: () => ({}),
        userCodeInputSource: (ctx, _form, _out, fault) => pages.deviceInput(ctx, fault),
        userCodeConfirmSource: (ctx, _form, client, _device, code) => pages.deviceConfirm(ctx, client, code),
        successSource: ctx => pages.deviceDone(ctx),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? publicUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (audienceOf(resource, publicUrl) === 'unknown') throw new errors.InvalidTarget()
          return { scope: SCOPES.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: HOUR_S }
        },
      },
    },
  }
}

export const claimsOf = (account: Account, trustEmail: boolean) => ({
  sub: account.id,
  email: account.email,
  email_verified: trustEmail || account.email_verified,
  name: account.name,
  ...(account.image !== null && { picture: account.image }),
})

/**
 * Native apps and sign-ins with a device code get a new grant each time, so that each device can be disconnected
 * separately. In the same browser session, a web app reuses its grant.
 */
async function loadExistingGrant(ctx: Context): Promise<library.Grant | undefined> {
  const { result, session, client, provider, route } = ctx.oidc as Context['oidc'] & { route: string }
  const allowed = (result?.consent as { grantId?: string } | undefined)?.grantId
  const isOwn = client?.applicationType === 'native' || /^(code|device)_/.test(route)
  const known = isOwn || !client ? undefined : session?.grantIdFor(client.clientId)
  const id = allowed ?? known
  return id === undefined ? undefined : provider.Grant.find(id)
}

/**
 * Adds two reasons for a new sign-in to those of the library: the account was disabled or deleted or its password
 * changed, or the sign-in is for the web app.
 */
function policyWith({ base, Check }: typeof library.interactionPolicy) {
  const policy = base()
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'account_gone',
        'End-User authentication is required',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    )
  // Without this check, a sign-in for another app would also open the web app, even after a sign-out.
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'web_app',
        'End-User authentication is required',
        'login_required',
        ({ oidc }) => oidc.client?.clientId === WEB_CLIENT_ID && oidc.result?.['login'] === undefined,
      ),
    )
  return policy
}
