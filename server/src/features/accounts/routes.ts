// The door of embedded accounts, at `/auth`.
import type { accountRoutes } from '@daymark/contract/accounts'
import { forbidden, unauthorized } from '../../platform/kernel/errors.ts'
import { type OriginRules, originAllowed } from '../../platform/kernel/origin.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Pair } from './entry.ts'
import { presentAccount, presentPair, presentSession } from './present.ts'
import { clearCookie, readCookie, setCookie } from './refresh-cookie.ts'
import type { AccountService } from './service.ts'

export interface AccountDoorParts {
  accounts: AccountService
  /** What people type into the browser. */
  publicUrl(): string
  /** Origins of other pages that may use the cookie; `*` does not count here. */
  origins: readonly string[]
}

/** What the cookie routes need of a call. */
interface Headers {
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
}

export function accountHandlers(parts: AccountDoorParts): Handlers<typeof accountRoutes> {
  const { accounts } = parts
  const cookies = cookieJar(parts)

  return {
    signUp: async ({ body }) => {
      await accounts.signUp(body)
      return { ok: true }
    },
    signIn: async ({ body, ...call }) => {
      if (body.refresh === 'cookie') cookies.requireOwnPage(call)
      const pair = await accounts.signIn(body, userAgentOf(call))
      if (body.refresh !== 'cookie') return presentPair(pair.access_token, pair.refresh_token)
      // Whoever signs in again in the same browser leaves no session behind.
      await accounts.signOut(readCookie(call.header('cookie')) ?? '')
      return cookies.put(call, pair)
    },
    refresh: async ({ body, ...call }) => {
      const given = body.refresh_token ?? undefined
      if (given === undefined) return cookies.put(call, await accounts.refresh(cookies.take(call)))
      const pair = await accounts.refresh(given)
      return presentPair(pair.access_token, pair.refresh_token)
    },
    signOut: async ({ body, ...call }) => {
      const isCookie = !body.refresh_token && readCookie(call.header('cookie')) !== undefined
      await accounts.signOut(isCookie ? cookies.take(call) : (body.refresh_token ?? ''))
      if (isCookie) cookies.clear(call)
      return { ok: true }
    },
    me: async ({ actor, zone }) => presentAccount(await accounts.own(actor), zone),
    rename: async ({ actor, body, zone }) => presentAccount(await accounts.rename(actor, body.name), zone),
    changePassword: async ({ actor, session, body }) => {
      const passwords = { current: body.current_password, next: body.new_password }
      await accounts.changePassword(actor, passwords, session.session_id)
      return { ok: true }
    },
    deleteAccount: async ({ actor, body, ...call }) => {
      await accounts.deleteAccount(actor, body.password)
      cookies.clear(call)
      return { ok: true }
    },
    sessions: async ({ actor, session, zone }) =>
      (await accounts.sessionsOf(actor)).map(each => presentSession(each, session.session_id, zone)),
    endSession: async ({ actor, params }) => {
      await accounts.endSession(actor, params.session_id)
      return { ok: true }
    },
    endOtherSessions: async ({ actor, session }) => ({
      ok: true,
      ended: await accounts.endOthers(actor, session.session_id),
    }),
  }
}

function cookieJar({ publicUrl, origins }: AccountDoorParts) {
  const rules: OriginRules = {
    allowed: origins.filter(origin => origin !== '*'),
    get publicUrl() {
      return publicUrl()
    },
  }

  /** A cookie is ambient: only a page that names its origin, and the right one, may have it used. */
  function requireOwnPage(call: Headers): void {
    const origin = call.header('origin')
    if (origin !== undefined && originAllowed(origin, call.header('host'), rules)) return
    throw forbidden('The sign-in cookie can be used by pages of this server only.')
  }

  return {
    requireOwnPage,
    take(call: Headers): string {
      const cookie = readCookie(call.header('cookie'))
      if (cookie === undefined) throw unauthorized('Please sign in again.')
      requireOwnPage(call)
      return cookie
    },
    put(call: Headers, pair: Pair) {
      call.setHeader('set-cookie', setCookie(pair.refresh_token, publicUrl()))
      return presentPair(pair.access_token, null)
    },
    clear: (call: Headers) => call.setHeader('set-cookie', clearCookie(publicUrl())),
  }
}

/** As much of it as both databases can hold. */
const userAgentOf = (call: Headers): string =>
  (call.header('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 255)
