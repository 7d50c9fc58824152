import { sql } from 'kysely'
import { deleteExpired } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Passkey } from './passkey.ts'

export const passkeyStore = ({ sql: db }: Db) => ({
  async list(ownerId: string): Promise<Passkey[]> {
    const rows = await db
      .selectFrom('account_passkeys')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toPasskey)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('account_passkeys')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const row = await db
      .selectFrom('account_passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
    return row && toPasskey(row)
  },

  /** Returns false if the credential is already stored. */
  async insert({ transports, ...passkey }: Passkey): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('account_passkeys')
      .values({ ...passkey, transports: transports.join(' ') })
      .onConflict(conflict => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  async rename(ownerId: string, id: string, name: string): Promise<Passkey | undefined> {
    const row = await db
      .updateTable('account_passkeys')
      .set({ name })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && toPasskey(row)
  },

  /**
   * Returns false if the passkey was removed in the meantime or its counter did not increase. Authenticators without a
   * counter always send 0.
   */
  async setUsed(id: string, counter: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('account_passkeys')
      .set({ counter, last_used_at: now })
      .where('id', '=', id)
      .where(({ eb, or }) =>
        or([eb('counter', '<', counter), ...(counter === 0 ? [eb('counter', '=', 0)] : [])]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Returns the name of the deleted passkey, or undefined if there is none. */
  async remove(ownerId: string, id: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('account_passkeys')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    return row?.name
  },

  async removeOf(ownerId: string): Promise<string[]> {
    const rows = await db
      .deleteFrom('account_passkeys')
      .where('owner_id', '=', ownerId)
      .returning('name')
      .execute()
    return rows.map(row => row.name)
  },

  /** Returns false if the challenge was already used, even on another instance. */
  async useChallenge(hash: string, expiresAt: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('used_challenges')
      .values({ hash, expires_at: expiresAt })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  },

  removeExpiredChallenges: (now: number): Promise<number> =>
    deleteExpired({ sql: db }, 'used_challenges', now, { key: ['hash'] }),
})

type Row = Omit<Passkey, 'transports' | 'synced'> & { transports: string; synced: boolean | 0 | 1 }

const toPasskey = ({ transports, synced, ...row }: Row): Passkey => ({
  ...row,
  synced: Boolean(synced),
  transports: transports === '' ? [] : transports.split(' '),
})
