import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface PendingDeletion {
  user_id: string
  requested_at: number
  deletes_at: number
}

export const deletionStore = ({ sql: db, dialect }: Db) => ({
  async find(userId: string): Promise<PendingDeletion | undefined> {
    return db.selectFrom('account_deletions').selectAll().where('user_id', '=', userId).executeTakeFirst()
  },

  /** Returns the people whose account has a pending deletion. */
  async among(ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('account_deletions')
      .select('user_id')
      .where(dialect.textIn('user_id', ids))
      .execute()
    return rows.map(row => row.user_id)
  },

  async insert(deletion: PendingDeletion): Promise<void> {
    await db.insertInto('account_deletions').values(deletion).execute()
  },

  async remove(userId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('account_deletions')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async addressesOf(userId: string): Promise<{ email: string; verified: boolean }[]> {
    const { rows } = await sql<{ email: string; email_verified: boolean | 0 | 1 }>`
      select email, email_verified from users where id = ${userId} and email is not null
      union select email, email_verified from accounts where id = ${userId}`.execute(db)
    return rows.map(({ email, email_verified }) => ({ email, verified: Boolean(email_verified) }))
  },

  /** The audit trail keeps the invitation, but not who was invited. */
  async forgetInvited(email: string): Promise<void> {
    await db
      .updateTable('audit_entries')
      .set({ subject_name: null })
      .where('event', 'in', ['invitation_created', 'invitation_removed'])
      .where('subject_name', '=', email)
      .execute()
  },
})
