// On a server that sends email, an account that nobody has verified may be used, but gets no second credential and no
// way out: the owner of the address would not know of them.
import { sql } from 'kysely'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'

export const UNVERIFIED =
  'Verify your email address first: open the link in the email, or request a new one in the settings.'

export const verificationStore = ({ sql: db }: Db) => ({
  async isWaiting(id: string): Promise<boolean> {
    const row = await db
      .selectFrom('unverified_accounts')
      .select('user_id')
      .where('user_id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  },

  async wait(id: string): Promise<void> {
    await db
      .insertInto('unverified_accounts')
      .values({ user_id: id })
      .onConflict(conflict => conflict.column('user_id').doNothing())
      .execute()
  },

  /** Lists every unverified account if the server can verify addresses, otherwise none. */
  async follow(verifies: boolean): Promise<void> {
    if (!verifies) await db.deleteFrom('unverified_accounts').execute()
    else
      await sql`
        insert into unverified_accounts (user_id)
        select id from accounts where email_verified = ${false}
        on conflict (user_id) do nothing`.execute(db)
  },
})

/** Throws 403 if the account waits for verification. */
export async function requireVerified(tx: Tx | Db, id: string): Promise<void> {
  if (await verificationStore(tx).isWaiting(id))
    throw new Problem('forbidden', UNVERIFIED, { code: 'email_not_verified' })
}
