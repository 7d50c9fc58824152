import { fromLibraryDate, toLibraryDate } from '../../../platform/storage/library/library-date.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface PublicKey {
  id: string
  /** A JWK, as JSON. */
  public_key: string
  alg: string | null
  expires_at: number | null
}

/** A key with its encrypted private part. */
export interface StoredKey extends PublicKey {
  private_key: string
}

export interface StoredSecret {
  fingerprint: string
  /** Null if the secret is stored outside the database. */
  value: string | null
}

const NAME = 'auth'

export const keyStore = ({ sql: db, dialect }: Db) => ({
  async publicKeys(): Promise<PublicKey[]> {
    const rows = await db
      .selectFrom('signing_keys')
      .select(['id', 'public_key', 'alg', 'expires_at'])
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(row => ({
      ...row,
      expires_at: row.expires_at === null ? null : fromLibraryDate(row.expires_at),
    }))
  },

  /** Lists the newest key first. */
  async privateKeys(): Promise<StoredKey[]> {
    const rows = await db
      .selectFrom('signing_keys')
      .select(['id', 'public_key', 'private_key', 'alg', 'expires_at'])
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(row => ({
      ...row,
      expires_at: row.expires_at === null ? null : fromLibraryDate(row.expires_at),
    }))
  },

  /** Returns the newest key that signs at this time. */
  async newest(now: number): Promise<StoredKey | undefined> {
    const row = await db
      .selectFrom('signing_keys')
      .select(['id', 'public_key', 'private_key', 'alg', 'expires_at'])
      .where(where =>
        where.or([where('expires_at', 'is', null), where('expires_at', '>', toLibraryDate(dialect, now))]),
      )
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && { ...row, expires_at: row.expires_at === null ? null : fromLibraryDate(row.expires_at) }
  },

  async add({ expires_at, ...key }: StoredKey, now: number): Promise<void> {
    await db
      .insertInto('signing_keys')
      .values({
        ...key,
        created_at: toLibraryDate(dialect, now),
        expires_at: expires_at === null ? null : toLibraryDate(dialect, expires_at),
      })
      .execute()
  },

  async removeExpiredBefore(moment: number): Promise<void> {
    await db.deleteFrom('signing_keys').where('expires_at', '<', toLibraryDate(dialect, moment)).execute()
  },

  async removeAll(): Promise<void> {
    await db.deleteFrom('signing_keys').execute()
  },

  async secret(): Promise<StoredSecret | undefined> {
    return db
      .selectFrom('server_secrets')
      .select(['fingerprint', 'value'])
      .where('name', '=', NAME)
      .executeTakeFirst()
  },

  /** Does nothing if a secret is already stored. */
  async keepSecret(secret: StoredSecret): Promise<void> {
    await db
      .insertInto('server_secrets')
      .values({ name: NAME, ...secret })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
  },

  /** Keeps only the fingerprint, after the secret has moved out of the database. */
  async hideSecret(): Promise<void> {
    await db.updateTable('server_secrets').set({ value: null }).where('name', '=', NAME).execute()
  },

  async forgetSecret(): Promise<void> {
    await db.deleteFrom('server_secrets').where('name', '=', NAME).execute()
  },
})
