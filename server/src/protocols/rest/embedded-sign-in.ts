// Wires up embedded accounts: the JSON endpoints under `/auth` and the OpenID provider.
import type { IncomingMessage } from 'node:http'
import { signInRoutes } from '@daymark/contract/routes'
import type { Config } from '../../config/config.ts'
import { accountMailHandler } from '../../features/account-mail/deliver.ts'
import { ACCOUNT_MAIL_JOB, mailQueue } from '../../features/account-mail/enqueue-mail.ts'
import { accountMailService } from '../../features/account-mail/service.ts'
import { confirmLeaving } from '../../features/accounts/deletion/routes.ts'
import { sealWith } from '../../features/accounts/keys/seal.ts'
import { openAccounts, verifies } from '../../features/accounts/open.ts'
import { openings } from '../../features/accounts/openings/openings.ts'
import type { HashCost } from '../../features/accounts/passwords/password-hash.ts'
import { accountHandlers } from '../../features/accounts/routes.ts'
import type { PersonalTokens } from '../../features/accounts/sessions/sessions.ts'
import { type RecordChange, record } from '../../features/audit/record.ts'
import type { DevicePasswordService } from '../../features/device-passwords/service.ts'
import { openProvider } from '../../features/oauth/open.ts'
import { clientDocuments } from '../../features/oauth/provider/client-document.ts'
import type { ConnectedAppService } from '../../features/oauth/service.ts'
import type { Removal } from '../../features/people/users/removal.ts'
import { verificationStore } from '../../features/people/users/verification-store.ts'
import { personalTokens } from '../../features/tokens/revoke-all.ts'
import { addressKey } from '../../platform/client-address/client-ip.ts'
import type { Jobs } from '../../platform/jobs/open.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Limiter } from '../../platform/limiter/port.ts'
import type { Mailer } from '../../platform/outbound/mail/mailer.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Authenticator } from '../../platform/sign-in/authenticator.ts'
import { localKeys } from '../../platform/sign-in/local-keys.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { type PrefilledCodes, providerPages } from '../oauth/provider-pages.ts'
import { serveOauth } from '../oauth/routes.ts'
import { webSessions } from '../oauth/web-sessions.ts'
import { serveIssuerDocuments } from './documents/issuer-documents.ts'
import { OPENING_SOURCES } from './opening-sources.ts'
import { mount } from './requests/mount.ts'

type App = Parameters<typeof mount>[0]

export interface EmbeddedParts {
  config: Config
  storage: Storage
  clock: Clock
  /** Undefined if email is not configured. */
  mailer: Mailer | undefined
  outbound: Outbound
  limiter: Limiter
  removal: Removal
  /** The client's address, even behind trusted proxies. */
  addressOf(request: IncomingMessage): string
  publicUrl(): string
  devices: DevicePasswordService
  apps: ConnectedAppService
  end: Authenticator['revoke']
  passwordCost?: HashCost | undefined
}

export async function openEmbedded(parts: EmbeddedParts) {
  const { config, storage, clock, mailer, publicUrl, devices, apps, end } = parts
  const queue = mailQueue({ uow: storage, clock })
  const sendsMail = mailer !== undefined
  const recordChange: RecordChange = async (tx, entry) => {
    await record(tx, entry)
    if (sendsMail) await queue.changed(tx, entry)
  }
  const { accounts, deletion, factors, passkeys, publicJwks, secret, setup, signingKeys, tools } =
    await openAccounts({
      config,
      storage,
      clock,
      issuer: publicUrl,
      personalTokens: allTokens(clock, devices, apps),
      mail: sendsMail ? queue : undefined,
      passwordCost: parts.passwordCost,
      recordChange,
      endBrowserSessions: apps.endBrowserSessions,
      accessEnded: ({ sessions, personal_tokens }) => {
        const ids = new Set([...sessions.map(({ id }) => id), ...personal_tokens])
        end(({ session_id, token_id, device_id, app_id }) =>
          [session_id, token_id, device_id, app_id].some(id => id !== undefined && ids.has(id)),
        )
      },
      removal: parts.removal,
      accountDeleted: id => end(({ actor }) => actor.id === id),
    })
  const prefilled: PrefilledCodes = new WeakMap()
  const trustEmail = config.ACCOUNTS_TRUST_EMAIL
  const { checkPassword, checkCode, checkPasskey, findSignedIn } = accounts
  const documents = clientDocuments({
    ...{ uow: storage, clock, seal: sealWith(secret, 'oauth records'), limiter: parts.limiter },
    fetch: parts.outbound.fetch,
    networkOf: request => addressKey(parts.addressOf(request)),
  })
  const provider = openProvider({
    ...{ uow: storage, clock, secret, publicUrl, signingKeys, trustEmail },
    findAccount: findSignedIn,
    allowRegistration: config.OAUTH_DYNAMIC_REGISTRATION,
    documents,
    pages: providerPages(publicUrl, prefilled),
    ended: which => end(endedBy(which)),
    ...webSessions({ accounts, publicUrl, addressOf: parts.addressOf }),
  })
  await storage.write([], tx => verificationStore(tx).follow(verifies(config)))
  const mails = accountMailService({
    ...{ uow: storage, clock, secret, ...tools, queue, sendsMail, record: recordChange },
    openings: openings({ uow: storage, clock, sources: OPENING_SOURCES, record }),
  })
  return {
    accounts,
    setup,
    factors,
    deletion,
    confirmLeaving: confirmLeaving(accounts, factors, passkeys),
    mails,
    recordChange,
    administration: {
      ...{ secret, signup: config.ACCOUNTS_SIGNUP, trustEmail, sessions: tools.sessions },
      queue: sendsMail ? queue : undefined,
      record: recordChange,
    },
    handleJobs(jobs: Jobs): void {
      const job = { uow: storage, clock, secret, trustEmail, publicUrl }
      if (mailer) jobs.handle(ACCOUNT_MAIL_JOB, accountMailHandler({ ...job, mailer }))
    },
    passkeys,
    keys: localKeys(publicJwks, clock),
    sweep: async () => void (await Promise.all([accounts.sweep(), mails.sweep()])),
    confirm: (session: Session, password: string | undefined) =>
      accounts.confirmRecent(session.actor, session.session_id, password),

    async stillThere(list: readonly Session[]): Promise<Set<Session>> {
      const there = await accounts.stillThere(
        list.map(({ actor }) => actor.id),
        list.flatMap(({ session_id }) => session_id ?? []),
      )
      return new Set(
        list.filter(
          ({ actor, session_id }) =>
            there.accounts.has(actor.id) && (session_id === undefined || there.sessions.has(session_id)),
        ),
      )
    },

    mount(app: App) {
      mount(
        app,
        signInRoutes.accounts,
        accountHandlers({ accounts, deletion, publicUrl, origins: config.CORS_ALLOWED_ORIGINS }),
      )
      serveIssuerDocuments(app, { keys: publicJwks })
      serveOauth(app, {
        ...{
          provider,
          publicUrl,
          secret,
          clock,
          apps,
          documents,
          checkPassword,
          checkCode,
          checkPasskey,
          findSignedIn,
          prefilled,
          trustEmail,
          sendsMail,
        },
      })
    },
  }
}

/** Combines personal access tokens, device passwords and connected apps, which programs use without the person. */
export const allTokens = (
  clock: Clock,
  devices: DevicePasswordService,
  apps: ConnectedAppService,
): PersonalTokens => ({
  revokeAll: async (tx, ownerId) => [
    ...(await personalTokens(clock).revokeAll(tx, ownerId)),
    ...(await devices.revokeAll(tx, ownerId)),
    ...(await apps.revokeAll(tx, ownerId)),
  ],
})

/** Returns a function that tests whether a session belongs to the app or to the access token. */
export const endedBy =
  (which: { app_id: string } | { access_id: string }) =>
  ({ app_id, access_id }: Session): boolean =>
    'app_id' in which ? app_id === which.app_id : access_id === which.access_id
