// A fresh server with a clock that the caller controls, so that its responses can be recorded.

import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { REFERENCE_SECRET, REFERENCE_SETUP_CODE } from '../../../scripts/reference/step.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { linkStore } from '../../src/features/accounts/links/link-store.ts'
import type { MailLink } from '../../src/features/accounts/links/link-token.ts'
import { accountStore } from '../../src/features/accounts/store.ts'
import { connectedAppStore } from '../../src/features/oauth/store.ts'
import { roleStore } from '../../src/features/people/users/role-store.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { stagedStore } from '../../src/platform/staged/store.ts'
import { openSqliteStorage } from '../../src/platform/storage/sqlite/sqlite.ts'
import { CHEAP, inProcessFetch } from './app.ts'

/** A Monday. */
const BEGIN = Date.parse('2026-01-12T08:00:00Z')

export const ORIGIN = 'https://daymark.example.org'

export type ReferenceServer = Awaited<ReturnType<typeof openReferenceServer>>

export async function openReferenceServer(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-reference-'))
  let moment = BEGIN
  const clock = { now: () => moment }
  const config = readConfig({
    // The smallest limit, so that a file that is too large for it is quickly sent.
    IMPORT_MAX_MB: '20',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ENABLED: 'false',
    PUBLIC_URL: ORIGIN,
    DATA_DIR: folder,
    AUTH_SECRET: REFERENCE_SECRET,
    SETUP_CODE: REFERENCE_SETUP_CODE,
    // Nothing listens there. The API reference needs a server that offers email, not one that sends it.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Daymark <daymark@example.org>',
    ...settings,
  })
  const storage = await openSqliteStorage(join(folder, 'daymark.db'))
  const log = pino({ level: 'silent' })
  const app = await buildApp({ config, storage, clock, log, passwordCost: CHEAP })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    /** Nobody waits for verification here, because the examples show what a usual account may do. */
    async fetch(address: string, init?: RequestInit): Promise<Response> {
      const answer = await inProcessFetch(app)(address, init)
      if (address.endsWith('/auth/sign-up'))
        await storage.write([], async tx => void (await tx.sql.deleteFrom('unverified_accounts').execute()))
      return answer
    },
    socketUrl: `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1/ws/timers`,
    now: clock.now,
    pass: (seconds: number) => {
      moment += seconds * 1000
    },
    /** Connects an app without a browser. */
    async connectApp(email: string, id: string): Promise<void> {
      const app = {
        id,
        client_id: 'https://assistant.example.com/oauth/client.json',
        name: 'Assistant',
        website: 'https://assistant.example.com',
        scopes: ['read', 'todos:write'] as const,
        created_at: moment,
        last_used_at: null,
      }
      await storage.write([], async tx => {
        const owner = await accountStore(tx).findByEmail(email)
        if (owner) await connectedAppStore(tx).save({ ...app, owner_id: owner.id }, 'grant')
      })
    },
    /** Stores a request that runs in steps, as if an undo of many changes had taken long. */
    async addJob(email: string, id: string, kind: string): Promise<void> {
      await storage.write([], async tx => {
        const owner = await accountStore(tx).findByEmail(email)
        await stagedStore(tx).insert({
          ...{ id, owner_id: owner?.id ?? '', kind, batch_id: newId(), undoes: null, via: 'api' },
          ...{ token_name: null, reply_to: null, input: {}, state: null, status: 'running', phase: 'ahead' },
          ...{ done: 1_200, total: 40_000, result: null, failure: null, created_at: moment, ended_at: null },
        })
      })
    },
    /** Stores a link as if an email contained it. */
    async addLink(owner: string, link: Pick<MailLink, 'id' | 'kind' | 'email'>): Promise<void> {
      await storage.write([], async tx => {
        const account = await accountStore(tx).findByEmail(owner)
        const times = { created_at: moment, expires_at: moment + 60_000 }
        if (account) await linkStore(tx).insert({ ...link, account_id: account.id, ...times })
      })
    },
    async makeAdmin(email: string): Promise<void> {
      await storage.write([], async tx => {
        const account = await accountStore(tx).findByEmail(email)
        if (account) await roleStore(tx).setAdmin(account.id, moment)
      })
    },
    async verify(email: string): Promise<void> {
      await storage.write([], async tx => {
        const account = await accountStore(tx).findByEmail(email)
        if (account) await accountStore(tx).setEmail(account.id, email, moment)
      })
    },
    async close() {
      await app.close()
      await storage.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
