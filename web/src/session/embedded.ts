// Signing in with the accounts of this server. The refresh token lives in an HttpOnly cookie, the access token in memory.
import { ApiError, type Client, createClient } from '@daymark/client'
import { patientFetch, RETRY } from './connection.ts'
import type { SessionSource } from './session.ts'

export interface EmbeddedSource extends SessionSource {
  signIn(email: string, password: string): Promise<void>
  signUp(email: string, password: string, name: string): Promise<void>
}

/** Renewed this long before it expires, so that no request carries a token that dies on the way. */
const EARLY_MS = 60_000

export function embeddedSource(): EmbeddedSource {
  const client: Client = createClient({ baseUrl: location.origin, fetch: patientFetch, retry: RETRY })
  let access: { token: string; goodUntil: number } | undefined
  let renewing: Promise<string | undefined> | undefined

  function keep(answer: { access_token: string; expires_in: number }): string {
    access = { token: answer.access_token, goodUntil: Date.now() + answer.expires_in * 1000 - EARLY_MS }
    return answer.access_token
  }

  async function renew(): Promise<string | undefined> {
    try {
      return keep(await client.accounts.refresh({ body: {} }))
    } catch (error) {
      // Only the server's own word ends a session; a lost connection does not.
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
      access = undefined
      return undefined
    }
  }

  const token = async (): Promise<string | undefined> => {
    if (access && Date.now() < access.goodUntil) return access.token
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  return {
    token,
    restore: async () => (await token()) !== undefined,
    async signIn(email, password) {
      keep(await client.accounts.signIn({ body: { email, password, refresh: 'cookie' } }))
    },
    async signUp(email, password, name) {
      await client.accounts.signUp({ body: { email, password, name: name || null } })
      keep(await client.accounts.signIn({ body: { email, password, refresh: 'cookie' } }))
    },
    async signOut() {
      access = undefined
      await client.accounts.signOut({ body: {} }).catch(() => {})
    },
  }
}
