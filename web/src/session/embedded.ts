// Sign-in with embedded accounts. The refresh token is in an HttpOnly cookie, the access token in memory.
import { ApiError, type Client, createClient } from '@daymark/client'
import { askPasskey } from './passkeys.ts'
import { patientFetch, RETRY } from './requests/connection.ts'
import type { SessionSource } from './session.ts'
import { finishSignOut, inSignInTurn, isSignOutPending, rememberSignOut, settleSignOut } from './sign-out.ts'

export interface EmbeddedSource extends SessionSource {
  /** Rejects with an error of the field `code` if the account has an authenticator app and the code is missing or wrong. */
  signIn(email: string, password: string, code?: string): Promise<void>
  /** Lets the browser ask for a passkey. Rejects if the person cancels. */
  signInWithPasskey(): Promise<void>
  signUp(email: string, password: string, name: string, invitation?: string): Promise<void>
}

/** How long before its expiry a token is renewed, so that it does not expire in flight. */
const EARLY_MS = 60_000

export function embeddedSource(baseUrl = location.origin): EmbeddedSource {
  const client: Client = createClient({ baseUrl, fetch: patientFetch, retry: RETRY })
  let access: { token: string; goodUntil: number } | undefined
  let renewing: Promise<string | undefined> | undefined
  /** A counter that increases when the session ends, so that responses to earlier requests do not restore it. */
  let session = 0

  function keep(answer: { access_token: string; expires_in: number }): string {
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
      return asked === session ? keep(answer) : undefined
    } catch (error) {
      // Only a refusal by the server ends the session. A lost connection or a busy server does not.
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

  /** Signs in. No sign-out is needed first, because the server ends the session of the old cookie. */
  const enter = (email: string, password: string, code?: string) =>
    inSignInTurn(async () => {
      const answer = await client.accounts.signIn({
        body: { email, password, refresh: 'cookie', code: code ?? null },
      })
      settleSignOut()
      forget()
      keep(answer)
    })

  const enterWithPasskey = async () => {
    const { options } = await client.accounts.passkeyOptions()
    const response = await askPasskey(options)
    await inSignInTurn(async () => {
      const answer = await client.accounts.passkeySignIn({ body: { response, refresh: 'cookie' } })
      settleSignOut()
      forget()
      keep(answer)
    })
  }

  const finish = () => finishSignOut(() => client.accounts.signOut({ body: {} }))

  return {
    isShared: true,
    token,
    lastToken: () => access?.token,
    forget,
    async restore() {
      if (!isSignOutPending()) return (await token()) !== undefined
      void finish()
      return false
    },
    signIn: enter,
    signInWithPasskey: enterWithPasskey,
    async signUp(email, password, name, invitation) {
      await client.accounts.signUp({
        body: { email, password, name: name || null, invitation: invitation || null },
      })
      await enter(email, password)
    },
    async signOut(lastWrites) {
      rememberSignOut()
      await lastWrites
      forget()
      await finish()
    },
  }
}
