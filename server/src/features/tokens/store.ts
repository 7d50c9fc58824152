import type { Scope } from '@daymark/contract/accounts/scopes'
import { sql } from 'kysely'
import { newestCursor, type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import { deleteExpired } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { PersonalToken } from './token.ts'

export const tokenStore = ({ sql: db, dialect }: Db) => ({
  async insert({ scopes, ...token }: PersonalToken, hash: string): Promise<void> {
    await db
      .insertInto('personal_tokens')
      .values({ ...token, scopes: scopes.join(' '), hash })
      .execute()
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('personal_tokens')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  async list(ownerId: string, page: PageRequest): Promise<PersonalToken[]> {
    const after = newestCursor(page)
    const rows = await db
      .selectFrom('personal_tokens')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
    return rows.map(toToken)
  },

  async findByHash(hash: string): Promise<PersonalToken | undefined> {
    const row = await db.selectFrom('personal_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && toToken(row)
  },

  async existing(ids: readonly string[]): Promise<{ id: string; last_used_at: number | null }[]> {
    return db
      .selectFrom('personal_tokens')
      .select(['id', 'last_used_at'])
      .where(dialect.idIn('id', ids))
      .execute()
  },

  async setUsed(ids: readonly string[], now: number): Promise<void> {
    await db
      .updateTable('personal_tokens')
      .set({ last_used_at: now })
      .where(dialect.idIn('id', ids))
      .execute()
  },

  /** Returns the name of the deleted token, or undefined if there is none. */
  async remove(ownerId: string, id: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('personal_tokens')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    return row?.name
  },

  /** Deletes the owner's unexpired tokens and returns their ids. */
  async removeGood(ownerId: string, now: number): Promise<string[]> {
    const rows = await db
      .deleteFrom('personal_tokens')
      .where('owner_id', '=', ownerId)
      .where('expires_at', '>', now)
      .returning('id')
      .execute()
    return rows.map(row => row.id)
  },

  async removeAll(): Promise<void> {
    await db.deleteFrom('personal_tokens').execute()
  },

  removeExpired: (before: number): Promise<number> => deleteExpired({ sql: db }, 'personal_tokens', before),
})

type Row = Omit<PersonalToken, 'scopes'> & { scopes: string; hash: string }

const toToken = ({ hash: _hash, scopes, ...row }: Row): PersonalToken => ({
  ...row,
  scopes: scopes.split(' ') as Scope[],
})
