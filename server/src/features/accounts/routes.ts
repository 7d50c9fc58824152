import type { accountRoutes } from '@daymark/contract/accounts/accounts'
import type { sessionRoutes } from '@daymark/contract/accounts/security'
import { addressKey } from '../../platform/client-address/client-ip.ts'
import { forbidden, notFound, unauthorized } from '../../platform/kernel/errors.ts'
import { acceptedTags, firstLanguage, type Language } from '../../platform/kernel/language.ts'
import { type OriginRules, originAllowed } from '../../platform/kernel/origin.ts'
import { mapPage, newestFirst, type Order, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { sourceOf } from '../audit/audit-entry.ts'
import type { AccountSession } from './account.ts'
import type { Caller } from './attempts.ts'
import type { DeletionService } from './deletion/service.ts'
import type { Pair } from './entry.ts'
import { presentAccount, presentEnded, presentPair, presentSession } from './present.ts'
import type { AccountService } from './service.ts'
import { type CookieName, clearCookie, readCookie, setCookie } from './sessions/cookies.ts'
import type { RevokeTokens } from './sessions/external-tokens.ts'

export interface AccountRouteParts {
  accounts: AccountService
  deletion: DeletionService
  publicUrl(): string
  /** Other origins that may use the cookie. `*` is ignored here. */
  origins: readonly string[]
}

/** The parts of a request that sign-in and cookies need. */
interface Headers {
  clientAddress(): string
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
}

export function accountHandlers(parts: AccountRouteParts): Handlers<typeof accountRoutes> {
  const { accounts, deletion } = parts
  const cookies = cookieJar(parts)
  const listed = sessionHandlers(accounts)

  /** Puts the refresh token into the body or a cookie, as the client requested. */
  async function answer(
    { refresh }: { refresh?: 'body' | 'cookie' | null | undefined },
    call: Headers,
    pair: Pair & { device: string },
  ) {
    if (refresh !== 'cookie') return presentPair(pair.access_token, pair.refresh_token)
    // Ends the previous session of this browser, because the new cookie replaces its token.
    await accounts.signOut(readCookie('refresh', call.header('cookie')) ?? '', sourceOf(call))
    const signedIn = cookies.put(call, pair)
    cookies.putDevice(call, pair.device)
    return signedIn
  }

  return {
    signUp: async ({ body, ...call }) => {
      await accounts.signUp(body, languageOf(call), {
        network: addressKey(call.clientAddress()),
        header: name => call.header(name),
      })
      return { ok: true }
    },
    signIn: async ({ body, ...call }) => {
      if (body.refresh === 'cookie') cookies.requireOwnPage(call)
      return answer(body, call, await accounts.signIn(body, callerOf(call)))
    },
    passkeyOptions: async () => ({ options: (await accounts.passkeyOptions()) as Record<string, unknown> }),
    passkeySignIn: async ({ body, ...call }) => {
      if (body.refresh === 'cookie') cookies.requireOwnPage(call)
      return answer(body, call, await accounts.signInWithPasskey(body.response, callerOf(call)))
    },
    refresh: async ({ body, ...call }) => {
      const given = body.refresh_token ?? undefined
      if (given === undefined)
        return cookies.put(call, await accounts.refresh(cookies.take(call), sourceOf(call)))
      const pair = await accounts.refresh(given, sourceOf(call))
      return presentPair(pair.access_token, pair.refresh_token)
    },
    signOut: async ({ body, ...call }) => {
      const isCookie = !body.refresh_token && readCookie('refresh', call.header('cookie')) !== undefined
      await accounts.signOut(isCookie ? cookies.take(call) : (body.refresh_token ?? ''), sourceOf(call))
      if (isCookie) cookies.clear(call, 'refresh')
      return { ok: true }
    },
    me: async ({ actor, zone }) => presentAccount(await accounts.details(actor), zone),
    rename: async ({ actor, body, zone }) => {
      await accounts.rename(actor, body.name)
      return presentAccount(await accounts.details(actor), zone)
    },
    changePassword: async ({ actor, session, body, ...call }) => {
      const { current_password: current, new_password: next } = body
      const change = { current, next, revoke_tokens: body.revoke_tokens ?? true }
      return presentEnded(await accounts.changePassword(actor, change, session.session_id, sourceOf(call)))
    },
    deleteAccount: async ({ actor, session, body, zone, ...call }) => {
      const { session_id: sessionId } = session
      const recheck = await accounts.confirmPassword(actor, body.password, sessionId)
      const at = await deletion.request(actor, recheck, { sessionId, source: sourceOf(call) })
      if (at !== null) return { ok: true, deletes_at: zone.format(at) }
      cookies.clear(call, 'refresh')
      cookies.clear(call, 'device')
      return { ok: true, deletes_at: null }
    },
    sessions: listed.list,
    endSession: listed.remove,
    endOtherSessions: listed.removeOthers,
  }
}

const LAST_USED_FIRST: Order<AccountSession> = { value: ({ exchanged_at }) => exchanged_at, direction: -1 }

/** Serves `/v1/account/sessions` and `/auth/sessions`, which list the same sessions. */
export const sessionHandlers = (accounts: AccountService): Handlers<typeof sessionRoutes> => ({
  list: async ({ actor, session, query, zone }) =>
    mapPage(pageOf(await accounts.sessionsOf(actor), query, LAST_USED_FIRST), each =>
      presentSession(each, session.session_id, zone),
    ),
  remove: async ({ actor, params, ...call }) => {
    await accounts.endSession(actor, params.session_id, sourceOf(call))
    return { ok: true }
  },
  removeOthers: async ({ actor, session, query, ...call }) => {
    const tokens = query.revoke_tokens ?? true
    return presentEnded(await accounts.endOthers(actor, session.session_id, tokens, sourceOf(call)))
  },
})

/** Used with an external OpenID provider. This server then has no sessions, so `removeOthers` only revokes tokens. */
export const externalSessionHandlers = (revokeTokens: RevokeTokens): Handlers<typeof sessionRoutes> => ({
  list: async ({ query }) => pageOf([], query, newestFirst),
  remove: async () => {
    throw notFound('Session not found.')
  },
  removeOthers: async ({ actor, query, ...call }) => ({
    ok: true,
    ended: 0,
    revoked_tokens: (query.revoke_tokens ?? true) ? await revokeTokens(actor, sourceOf(call)) : 0,
  }),
})

function cookieJar({ publicUrl, origins }: AccountRouteParts) {
  const rules: OriginRules = {
    allowed: origins.filter(origin => origin !== '*'),
    get publicUrl() {
      return publicUrl()
    },
  }

  /** Browsers send cookies automatically, so only pages from allowed origins may use them. */
  function requireOwnPage(call: Headers): void {
    const origin = call.header('origin')
    if (origin !== undefined && originAllowed(origin, call.header('host'), rules)) return
    throw forbidden('Only pages of this server can use the sign-in cookie.')
  }

  return {
    requireOwnPage,
    take(call: Headers): string {
      const cookie = readCookie('refresh', call.header('cookie'))
      if (cookie === undefined) throw unauthorized('Please sign in again.')
      requireOwnPage(call)
      return cookie
    },
    put(call: Headers, pair: Pair) {
      call.setHeader('set-cookie', setCookie('refresh', pair.refresh_token, publicUrl()))
      return presentPair(pair.access_token, null)
    },
    putDevice: (call: Headers, device: string) =>
      call.setHeader('set-cookie', setCookie('device', device, publicUrl())),
    clear: (call: Headers, name: CookieName) => call.setHeader('set-cookie', clearCookie(name, publicUrl())),
  }
}

const callerOf = (call: Headers): Caller => ({
  ...sourceOf(call),
  network: addressKey(call.clientAddress()),
  language: languageOf(call),
  device: readCookie('device', call.header('cookie')),
})

const languageOf = (call: Pick<Headers, 'header'>): Language =>
  firstLanguage(acceptedTags(call.header('accept-language')))
