// SQL of failed attempts to sign in, by the address that was given.
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Attempts } from './attempt.ts'

export const attemptStore = ({ sql: db }: Db) => ({
  async find(address: string): Promise<Attempts | undefined> {
    return db
      .selectFrom('sign_in_attempts')
      .select(['failures', 'blocked_until', 'last_at'])
      .where('address', '=', address)
      .executeTakeFirst()
  },

  async save(address: string, attempts: Attempts): Promise<void> {
    await db
      .insertInto('sign_in_attempts')
      .values({ address, ...attempts })
      .onConflict(conflict => conflict.column('address').doUpdateSet({ ...attempts }))
      .execute()
  },

  async forget(address: string): Promise<void> {
    await db.deleteFrom('sign_in_attempts').where('address', '=', address).execute()
  },

  async forgetBefore(before: number): Promise<void> {
    await db.deleteFrom('sign_in_attempts').where('last_at', '<', before).execute()
  },
})
