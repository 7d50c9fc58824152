// Starts a server with embedded accounts, where tests can sign people up and in.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@daymark/client'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'

export const PASSWORD = 'correct horse battery'
export const SETUP_CODE = 'setup-code-of-tests'

export interface EmbeddedApp extends TestApp {
  /** The folder with the server's secrets. */
  dataDir: string
  /** A client without a token. */
  anybody: Client
  join(email?: string): Promise<SignedIn>
  signIn(email: string, password?: string): Promise<SignedIn>
  /** Verifies the addresses of all accounts, as their owners would do with emailed links. */
  verifyAll(): Promise<void>
  bearer(token: string): Client
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface SignedIn {
  email: string
  access_token: string
  refresh_token: string
  client: Client
}

let count = 0

export async function startEmbedded(
  storage: Storage,
  settings: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<EmbeddedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-accounts-'))
  const server = await startTestApp(
    storage,
    { OIDC_ISSUER_URL: '', DATA_DIR: folder, SETUP_CODE, ...settings },
    options,
  )
  const bearer = (token: string) =>
    createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch })
  const anybody = createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch })

  async function signIn(email: string, password = PASSWORD): Promise<SignedIn> {
    const { access_token, refresh_token } = await anybody.accounts.signIn({ body: { email, password } })
    if (refresh_token === null) throw new Error('A program gets its refresh token in the body.')
    return { email, access_token, refresh_token, client: bearer(access_token) }
  }

  return {
    ...server,
    dataDir: settings['DATA_DIR'] ?? folder,
    anybody,
    bearer,
    signIn,
    verifyAll: () =>
      server.storage.write([], async tx => {
        await tx.sql.updateTable('accounts').set({ email_verified: true }).execute()
        await tx.sql.deleteFrom('unverified_accounts').execute()
      }),
    async join(email = `person-${++count}@example.org`) {
      await anybody.accounts.signUp({ body: { email, password: PASSWORD, setup_code: SETUP_CODE } })
      return signIn(email)
    },
    post: (path, body, headers = {}) =>
      server.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
