import type { Scope } from '@daymark/contract/accounts/scopes'
import { sql } from 'kysely'
import { newestCursor, type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import { deleteStep } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { ConnectedApp } from './connected-app.ts'

export interface AccessRow {
  id: string
  account_id: string
  scopes: string | null
  audience: string | null
  expires_at: number | null
  app_id: string
  app_name: string
}

const COLUMNS = [
  'id',
  'owner_id',
  'client_id',
  'name',
  'website',
  'scopes',
  'created_at',
  'last_used_at',
] as const

export const connectedAppStore = ({ sql: db, dialect }: Db) => ({
  async list(ownerId: string, page: PageRequest): Promise<ConnectedApp[]> {
    const after = newestCursor(page)
    const rows = await db
      .selectFrom('connected_apps')
      .select(COLUMNS)
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
    return rows.map(toApp)
  },

  /** Inserts the app, or updates the app that already has this grant. */
  async save({ scopes, ...app }: ConnectedApp, grantId: string): Promise<void> {
    const row = { ...app, scopes: scopes.join(' ') }
    const { name, website } = app
    await db
      .insertInto('connected_apps')
      .values({ ...row, grant_id: grantId })
      .onConflict(conflict => conflict.column('grant_id').doUpdateSet({ name, website, scopes: row.scopes }))
      .execute()
  },

  /**
   * Deletes the app and everything that its grant issued. Returns the app's name, or undefined if there is no such app.
   */
  async remove(ownerId: string, id: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('connected_apps')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returning(['grant_id', 'name'])
      .executeTakeFirst()
    if (row) await db.deleteFrom('oauth_records').where('grant_id', '=', row.grant_id).execute()
    return row?.name
  },

  /** Called when the provider revokes a grant. Returns the id of the deleted app, or undefined if there is none. */
  async removeOfGrant(grantId: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('connected_apps')
      .where('grant_id', '=', grantId)
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  /**
   * Deletes a person's apps and everything else that the provider stores about the person. Returns the ids of the apps.
   */
  async removeOf(ownerId: string): Promise<string[]> {
    await db.deleteFrom('oauth_records').where('account_id', '=', ownerId).execute()
    const rows = await db
      .deleteFrom('connected_apps')
      .where('owner_id', '=', ownerId)
      .returning('id')
      .execute()
    return rows.map(row => row.id)
  },

  /** Signs a person out of the provider's pages in all browsers. Connected apps keep working. */
  async endBrowserSessions(ownerId: string): Promise<void> {
    await db
      .deleteFrom('oauth_records')
      .where('account_id', '=', ownerId)
      .where('kind', 'in', ['Session', 'Interaction'])
      .execute()
  },

  /** Also deletes registered clients. The apps must register again. */
  async removeAll(): Promise<void> {
    await db.deleteFrom('oauth_records').execute()
    await db.deleteFrom('connected_apps').execute()
  },

  /** Deletes some apps without remaining tokens. Skips new apps, because they may not have a token yet. */
  removeUnused: (before: number): Promise<number> =>
    deleteStep(
      { sql: db },
      {
        table: 'connected_apps',
        where: sql`created_at < ${before} and not exists (
          select 1 from oauth_records r where r.grant_id = connected_apps.grant_id and r.kind <> 'Grant')`,
      },
    ),

  async findAccess(hash: string): Promise<AccessRow | undefined> {
    const row = await db
      .selectFrom('oauth_records')
      .innerJoin('connected_apps', 'connected_apps.grant_id', 'oauth_records.grant_id')
      .select([
        'oauth_records.id',
        'oauth_records.account_id',
        'oauth_records.scopes',
        'oauth_records.audience',
        'oauth_records.expires_at',
        'connected_apps.id as app_id',
        'connected_apps.name as app_name',
      ])
      .where('oauth_records.kind', '=', 'AccessToken')
      .where('oauth_records.id', '=', hash)
      .executeTakeFirst()
    return row?.account_id ? { ...row, account_id: row.account_id } : undefined
  },

  async existingAccess(
    hashes: readonly string[],
  ): Promise<{ id: string; app_id: string; last_used_at: number | null }[]> {
    return db
      .selectFrom('oauth_records')
      .innerJoin('connected_apps', 'connected_apps.grant_id', 'oauth_records.grant_id')
      .select(['oauth_records.id', 'connected_apps.id as app_id', 'connected_apps.last_used_at'])
      .where('oauth_records.kind', '=', 'AccessToken')
      .where(dialect.textIn('oauth_records.id', hashes))
      .execute()
  },

  async setUsed(ids: readonly string[], now: number): Promise<void> {
    await db.updateTable('connected_apps').set({ last_used_at: now }).where(dialect.idIn('id', ids)).execute()
  },
})

type Row = Omit<ConnectedApp, 'scopes'> & { scopes: string }

const toApp = ({ scopes, ...row }: Row): ConnectedApp => ({
  ...row,
  scopes: scopes === '' ? [] : (scopes.split(' ') as Scope[]),
})
