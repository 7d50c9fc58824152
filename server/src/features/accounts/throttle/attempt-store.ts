// Counters are keyed by hashes of the email address and the source.
import { deleteExpired } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Attempts } from './attempt.ts'

export const attemptStore = ({ sql: db }: Db) => ({
  async find(key: string): Promise<Attempts | undefined> {
    return db
      .selectFrom('sign_in_attempts')
      .select(['failures', 'blocked_until', 'last_at'])
      .where('address', '=', key)
      .executeTakeFirst()
  },

  async save(key: string, attempts: Attempts): Promise<void> {
    await db
      .insertInto('sign_in_attempts')
      .values({ address: key, ...attempts })
      .onConflict(conflict => conflict.column('address').doUpdateSet({ ...attempts }))
      .execute()
  },

  async forget(key: string): Promise<void> {
    await db.deleteFrom('sign_in_attempts').where('address', '=', key).execute()
  },

  /** Deletes the counters of all sources. Every key starts with the hash of the email address. */
  async forgetAll(addressHash: string): Promise<void> {
    await db.deleteFrom('sign_in_attempts').where('address', 'like', `${addressHash}%`).execute()
  },

  forgetBefore: (before: number): Promise<number> =>
    deleteExpired({ sql: db }, 'sign_in_attempts', before, { key: ['address'], column: 'last_at' }),
})
