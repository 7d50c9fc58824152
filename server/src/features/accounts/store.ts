import { newId } from '../../platform/kernel/ids.ts'
import { fromLibraryDate, toLibraryDate } from '../../platform/storage/library/library-date.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Account } from './account.ts'

/** The provider name of passwords. */
const PASSWORD_PROVIDER = 'credential'

export const accountStore = ({ sql: db, dialect }: Db) => ({
  async find(id: string): Promise<Account | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toAccount(row)
  },

  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()
    return row && toAccount(row)
  },

  async list(): Promise<Account[]> {
    const rows = await db.selectFrom('accounts').selectAll().orderBy('email').execute()
    return rows.map(toAccount)
  },

  async existing(ids: readonly string[]): Promise<string[]> {
    const rows = await db.selectFrom('accounts').select('id').where(dialect.textIn('id', ids)).execute()
    return rows.map(row => row.id)
  },

  /** Returns false if the address is taken. */
  async insert(account: Account): Promise<boolean> {
    const now = toLibraryDate(dialect, account.created_at)
    const result = await db
      .insertInto('accounts')
      .values({ ...account, created_at: now, updated_at: now })
      .onConflict(conflict => conflict.column('email').doNothing())
      .executeTakeFirst()
    return result.numInsertedOrUpdatedRows === 1n
  },

  async rename(id: string, name: string, now: number): Promise<void> {
    await db
      .updateTable('accounts')
      .set({ name, updated_at: toLibraryDate(dialect, now) })
      .where('id', '=', id)
      .execute()
  },

  /** Also marks the address as verified. */
  async setEmail(id: string, email: string, now: number): Promise<void> {
    await db
      .updateTable('accounts')
      .set({ email, email_verified: true, updated_at: toLibraryDate(dialect, now) })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('unverified_accounts').where('user_id', '=', id).execute()
  },

  async passwordOf(accountId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('account_credentials')
      .select('password')
      .where('user_id', '=', accountId)
      .where('provider_id', '=', PASSWORD_PROVIDER)
      .executeTakeFirst()
    return row?.password ?? undefined
  },

  /** Undefined if there is no password. */
  async passwordSetAt(accountId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('account_credentials')
      .select('updated_at')
      .where('user_id', '=', accountId)
      .where('provider_id', '=', PASSWORD_PROVIDER)
      .executeTakeFirst()
    return row && fromLibraryDate(row.updated_at)
  },

  async setPassword(accountId: string, hash: string, now: number): Promise<void> {
    const at = toLibraryDate(dialect, now)
    const { numUpdatedRows } = await db
      .updateTable('account_credentials')
      .set({ password: hash, updated_at: at })
      .where('user_id', '=', accountId)
      .where('provider_id', '=', PASSWORD_PROVIDER)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
    await db
      .insertInto('account_credentials')
      .values({
        id: newId(),
        account_id: accountId,
        provider_id: PASSWORD_PROVIDER,
        user_id: accountId,
        password: hash,
        created_at: at,
        updated_at: at,
      })
      .execute()
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('accounts').where('id', '=', id).execute()
  },
})

interface Row extends Omit<Account, 'email_verified' | 'created_at'> {
  email_verified: boolean | 0 | 1
  created_at: string | Date
}

const toAccount = ({ id, email, name, image, email_verified, created_at }: Row): Account => ({
  id,
  email,
  name,
  image,
  email_verified: Boolean(email_verified),
  created_at: fromLibraryDate(created_at),
})
