import type { Actor } from '../../platform/kernel/actor.ts'
import { notFound, unauthorized } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { newestPage, type Page, type PageRequest } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { untilNone } from '../../platform/storage/statements/in-steps.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { accountStore } from '../accounts/store.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import { usedLongAgo } from '../tokens/token.ts'
import { apiScopes, audienceOf, type ConnectedApp, hashOf } from './connected-app.ts'
import { oauthRecordStore } from './provider/record-store.ts'
import { connectedAppStore } from './store.ts'

export type ConnectedAppService = ReturnType<typeof connectedAppService>

/** Apps without tokens, and grants without an app, are deleted once they are older than this. */
const UNUSED_MS = 86_400_000
/** Registered clients without a connected app are deleted once they are older than this. */
const UNUSED_CLIENT_MS = 7 * 86_400_000
const INVALID = 'The access token is not valid.'

export interface ConnectedAppParts {
  uow: UnitOfWork
  clock: Clock
  publicUrl(): string
  /** True if the operator guarantees that people own the email addresses of their accounts. */
  trustEmail: boolean
  /** Called after `remove` has revoked an app's tokens. */
  ended(which: { app_id: string } | { access_id: string }): void
}

export interface AllowedApp extends Pick<ConnectedApp, 'owner_id' | 'client_id' | 'name' | 'website'> {
  grant_id: string
  scope: string
}

export function connectedAppService({ uow, clock, publicUrl, trustEmail, ended }: ConnectedAppParts) {
  return {
    async list(actor: Actor, page: PageRequest): Promise<Page<ConnectedApp>> {
      return newestPage(await uow.read(db => connectedAppStore(db).list(actor.id, page)), page)
    },

    async remove(actor: Actor, id: string, source: RequestSource): Promise<void> {
      await uow.write([actor.id], async tx => {
        const name = await connectedAppStore(tx).remove(actor.id, id)
        if (name === undefined) throw notFound('App not found.')
        const change = { event: 'app_revoked', at: clock.now(), source } as const
        await record(tx, { owner_id: actor.id, ...change, subject: { id, name } })
      })
      ended({ app_id: id })
    },

    /** Throws 403 if the account may not connect apps yet. */
    requireVerified: (ownerId: string): Promise<void> => uow.read(db => requireVerified(db, ownerId)),

    async allow({ grant_id, scope, ...app }: AllowedApp, source: RequestSource): Promise<void> {
      const { owner_id, name } = app
      const now = clock.now()
      const allowed = { ...app, id: newId(), scopes: apiScopes(scope), created_at: now, last_used_at: null }
      await uow.write([owner_id], async tx => {
        await connectedAppStore(tx).save(allowed, grant_id)
        await record(tx, { owner_id, event: 'app_connected', at: now, source, subject: { id: null, name } })
      })
    },

    /** Throws 401 if the access token is invalid or has expired. */
    async identify(token: string) {
      const { found, account } = await uow.read(async db => {
        const row = await connectedAppStore(db).findAccess(hashOf(token))
        return { found: row, account: row && (await accountStore(db).find(row.account_id)) }
      })
      if (!found || !account) throw unauthorized(INVALID)
      const expires_at = found.expires_at ?? 0
      const now = clock.now()
      if (expires_at <= now) throw unauthorized('The access token has expired.')
      const audience = audienceOf(found.audience ?? '', publicUrl())
      if (audience === 'unknown') throw unauthorized(INVALID)
      return {
        user_id: account.id,
        expires_at,
        scopes: apiScopes(found.scopes),
        app_id: found.app_id,
        access_id: found.id,
        token_name: found.app_name,
        ...(audience !== undefined && { audience }),
        // A person's first request may come from an app, so these claims must be enough to create the profile.
        claims: {
          sub: account.id,
          email: account.email,
          email_verified: trustEmail || account.email_verified,
          name: account.name,
          picture: account.image,
          sid: undefined,
          signed_in_at: undefined,
          issued_at: now,
          expires_at,
        },
      }
    },

    /** Returns the hashes that still exist, and records at most once a minute that their apps were used. */
    async stillThere(hashes: readonly string[]): Promise<Set<string>> {
      if (hashes.length === 0) return new Set()
      const found = await uow.read(db => connectedAppStore(db).existingAccess(hashes))
      const now = clock.now()
      const used = found.filter(each => usedLongAgo(each.last_used_at, now)).map(each => each.app_id)
      if (used.length > 0) await uow.write([], tx => connectedAppStore(tx).setUsed(used, now))
      return new Set(found.map(each => each.id))
    },

    /** Runs in another feature's transaction. Returns the ids of the revoked apps. */
    revokeAll: (tx: Tx, ownerId: string): Promise<readonly string[]> =>
      connectedAppStore(tx).removeOf(ownerId),

    endBrowserSessions: (tx: Tx, ownerId: string): Promise<void> =>
      connectedAppStore(tx).endBrowserSessions(ownerId),

    async sweep(): Promise<void> {
      const now = clock.now()
      await untilNone(uow, tx => oauthRecordStore(tx).removeExpired(now))
      await untilNone(uow, tx => connectedAppStore(tx).removeUnused(now - UNUSED_MS))
      await untilNone(uow, tx => oauthRecordStore(tx).removeOrphans(now - UNUSED_MS, now - UNUSED_CLIENT_MS))
    },
  }
}
