import { fromLibraryDate, toLibraryDate } from '../../../platform/storage/library/library-date.ts'
import { deleteExpired } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { AccountSession, SessionKind } from '../account.ts'

export const sessionStore = ({ sql: db, dialect }: Db) => ({
  async find(id: string): Promise<AccountSession | undefined> {
    const row = await db.selectFrom('account_sessions').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toSession(row)
  },

  async insert(session: AccountSession): Promise<void> {
    await db
      .insertInto('account_sessions')
      .values({
        id: session.id,
        user_id: session.account_id,
        kind: session.kind,
        // The column needs a value. Refresh tokens are derived, not stored.
        token: session.id,
        generation: session.generation,
        user_agent: session.user_agent,
        ip_address: session.address,
        created_at: toLibraryDate(dialect, session.created_at),
        updated_at: toLibraryDate(dialect, session.exchanged_at),
        expires_at: toLibraryDate(dialect, session.expires_at),
      })
      .execute()
  },

  async existing(ids: readonly string[]): Promise<string[]> {
    const rows = await db.selectFrom('account_sessions').select('id').where(dialect.idIn('id', ids)).execute()
    return rows.map(row => row.id)
  },

  /** Lists the most recently used session first. */
  async listOf(accountId: string): Promise<AccountSession[]> {
    const rows = await db
      .selectFrom('account_sessions')
      .selectAll()
      .where('user_id', '=', accountId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toSession)
  },

  /** Returns false if another request has already exchanged the token. */
  async exchange(
    session: AccountSession,
    now: number,
    expiresAt: number,
    address: string | null,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('account_sessions')
      .set({
        generation: session.generation + 1,
        ip_address: address,
        updated_at: toLibraryDate(dialect, now),
        expires_at: toLibraryDate(dialect, expiresAt),
      })
      .where('id', '=', session.id)
      .where('generation', '=', session.generation)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async remove(ids: readonly string[]): Promise<void> {
    await db.deleteFrom('account_sessions').where(dialect.idIn('id', ids)).execute()
  },

  removeExpired: (now: number): Promise<number> =>
    deleteExpired({ sql: db }, 'account_sessions', toLibraryDate(dialect, now)),

  async removeAll(): Promise<void> {
    await db.deleteFrom('account_sessions').execute()
  },
})

interface Row {
  id: string
  user_id: string
  kind: SessionKind
  user_agent: string | null
  ip_address: string | null
  generation: number
  created_at: string | Date
  updated_at: string | Date
  expires_at: string | Date
}

const toSession = (row: Row): AccountSession => ({
  id: row.id,
  account_id: row.user_id,
  kind: row.kind,
  user_agent: row.user_agent || null,
  address: row.ip_address,
  generation: row.generation,
  created_at: fromLibraryDate(row.created_at),
  exchanged_at: fromLibraryDate(row.updated_at),
  expires_at: fromLibraryDate(row.expires_at),
})
