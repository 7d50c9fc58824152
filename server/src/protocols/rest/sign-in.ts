// Wires up the trusted issuer and the routes that give tokens to clients.

import type { IncomingMessage } from 'node:http'
import type { ServerInfo } from '@daymark/contract/accounts/server-info'
import { routes, type SignInRoutes, signInRoutes } from '@daymark/contract/routes'
import type { Logger } from 'pino'
import manifest from '../../../../package.json' with { type: 'json' }
import { ANY_AUDIENCE, type Config } from '../../config/config.ts'
import { accountMailHandlers, type SignedInAs } from '../../features/account-mail/routes.ts'
import { type ConfirmLeaving, deletionHandlers } from '../../features/accounts/deletion/routes.ts'
import { deletionService } from '../../features/accounts/deletion/service.ts'
import { noTotpHandlers, totpHandlers } from '../../features/accounts/factors/routes.ts'
import { COMMAND_ISSUER } from '../../features/accounts/keys/issue.ts'
import { openings } from '../../features/accounts/openings/openings.ts'
import { openingHandlers } from '../../features/accounts/openings/routes.ts'
import { relyingParty } from '../../features/accounts/passkeys/relying-party.ts'
import { noPasskeyHandlers, passkeyHandlers } from '../../features/accounts/passkeys/routes.ts'
import type { HashCost } from '../../features/accounts/passwords/password-hash.ts'
import { externalSessionHandlers, sessionHandlers } from '../../features/accounts/routes.ts'
import { externalTokens } from '../../features/accounts/sessions/external-tokens.ts'
import type { Visitor } from '../../features/accounts/setup/setup.ts'
import { type Administration, administration } from '../../features/administration/service.ts'
import { record } from '../../features/audit/record.ts'
import { auditHandlers } from '../../features/audit/routes.ts'
import { auditService } from '../../features/audit/service.ts'
import { devicePasswordHandlers } from '../../features/device-passwords/routes.ts'
import { devicePasswordService } from '../../features/device-passwords/service.ts'
import { isAppToken } from '../../features/oauth/connected-app.ts'
import { appHandlers } from '../../features/oauth/routes.ts'
import { connectedAppService } from '../../features/oauth/service.ts'
import type { Removal } from '../../features/people/users/removal.ts'
import type { UserService } from '../../features/people/users/service.ts'
import { requireRecentSignIn } from '../../features/tokens/recent-sign-in.ts'
import { type ConfirmOwner, tokenHandlers } from '../../features/tokens/routes.ts'
import { tokenService } from '../../features/tokens/service.ts'
import { isPersonalToken } from '../../features/tokens/token.ts'
import type { Jobs } from '../../platform/jobs/open.ts'
import { unauthorized } from '../../platform/kernel/errors.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Limiter } from '../../platform/limiter/port.ts'
import type { Mailer } from '../../platform/outbound/mail/mailer.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Authenticator, authenticator } from '../../platform/sign-in/authenticator.ts'
import { type IssuerKeys, remoteKeys } from '../../platform/sign-in/issuer-keys.ts'
import { type Claims, verifyToken } from '../../platform/sign-in/verify-token.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import type { SetupCode } from '../../platform/workers/worker-message.ts'
import { readBasic } from './basic.ts'
import { allTokens, endedBy, openEmbedded } from './embedded-sign-in.ts'
import { recordUses, useRecorder } from './monitoring/record-uses.ts'
import { OPENING_SOURCES } from './opening-sources.ts'
import { mount } from './requests/mount.ts'

type App = Parameters<typeof mount>[0]

declare module 'fastify' {
  interface FastifyInstance {
    setupCode: SignIn['setupCode']
  }
}

export interface SignInParts {
  config: Config
  storage: Storage
  clock: Clock
  log: Logger
  users: UserService
  /** The client's address, even behind trusted proxies. */
  addressOf(request: IncomingMessage): string
  /** Undefined if email is not configured. */
  mailer: Mailer | undefined
  /** This server's public URL. With PORT=0, it is known only once the server listens. */
  outbound: Outbound
  limiter: Limiter
  removal: Removal
  publicUrl(): string
  passwordCost?: HashCost | undefined
}

export interface SignIn {
  sessions: Authenticator
  keys: IssuerKeys
  /** The sign-in routes that this server offers. They are outside `/v1`. */
  routes: Partial<SignInRoutes>
  /** Records the use of a token, device password or app in the audit trail. Never rejects. */
  used(session: Session, request: IncomingMessage): Promise<void> | undefined
  /** What a client needs to know to sign in. */
  info(call: Pick<Visitor, 'header'>): Promise<ServerInfo>
  issuer(): string
  /** What the operator needs to create the first account. Undefined if there is an account already. */
  setupCode(): Promise<SetupCode | undefined>
  /** Registers the routes for signing in, and for a person's tokens, sessions and account. */
  mount(app: App): void
  administration: Administration
  handleJobs(jobs: Jobs): void
  sweep(): Promise<void>
  stop(): void
}

export async function openSignIn(parts: SignInParts): Promise<SignIn> {
  const { config, storage, clock, users } = parts
  const audit = auditService({ uow: storage, clock })
  const devices = devicePasswordService({
    uow: storage,
    clock,
    most: config.QUOTA_TOKENS,
    revoked: id => end(({ device_id }) => device_id === id),
  })
  const apps = connectedAppService({
    uow: storage,
    clock,
    publicUrl: parts.publicUrl,
    trustEmail: config.ACCOUNTS_TRUST_EMAIL,
    ended: which => end(endedBy(which)),
  })
  const embedded =
    config.OIDC_ISSUER_URL === undefined ? await openEmbedded({ ...parts, devices, apps, end }) : undefined
  const deletion =
    embedded?.deletion ??
    deletionService({
      ...{ uow: storage, clock, days: config.ACCOUNT_DELETION_DAYS, record, sessions: undefined },
      removal: parts.removal,
      deleted: id => end(({ actor }) => actor.id === id),
    })
  const issuer = () => config.OIDC_ISSUER_URL ?? parts.publicUrl()
  const keys =
    embedded?.keys ??
    remoteKeys({ issuer: issuer(), jwksUrl: config.OIDC_JWKS_URL }, clock, parts.outbound.fetchConfigured)
  const tokens = tokenService({
    uow: storage,
    clock,
    most: config.QUOTA_TOKENS,
    revoked: id => end(({ token_id }) => token_id === id),
  })
  const leewaySeconds = config.JWT_LEEWAY_S
  const required = requiredAudience(config.OIDC_AUDIENCE)

  async function verify(token: string) {
    if (isPersonalToken(token)) return tokens.identify(token)
    const basic = readBasic(token)
    if (basic) return devices.identify(basic.address, basic.password)
    if (embedded && isAppToken(token)) return apps.identify(token)
    const issuers = embedded ? [issuer(), COMMAND_ISSUER] : [issuer()]
    const audiences = embedded ? issuers : required
    const claims = await verifyToken(token, { issuers, audiences, leewaySeconds, keys, clock })
    const { sub: user_id, sid, signed_in_at } = claims
    const identity = { user_id, claims, expires_at: claims.expires_at + leewaySeconds * 1000 }
    // Ignores an external issuer's session id, because only Daymark's own sessions are stored.
    if (!embedded) return { ...identity, ...(signed_in_at !== undefined && { signed_in_at }) }
    // Without a session, a token could not be revoked before it expires.
    if (sid === undefined) throw unauthorized('The access token belongs to no session. Create a new one.')
    return { ...identity, session_id: sid, ...(claims.issuer === COMMAND_ISSUER && { is_printed: true }) }
  }

  async function ended(list: readonly Session[]): Promise<readonly Session[]> {
    const disabled = new Set(await users.disabledAmong(list.map(({ actor }) => actor.id)))
    const leaving = await deletion.leaving(list.filter(isDelegated).map(({ actor }) => actor.id))
    const personal = await tokens.stillThere(list.flatMap(({ token_id }) => token_id ?? []))
    const devicesThere = await devices.stillThere(list.flatMap(({ device_id }) => device_id ?? []))
    const appsThere = await apps.stillThere(list.flatMap(({ access_id }) => access_id ?? []))
    const there = await embedded?.stillThere(list.filter(({ token_id }) => token_id === undefined))
    const stands = (session: Session) =>
      session.token_id === undefined
        ? (there?.has(session) ?? true) &&
          (session.device_id === undefined || devicesThere.has(session.device_id)) &&
          (session.access_id === undefined || appsThere.has(session.access_id))
        : personal.has(session.token_id)
    const isStopped = (session: Session) => isDelegated(session) && leaving.has(session.actor.id)
    return list.filter(session => disabled.has(session.actor.id) || isStopped(session) || !stands(session))
  }

  const saveProfile = (claims: Claims) => users.saveProfile(profileOf(claims), claims.issued_at)
  const sessions = authenticator({ verify, ended, saveProfile, clock })
  function end(which: (session: Session) => boolean): void {
    sessions.revoke(which)
  }

  /** Ignores tokens, because their holder need not be the person. */
  const signedInAs: SignedInAs = async ({ header }) => {
    const token = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
    const session =
      token === undefined
        ? undefined
        : await Promise.resolve(token)
            .then(sessions.authenticate)
            .catch(() => undefined)
    return session?.session_id !== undefined && !session.is_printed ? session.actor.id : undefined
  }

  const confirmElsewhere: ConfirmOwner = async ({ signed_in_at }) =>
    requireRecentSignIn(signed_in_at, clock.now())

  const confirmLeavingElsewhere: ConfirmLeaving = session => confirmElsewhere(session, undefined)

  const revokeTokens = externalTokens({
    ...{ uow: storage, clock, personalTokens: allTokens(clock, devices, apps) },
    ended: ({ personal_tokens }) =>
      end(({ token_id, device_id }) => personal_tokens.some(id => id === token_id || id === device_id)),
  })

  const used = useRecorder({ audit, devices }, parts.addressOf, parts.log)

  return {
    sessions,
    used,
    keys,
    routes: embedded ? signInRoutes : { server: signInRoutes.server },
    info: async call => ({
      ...serverInfo(config, issuer()),
      setup: (await embedded?.setup.state(call)) ?? 'none',
    }),
    issuer,
    setupCode: async () => embedded?.setup.code(),
    mount(app) {
      const confirm = embedded?.confirm ?? confirmElsewhere
      mount(app, routes.tokens, tokenHandlers(tokens, confirm))
      mount(app, routes.devicePasswords, devicePasswordHandlers(devices, confirm))
      mount(
        app,
        routes.deletion,
        deletionHandlers(deletion, embedded?.confirmLeaving ?? confirmLeavingElsewhere),
      )
      mount(app, routes.apps, appHandlers(apps))
      mount(app, routes.accountMail, accountMailHandlers(embedded?.mails, confirm, signedInAs))
      mount(
        app,
        routes.openings,
        openingHandlers(
          openings({
            ...{ uow: storage, clock, sources: OPENING_SOURCES },
            record: embedded?.recordChange ?? record,
          }),
        ),
      )
      mount(app, routes.audit, auditHandlers(audit))
      mount(
        app,
        routes.sessions,
        embedded ? sessionHandlers(embedded.accounts) : externalSessionHandlers(revokeTokens),
      )
      mount(
        app,
        routes.totp,
        embedded ? totpHandlers(embedded.factors, embedded.accounts, embedded.confirm) : noTotpHandlers,
      )
      mount(
        app,
        routes.passkeys,
        embedded ? passkeyHandlers(embedded.passkeys, embedded.confirm) : noPasskeyHandlers,
      )
      recordUses(app, used)
      embedded?.mount(app)
    },
    administration: administration({
      removal: parts.removal,
      ...{ uow: storage, clock, publicUrl: parts.publicUrl, embedded: embedded?.administration },
    }),
    handleJobs: jobs => embedded?.handleJobs(jobs),
    sweep: async () =>
      void (await Promise.all([embedded?.sweep(), tokens.sweep(), apps.sweep(), audit.sweep()])),
    stop: () => sessions.stop(),
  }
}

/** True if a program acts without the person: with a personal access token, a device password or as a connected app. */
const isDelegated = ({ token_id, device_id, app_id }: Session): boolean =>
  [token_id, device_id, app_id].some(id => id !== undefined)

const profileOf = (claims: Claims) => ({
  id: claims.sub,
  display_name: claims.name,
  avatar_url: claims.picture,
  email: claims.email,
  email_verified: claims.email_verified,
})

const serverInfo = (config: Config, issuer: string): Omit<ServerInfo, 'setup'> => {
  const embedded = config.OIDC_ISSUER_URL === undefined
  return {
    version: manifest.version,
    sign_in: embedded ? 'embedded' : 'oidc',
    issuer,
    client_id: config.OIDC_CLIENT_ID ?? null,
    signup: embedded ? config.ACCOUNTS_SIGNUP : 'closed',
    // An external provider says in each token whether the address is verified. Without a mail server, the operator must
    // declare the addresses of embedded accounts trusted.
    verifies_emails: !embedded || config.ACCOUNTS_TRUST_EMAIL || config.SMTP_URL !== undefined,
    passkeys: embedded && relyingParty(issuer) !== undefined,
    sends_mail: config.SMTP_URL !== undefined,
    deletion_days: config.ACCOUNT_DELETION_DAYS,
  }
}

const requiredAudience = (audience: string | undefined): readonly string[] | undefined =>
  audience === undefined || audience === ANY_AUDIENCE ? undefined : [audience]
