import type { Db } from '../../../platform/storage/unit-of-work.ts'

const NAME = 'setup code'

/** The code is stored, so that all instances, workers and commands know the same one. */
export const setupStore = ({ sql: db }: Db) => ({
  async isNeeded(): Promise<boolean> {
    return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined
  },

  async find(): Promise<string | undefined> {
    const row = await db
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', NAME)
      .executeTakeFirst()
    return row?.value ?? undefined
  },

  /** Does nothing if there is a code already. */
  async insert(code: string): Promise<void> {
    await db
      .insertInto('server_secrets')
      .values({ name: NAME, fingerprint: '', value: code })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
  },

  async remove(): Promise<void> {
    await db.deleteFrom('server_secrets').where('name', '=', NAME).execute()
  },
})
