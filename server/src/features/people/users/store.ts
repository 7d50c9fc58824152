import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Profile, User } from './user.ts'

export const userStore = ({ sql: db, dialect }: Db) => ({
  async find(id: string): Promise<User | undefined> {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    return row && { ...row, email_verified: Boolean(row.email_verified) }
  },

  async findByFriendCode(code: string): Promise<{ id: string } | undefined> {
    return db.selectFrom('users').select('id').where('friend_code', '=', code).executeTakeFirst()
  },

  async insert(user: User): Promise<void> {
    await db.insertInto('users').values(user).execute()
  },

  async updateProfile(profile: Profile, claimsAt: number, now: number): Promise<void> {
    const { id, ...changes } = profile
    await db
      .updateTable('users')
      .set({ ...changes, claims_at: claimsAt, updated_at: now })
      .where('id', '=', id)
      .execute()
  },

  async setFriendCode(id: string, code: string, now: number): Promise<void> {
    await db.updateTable('users').set({ friend_code: code, updated_at: now }).where('id', '=', id).execute()
  },

  /** Deletes the person except the account. Foreign keys delete the few rows that are left. */
  async remove(id: string): Promise<void> {
    await db.deleteFrom('users').where('id', '=', id).execute()
    await db.deleteFrom('disabled_users').where('user_id', '=', id).execute()
    await db.deleteFrom('admins').where('user_id', '=', id).execute()
  },

  async isDisabled(id: string): Promise<boolean> {
    return (await this.disabledAmong([id])).length > 0
  },

  async disabledAmong(ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('disabled_users')
      .select('user_id')
      .where(dialect.textIn('user_id', ids))
      .execute()
    return rows.map(row => row.user_id)
  },

  async setDisabled(id: string, disabledAt: number | null): Promise<void> {
    await db.deleteFrom('disabled_users').where('user_id', '=', id).execute()
    if (disabledAt === null) return
    await db.insertInto('disabled_users').values({ user_id: id, disabled_at: disabledAt }).execute()
  },
})
