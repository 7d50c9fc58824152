// SQL of people.
import type { Db } from '../../storage/unit-of-work.ts'
import type { Profile, User } from './user.ts'

export const userStore = ({ sql: db }: Db) => ({
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
})
