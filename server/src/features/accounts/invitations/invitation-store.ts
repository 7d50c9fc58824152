import { sql } from 'kysely'
import { newestCursor, type PageRequest, pageSize } from '../../../platform/kernel/page.ts'
import { deleteExpired } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface StoredInvitation {
  id: string
  /** The only address that can use the invitation, or null if any address can. */
  email: string | null
  created_at: number
  expires_at: number
}

export const invitationStore = ({ sql: db }: Db) => ({
  async find(id: string): Promise<StoredInvitation | undefined> {
    return db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
  },

  async list(now: number, page: PageRequest): Promise<StoredInvitation[]> {
    const after = newestCursor(page)
    return db
      .selectFrom('invitations')
      .selectAll()
      .where('expires_at', '>', now)
      .where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
  },

  async insert(invitation: StoredInvitation): Promise<void> {
    await db.insertInto('invitations').values(invitation).execute()
  },

  /** Returns false if the invitation was used or withdrawn in the meantime. */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  },

  removeExpired: (now: number): Promise<number> => deleteExpired({ sql: db }, 'invitations', now),
})
