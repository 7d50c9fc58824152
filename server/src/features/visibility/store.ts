import { sql } from 'kysely'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { ResourceType, Sharing, Viewer } from './policy.ts'
import { TABLES } from './scope.ts'

export interface StoredSharing extends Sharing {
  id: string
  resource_type: ResourceType
  resource_id: string
  owner_id: string
  created_at: number
  updated_at: number
}

export interface SharedItem {
  id: string
  owner_id: string
  version: number
}

type Settings = Omit<StoredSharing, 'allowed_user_ids' | 'allowed_emails' | 'allowed_domains'>

const SETTINGS = [
  'id',
  'resource_type',
  'resource_id',
  'owner_id',
  'level',
  'created_at',
  'updated_at',
] as const

/** Limits the size of one statement, because each item may have lists with 1,500 entries. */
const MAX_IDS = 25

export const visibilityStore = ({ sql: db, dialect }: Db) => {
  const settings = () => db.selectFrom('visibility').select(SETTINGS)

  /** Adds the allow-lists to the settings that `which` selects, in a constant number of statements. */
  async function withLists(rows: Settings[], which: ReturnType<typeof idsOfOwner>): Promise<StoredSharing[]> {
    const has = (level: string) => rows.some(row => row.level === level)
    const users = has('selected')
      ? await db.selectFrom('visibility_users').selectAll().where('visibility_id', 'in', which).execute()
      : []
    const emails = has('allowed_emails')
      ? await db.selectFrom('visibility_emails').selectAll().where('visibility_id', 'in', which).execute()
      : []
    const domains = has('allowed_emails')
      ? await db.selectFrom('visibility_domains').selectAll().where('visibility_id', 'in', which).execute()
      : []
    const usersOf = Map.groupBy(users, row => row.visibility_id)
    const emailsOf = Map.groupBy(emails, row => row.visibility_id)
    const domainsOf = Map.groupBy(domains, row => row.visibility_id)
    return rows.map(row => ({
      ...row,
      allowed_user_ids: (usersOf.get(row.id) ?? []).map(each => each.user_id).sort(),
      allowed_emails: (emailsOf.get(row.id) ?? []).map(each => each.email).sort(),
      allowed_domains: (domainsOf.get(row.id) ?? []).map(each => each.domain).sort(),
    }))
  }

  const idsOfOwner = (type: ResourceType, ownerId: string) =>
    db.selectFrom('visibility').select('id').where('owner_id', '=', ownerId).where('resource_type', '=', type)
  const idsOfResources = (type: ResourceType, ids: readonly string[]) =>
    db
      .selectFrom('visibility')
      .select('id')
      .where('resource_type', '=', type)
      .where(dialect.idIn('resource_id', ids))

  return {
    async findItem(type: ResourceType, id: string): Promise<SharedItem | undefined> {
      const { rows } = await sql<SharedItem>`
        select id, owner_id, version from ${sql.table(TABLES[type])} where id = ${id}`.execute(db)
      return rows[0]
    },

    async find(type: ResourceType, resourceId: string): Promise<StoredSharing | undefined> {
      return (await this.ofResources(type, [resourceId]))[0]
    },

    async ofResources(type: ResourceType, ids: readonly string[]): Promise<StoredSharing[]> {
      const rows = await settings()
        .where('resource_type', '=', type)
        .where(dialect.idIn('resource_id', ids))
        .execute()
      return withLists(rows, idsOfResources(type, ids))
    },

    async ofOwner(type: ResourceType, ownerId: string): Promise<StoredSharing[]> {
      const rows = await settings()
        .where('owner_id', '=', ownerId)
        .where('resource_type', '=', type)
        .execute()
      return withLists(rows, idsOfOwner(type, ownerId))
    },

    /** Replaces the settings of an item. For the level `private`, stores only the level. */
    async replace(sharing: StoredSharing): Promise<void> {
      const { allowed_user_ids, allowed_emails, allowed_domains, level, ...row } = sharing
      await this.remove(row.resource_type, [row.resource_id])
      await this.setLevel(row.resource_type, row.resource_id, level)
      if (level === 'private') return
      await db
        .insertInto('visibility')
        .values({ ...row, level })
        .execute()
      const { id: visibility_id, resource_type, resource_id } = row
      const entry = { visibility_id, resource_type, resource_id }
      const users = allowed_user_ids.map(user_id => ({ ...entry, user_id }))
      const emails = allowed_emails.map(email => ({ ...entry, email }))
      const domains = allowed_domains.map(domain => ({ ...entry, domain }))
      if (users.length > 0) await db.insertInto('visibility_users').values(users).execute()
      if (emails.length > 0) await db.insertInto('visibility_emails').values(emails).execute()
      if (domains.length > 0) await db.insertInto('visibility_domains').values(domains).execute()
    },

    /**
     * Copies the level to the item, so that one index on the items can both filter by level and sort.
     */
    async setLevel(type: ResourceType, resourceId: string, level: Sharing['level']): Promise<void> {
      const { numAffectedRows } = await sql`
        update ${sql.table(TABLES[type])} set level = ${level} where id = ${resourceId}`.execute(db)
      if (numAffectedRows !== 1n) throw new Error(`A ${type} is shared only after it is stored.`)
    },

    /** Deletes the sharing settings. Keeps the level that the item stores, so call `setLevel` if the item stays. */
    async remove(type: ResourceType, resourceIds: readonly string[]): Promise<void> {
      for (let from = 0; from < resourceIds.length; from += MAX_IDS) {
        await db
          .deleteFrom('visibility')
          .where('resource_type', '=', type)
          .where('resource_id', 'in', resourceIds.slice(from, from + MAX_IDS))
          .execute()
      }
    },

    /** Removes a person from all of the owner's lists of selected people. Lists of addresses and domains stay. */
    async removeFromLists(ownerId: string, userId: string): Promise<void> {
      await db
        .deleteFrom('visibility_users')
        .where('user_id', '=', userId)
        .where('visibility_id', 'in', query =>
          query.selectFrom('visibility').select('id').where('owner_id', '=', ownerId),
        )
        .execute()
    },

    /** Uses the email address in the stored profile, because an older token may contain a different one. */
    async viewer(id: string): Promise<Viewer> {
      const row = await db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', id)
        .executeTakeFirst()
      return { id, email: row?.email_verified ? row.email : null }
    },
  }
}
