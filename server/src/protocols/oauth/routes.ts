// Passes requests to the OpenID provider library. Serves the sign-in and consent pages and the person's claims itself.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../features/accounts/account.ts'
import { audienceOf } from '../../features/oauth/connected-app.ts'
import {
  CLAIMS,
  claimsOf,
  INTERACTION_PATH,
  ROUTES,
  SESSION_COOKIE,
  USERINFO_PATH,
} from '../../features/oauth/provider/configuration.ts'
import { WEB_CLIENT_ID } from '../../features/oauth/provider/web-client.ts'
import { forbidden, Problem, unauthorized } from '../../platform/kernel/errors.ts'
import { interactionHandlers } from './interaction.ts'
import { SCRIPT_PATH, STYLE_PATH } from './pages/layout.ts'
import { PASSKEY_SCRIPT } from './pages/passkey-script.ts'
import { STYLE } from './pages/style.ts'
import type { PrefilledCodes } from './provider-pages.ts'
import type { InteractionParts } from './visit.ts'

export interface OauthParts extends InteractionParts {
  prefilled: PrefilledCodes
  trustEmail: boolean
  findSignedIn(id: string, signedInAtS: number | undefined): Promise<Account | undefined>
}

const MAX_FORM_BYTES = 16_384
/** The policy for redirects and the library's own small pages. Daymark's pages replace it with their own. */
const POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const CACHED = 'public, max-age=300'
const config = { openToAll: true }

const READ = ['GET', 'HEAD'] as const
/** Path prefixes of the provider with their methods. Other methods get 405 there, unless a route accepts them. */
export const OAUTH_TREES = [
  ...['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', ROUTES.jwks].map(
    each => ({
      prefix: each,
      methods: READ,
    }),
  ),
  ...[ROUTES.authorization, ROUTES.end_session].map(each => ({ prefix: each, methods: READ })),
  ...[ROUTES.code_verification, USERINFO_PATH].map(each => ({ prefix: each, methods: [...READ, 'POST'] })),
  ...[ROUTES.token, ROUTES.revocation, ROUTES.device_authorization].map(each => ({
    prefix: each,
    methods: ['POST'],
  })),
]

export function serveOauth(app: FastifyInstance, parts: OauthParts): void {
  void app.register(async scope => {
    leaveBodies(scope)
    const hand = (request: FastifyRequest, reply: FastifyReply) => handOver(request, reply, parts)
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])
      scope.get(path, { config }, hand)
    const { authorization, code_verification, end_session } = ROUTES
    scope.get(authorization, { config }, (request, reply) => {
      requireShortAddress(request)
      return hand(request, reply)
    })
    scope.get(`${authorization}/:uid`, { config }, hand)
    const handForm = (request: FastifyRequest, reply: FastifyReply) => {
      ensureProviderSession(request.raw)
      return hand(request, reply)
    }
    scope.get(`${code_verification}/:uid`, { config }, handForm)
    scope.post(code_verification, { config }, handForm)
    scope.get(code_verification, { config }, (request, reply) => {
      prefill(request, parts.prefilled)
      return hand(request, reply)
    })
    for (const path of [end_session, `${end_session}/success`]) scope.get(path, { config }, hand)
    for (const path of [
      `${end_session}/confirm`,
      ROUTES.token,
      ROUTES.revocation,
      ROUTES.device_authorization,
      ROUTES.registration,
    ])
      scope.post(path, { config }, hand)
  })
  void app.register(async scope => {
    readForms(scope)
    const handlers = interactionHandlers(parts)
    const path = `${INTERACTION_PATH}/:uid`
    scope.get(path, { config }, handlers.show)
    for (const step of ['login', 'code', 'passkey', 'allow', 'refuse'] as const)
      scope.post(`${path}/${step}`, { config }, handlers[step])
    for (const method of ['GET', 'POST'] as const)
      scope.route({ method, url: USERINFO_PATH, config, handler: request => userinfo(request, parts) })
    scope.get(STYLE_PATH, { config }, async (_request, reply) =>
      reply.header('cache-control', CACHED).type('text/css; charset=utf-8').send(STYLE),
    )
    scope.get(SCRIPT_PATH, { config }, async (_request, reply) =>
      reply.header('cache-control', CACHED).type('text/javascript; charset=utf-8').send(PASSKEY_SCRIPT),
    )
  })
}

/** The provider stores the parameters before it knows who asks. */
const LONGEST_REQUEST = 4_096

function requireShortAddress({ raw }: FastifyRequest): void {
  if ((raw.url ?? '').length > LONGEST_REQUEST)
    throw new Problem(
      'rejected',
      `The sign-in request of the app is longer than ${LONGEST_REQUEST} characters. The app must shorten its parameters, for example state.`,
    )
}

/** Leaves bodies unread, because the library reads them itself. */
function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}

async function handOver(request: FastifyRequest, reply: FastifyReply, parts: OauthParts): Promise<void> {
  const provider = await parts.provider()
  if (isOwnForm(request)) forgetProviderSession(request.raw)
  reply.header('content-security-policy', POLICY)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await provider.callback()(asPublic(request.raw, parts.publicUrl()), reply.raw)
}

/** True if the web app's own page requests the sign-in form or continues after it. */
const isOwnForm = ({ headers, routeOptions }: FastifyRequest): boolean =>
  (routeOptions.url ?? '').startsWith(ROUTES.authorization) && headers.accept === 'application/json'

/**
 * Hides the provider's session from the library, because the web app always asks for a password or a passkey. If
 * another person had signed in with this browser to allow an app, the library would first ask to sign that person out.
 */
function forgetProviderSession({ headers }: IncomingMessage): void {
  const cookies = headers.cookie?.split(/; */).filter(each => !each.startsWith(SESSION_COOKIE))
  if (cookies) headers.cookie = cookies.join('; ')
}

/**
 * Adds an unknown session cookie to a request without one. Without a cookie, the library shows the code form again but
 * fails to store its new session (500). With an unknown cookie, it stores the session, and the person can enter the
 * code again.
 */
function ensureProviderSession({ headers }: IncomingMessage): void {
  if (headers.cookie?.split(/; */).some(each => each.startsWith(`${SESSION_COOKIE}=`))) return
  headers.cookie = [headers.cookie, `${SESSION_COOKIE}=none`].filter(Boolean).join('; ')
}

/**
 * Makes the library see the public URL regardless of what a proxy or the client sent. Uses `http:` if the web app runs
 * at another address without TLS, because cookies must work there.
 */
function asPublic(request: IncomingMessage, publicUrl: string): IncomingMessage {
  const { protocol: usual, host, pathname } = new URL(publicUrl)
  const asked = new URLSearchParams(request.url?.split('?')[1])
  const back = asked.get('client_id') === WEB_CLIENT_ID ? URL.parse(asked.get('redirect_uri') ?? '') : null
  const protocol = back?.protocol === 'http:' && back.host !== host ? back.protocol : usual
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = host
  return Object.assign(request, { baseUrl: pathname.replace(/\/$/, '') })
}

/** A code in the URL only fills the form, without a script. A person still has to submit the form. */
function prefill(request: FastifyRequest, prefilled: PrefilledCodes): void {
  const [path = '', query = ''] = (request.raw.url ?? '').split('?')
  const code = new URLSearchParams(query).get('user_code')
  if (code === null) return
  prefilled.set(request.raw, code.slice(0, 20))
  request.raw.url = path
}

/** Returns the claims that the person has allowed. Expects an access token for the API. */
async function userinfo(request: FastifyRequest, parts: OauthParts) {
  const token = /^Bearer +([\w-]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const provider = await parts.provider()
  const access = await provider.AccessToken.find(token)
  const audience = audienceOf(String([access?.aud].flat()[0] ?? ''), parts.publicUrl())
  if (access && audience !== undefined) throw unauthorized('This access token is only for /mcp.')
  const grant = access?.grantId ? await provider.Grant.find(access.grantId) : undefined
  const account = access && grant && (await parts.findSignedIn(access.accountId, undefined))
  if (!grant || !account) throw unauthorized('The access token is not valid.')
  const scopes = grant.getOIDCScope().split(' ')
  if (!scopes.includes('openid')) throw forbidden('This access token lacks the scope openid.')
  const claims = Object.entries(claimsOf(account, parts.trustEmail))
  return Object.fromEntries(claims.filter(([name]) => scopes.some(scope => CLAIMS[scope]?.includes(name))))
}
