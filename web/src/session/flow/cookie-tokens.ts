// Manages the tokens of an account on this server. The refresh token is in an HttpOnly cookie, and the access token is
// in memory.
import { ApiError, type Client } from '@daymark/client'
import type { KeptTokens, NewTokens } from '../session.ts'
import { finishSignOut, isSignOutPending, rememberSignOut, settleSignOut } from '../sign-out.ts'

/** Renews a token this long before it expires, so that it does not expire in flight. */
const EARLY_MS = 60_000

export function cookieTokens(client: Client): KeptTokens {
  let access: { token: string; goodUntil: number } | undefined
  let renewing: Promise<string | undefined> | undefined
  /** Increases when the session ends or a new one replaces it, so that responses to earlier requests are ignored. */
  let session = 0

  function hold(answer: NewTokens): string {
    access = { token: answer.access_token, goodUntil: Date.now() + answer.expires_in * 1000 - EARLY_MS }
    return answer.access_token
  }

  function forget(): void {
    session++
    access = undefined
    renewing = undefined
  }

  async function renew(): Promise<string | undefined> {
    const asked = session
    try {
      const answer = await client.accounts.refresh({ body: {} })
      return asked === session ? hold(answer) : undefined
    } catch (error) {
      // A lost connection or a busy server does not end the session.
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error
      if (asked === session) access = undefined
      return undefined
    }
  }

  const token = (refused?: string): Promise<string | undefined> => {
    if (access?.token === refused) access = undefined
    if (access && Date.now() < access.goodUntil) return Promise.resolve(access.token)
    if (renewing) return renewing
    const started = renew().finally(() => {
      if (renewing === started) renewing = undefined
    })
    renewing = started
    return started
  }

  const finish = () => finishSignOut(() => client.accounts.signOut({ body: {} }))

  return {
    isShared: true,
    token,
    lastToken: () => access?.token,
    forget,
    keep(answer) {
      // No sign-out is needed first, because the server ends the old cookie's session.
      settleSignOut()
      forget()
      hold(answer)
    },
    async restore() {
      if (!isSignOutPending()) return (await token()) !== undefined
      void finish()
      return false
    },
    async signOut(lastWrites) {
      rememberSignOut()
      await lastWrites
      forget()
      await finish()
    },
  }
}
