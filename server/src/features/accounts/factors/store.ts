import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface Factor {
  account_id: string
  /** Encrypted with the server's secret. */
  secret: string
  /** Null until the person has entered the first code. */
  confirmed_at: number | null
  /** The time step of the last used code. Codes from this step and earlier ones are refused. */
  last_step: number
  created_at: number
}

export const factorStore = ({ sql: db }: Db) => ({
  async find(accountId: string): Promise<Factor | undefined> {
    return db.selectFrom('account_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  },

  async save(factor: Factor): Promise<void> {
    const { account_id, ...rest } = factor
    await db
      .insertInto('account_factors')
      .values(factor)
      .onConflict(conflict => conflict.column('account_id').doUpdateSet(rest))
      .execute()
  },

  async confirm(accountId: string, now: number): Promise<void> {
    await db
      .updateTable('account_factors')
      .set({ confirmed_at: now })
      .where('account_id', '=', accountId)
      .execute()
  },

  /** Returns false if this step, or a later one, was already used, even on another instance. */
  async useStep(accountId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('account_factors')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Returns false if there was no authenticator app. */
  async remove(accountId: string): Promise<boolean> {
    await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    const { numDeletedRows } = await db
      .deleteFrom('account_factors')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async replaceCodes(accountId: string, hashes: readonly string[]): Promise<void> {
    await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    await db
      .insertInto('recovery_codes')
      .values(hashes.map(hash => ({ account_id: accountId, hash })))
      .execute()
  },

  /** Returns false if there is no such code, or if it was already used. */
  async useCode(accountId: string, hash: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async countCodes(accountId: string): Promise<number> {
    const row = await db
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return row.count
  },
})
