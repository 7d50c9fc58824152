import type { DeviceScope } from '@daymark/contract/accounts/scopes'
import { sql } from 'kysely'
import { newestCursor, type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { DevicePassword } from './device-password.ts'

export const devicePasswordStore = ({ sql: db, dialect }: Db) => ({
  async insert({ scopes, ...rest }: DevicePassword, hash: string): Promise<void> {
    await db
      .insertInto('device_passwords')
      .values({ ...rest, scopes: scopes.join(' '), hash })
      .execute()
  },

  async list(ownerId: string, page: PageRequest): Promise<DevicePassword[]> {
    const after = newestCursor(page)
    const rows = await db
      .selectFrom('device_passwords')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where(sql<boolean>`(created_at, id) < (${after[0]}, ${after[1]})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
    return rows.map(toDevicePassword)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('device_passwords')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  /** Includes the owner's email address. */
  async findByHash(hash: string): Promise<(DevicePassword & { email: string | null }) | undefined> {
    const row = await db
      .selectFrom('device_passwords as d')
      .innerJoin('users as u', 'u.id', 'd.owner_id')
      .selectAll('d')
      .select('u.email')
      .where('d.hash', '=', hash)
      .executeTakeFirst()
    return row && { ...toDevicePassword(row), email: row.email }
  },

  async emailOf(ownerId: string): Promise<string | null> {
    const row = await db.selectFrom('users').select('email').where('id', '=', ownerId).executeTakeFirst()
    return row?.email ?? null
  },

  async existing(ids: readonly string[]): Promise<string[]> {
    const rows = await db.selectFrom('device_passwords').select('id').where(dialect.idIn('id', ids)).execute()
    return rows.map(row => row.id)
  },

  async setUsed(id: string, now: number, address: string): Promise<void> {
    await db
      .updateTable('device_passwords')
      .set({ last_used_at: now, last_address: address })
      .where('id', '=', id)
      .execute()
  },

  /** Returns the name of the deleted password, or undefined if there is none. */
  async remove(ownerId: string, id: string): Promise<string | undefined> {
    const row = await db
      .deleteFrom('device_passwords')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    return row?.name
  },

  async removeOf(ownerId: string): Promise<string[]> {
    const rows = await db
      .deleteFrom('device_passwords')
      .where('owner_id', '=', ownerId)
      .returning('id')
      .execute()
    return rows.map(row => row.id)
  },

  async removeAll(): Promise<void> {
    await db.deleteFrom('device_passwords').execute()
  },
})

type Row = Omit<DevicePassword, 'scopes'> & { scopes: string; hash: string }

const toDevicePassword = ({ id, owner_id, name, scopes, created_at, last_used_at, last_address }: Row) => ({
  id,
  owner_id,
  name,
  scopes: scopes.split(' ') as DeviceScope[],
  created_at,
  last_used_at,
  last_address,
})
