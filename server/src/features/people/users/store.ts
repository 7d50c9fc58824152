import { sql } from 'kysely'
import { type DeletedRows, deleteInSteps, deleteStep } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Profile, User } from './user.ts'

export const userStore = ({ sql: db, ...rest }: Db) => ({
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

  /** Deletes the person and all data except the account. Foreign keys delete the rows that are not deleted here. */
  async remove(id: string): Promise<void> {
    for (const rows of belongings(id)) await deleteInSteps({ sql: db, ...rest }, rows)
    await db.deleteFrom('users').where('id', '=', id).execute()
    await db.deleteFrom('disabled_users').where('user_id', '=', id).execute()
    await db.deleteFrom('admins').where('user_id', '=', id).execute()
  },

  /** Deletes one batch of the person's rows and returns its size. */
  async removeSome(id: string): Promise<number> {
    for (const rows of belongings(id)) {
      const deleted = await deleteStep({ sql: db, ...rest }, rows)
      if (deleted > 0) return deleted
    }
    return 0
  },

  async isDisabled(id: string): Promise<boolean> {
    return (await this.disabledAmong([id])).length > 0
  },

  async disabledAmong(ids: readonly string[]): Promise<string[]> {
    const rows = await db.selectFrom('disabled_users').select('user_id').where('user_id', 'in', ids).execute()
    return rows.map(row => row.user_id)
  },

  async setDisabled(id: string, disabledAt: number | null): Promise<void> {
    await db.deleteFrom('disabled_users').where('user_id', '=', id).execute()
    if (disabledAt === null) return
    await db.insertInto('disabled_users').values({ user_id: id, disabled_at: disabledAt }).execute()
  },
})

/** Tables that may have very many rows per person. Referencing tables come first, the change log last. */
function belongings(id: string): DeletedRows[] {
  const own = sql`owner_id = ${id}`
  const ofSeries = sql`series_id in (select id from schedules where owner_id = ${id})`
  return [
    { table: 'timers', where: own },
    { table: 'schedule_exceptions', key: ['series_id', 'original_start'], where: ofSeries },
    ...['schedules', 'todos', 'tags', 'meetings', 'visibility'].map(table => ({ table, where: own })),
    { table: 'audit_entries', where: own },
    { table: 'outcomes', key: ['owner_id', 'channel', 'key'], where: own },
    { table: 'changes', key: ['owner_id', 'seq'], where: own },
  ]
}
