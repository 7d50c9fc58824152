// Stores keys that the server itself creates.
import type { Db } from '../storage/unit-of-work.ts'

export type SecretName = 'vapid' | 'unsubscribe' | 'poll_links'

export const secretStore = ({ sql: db }: Db) => ({
  async find(name: SecretName): Promise<string | undefined> {
    const row = await db
      .selectFrom('server_secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.value ?? undefined
  },

  /** Stores the value unless one exists. Returns the stored value, which may come from another instance. */
  async keep(name: SecretName, secret: { fingerprint: string; value: string }): Promise<string> {
    await db
      .insertInto('server_secrets')
      .values({ name, ...secret })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
    return (await this.find(name)) ?? secret.value
  },
})
