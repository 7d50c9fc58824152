// Opens and ends web app sessions for the OpenID provider. A cookie contains the refresh token.
import type { IncomingMessage } from 'node:http'
import { presentPair } from '../../features/accounts/present.ts'
import type { AccountService } from '../../features/accounts/service.ts'
import { readCookie, setCookie } from '../../features/accounts/sessions/cookies.ts'
import { type RequestSource, sourceOf } from '../../features/audit/audit-entry.ts'
import type { ProviderParts } from '../../features/oauth/open.ts'
import { originAllowed } from '../../platform/kernel/origin.ts'

export interface WebSessionParts {
  accounts: AccountService
  publicUrl(): string
  addressOf(request: IncomingMessage): string
}

type WebSessions = Pick<ProviderParts, 'isOwnOrigin' | 'openSession' | 'endWebSession'>

/** A second use of a code ends its session. The source is unknown, because the library does not pass the request. */
const NOBODY: RequestSource = { address: null, user_agent: null }

export function webSessions({ accounts, publicUrl, addressOf }: WebSessionParts): WebSessions {
  const sourceFor = (request: IncomingMessage): RequestSource =>
    sourceOf({ clientAddress: () => addressOf(request), header: () => request.headers['user-agent'] })
  return {
    isOwnOrigin: (origin, { headers }) =>
      origin !== undefined && originAllowed(origin, headers.host, { allowed: [], publicUrl: publicUrl() }),
    async openSession(signIn, request) {
      const source = sourceFor(request)
      const pair = await accounts.openChecked(signIn, source)
      if (!pair) return undefined
      // Ends this browser's previous session, because the new cookie replaces its token.
      await accounts.signOut(readCookie('refresh', request.headers.cookie) ?? '', source)
      return {
        tokens: presentPair(pair.access_token, null),
        cookie: setCookie('refresh', pair.refresh_token, publicUrl()),
      }
    },
    endWebSession: id => accounts.endById(id, NOBODY),
  }
}
