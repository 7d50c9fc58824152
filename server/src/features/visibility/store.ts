// SQL of sharing: settings, and the facts about two people that decide.
import type { Db } from '../../storage/unit-of-work.ts'
import type { Relation, ResourceType, Sharing, Viewer } from './policy.ts'

export interface StoredSharing extends Sharing {
  id: string
  resource_type: ResourceType
  resource_id: string
  owner_id: string
  created_at: number
  updated_at: number
}

export const visibilityStore = ({ sql: db }: Db) => {
  const settings = () => db.selectFrom('visibility').selectAll()

  /** Adds the allow-lists to settings, in a constant number of statements. */
  async function withLists(
    rows: Awaited<ReturnType<ReturnType<typeof settings>['execute']>>,
  ): Promise<StoredSharing[]> {
    if (rows.length === 0) return []
    const selected = rows.filter(row => row.level === 'selected').map(row => row.id)
    const byMail = rows.filter(row => row.level === 'allowed_emails').map(row => row.id)
    const users = selected.length
      ? await db
          .selectFrom('visibility_users')
          .selectAll()
          .where('visibility_id', 'in', selected)
          .orderBy('user_id')
          .execute()
      : []
    const emails = byMail.length
      ? await db
          .selectFrom('visibility_emails')
          .selectAll()
          .where('visibility_id', 'in', byMail)
          .orderBy('email')
          .execute()
      : []
    const domains = byMail.length
      ? await db
          .selectFrom('visibility_domains')
          .selectAll()
          .where('visibility_id', 'in', byMail)
          .orderBy('domain')
          .execute()
      : []
    const usersOf = Map.groupBy(users, row => row.visibility_id)
    const emailsOf = Map.groupBy(emails, row => row.visibility_id)
    const domainsOf = Map.groupBy(domains, row => row.visibility_id)
    return rows.map(row => ({
      ...row,
      allowed_user_ids: (usersOf.get(row.id) ?? []).map(each => each.user_id),
      allowed_emails: (emailsOf.get(row.id) ?? []).map(each => each.email),
      allowed_domains: (domainsOf.get(row.id) ?? []).map(each => each.domain),
    }))
  }

  return {
    async find(type: ResourceType, resourceId: string): Promise<StoredSharing | undefined> {
      const rows = await settings()
        .where('resource_type', '=', type)
        .where('resource_id', '=', resourceId)
        .execute()
      return (await withLists(rows))[0]
    },

    /** Everything that the owner shares of one type. */
    async ofOwner(type: ResourceType, ownerId: string): Promise<StoredSharing[]> {
      return withLists(
        await settings().where('owner_id', '=', ownerId).where('resource_type', '=', type).execute(),
      )
    },

    async replace(sharing: StoredSharing): Promise<void> {
      const { allowed_user_ids, allowed_emails, allowed_domains, level, ...row } = sharing
      await this.remove(row.resource_type, [row.resource_id])
      if (level === 'private') return
      await db
        .insertInto('visibility')
        .values({ ...row, level })
        .execute()
      const visibility_id = row.id
      if (allowed_user_ids.length > 0) {
        await db
          .insertInto('visibility_users')
          .values(allowed_user_ids.map(user_id => ({ visibility_id, user_id })))
          .execute()
      }
      if (allowed_emails.length > 0) {
        await db
          .insertInto('visibility_emails')
          .values(allowed_emails.map(email => ({ visibility_id, email })))
          .execute()
      }
      if (allowed_domains.length > 0) {
        await db
          .insertInto('visibility_domains')
          .values(allowed_domains.map(domain => ({ visibility_id, domain })))
          .execute()
      }
    },

    async remove(type: ResourceType, resourceIds: readonly string[]): Promise<void> {
      if (resourceIds.length === 0) return
      await db
        .deleteFrom('visibility')
        .where('resource_type', '=', type)
        .where('resource_id', 'in', resourceIds)
        .execute()
    },

    /** The e-mail of the profile as it is now, not as some token of the past says. */
    async viewer(id: string): Promise<Viewer> {
      const row = await db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', id)
        .executeTakeFirst()
      return { id, email: row?.email_verified ? row.email : null }
    },

    async relation(a: string, b: string): Promise<Relation> {
      const friend = await db
        .selectFrom('friends')
        .select('since')
        .where('user_id', '=', a)
        .where('friend_id', '=', b)
        .executeTakeFirst()
      const block = await db
        .selectFrom('blocks')
        .select('created_at')
        .where(eb =>
          eb.or([
            eb.and([eb('blocker_id', '=', a), eb('blocked_id', '=', b)]),
            eb.and([eb('blocker_id', '=', b), eb('blocked_id', '=', a)]),
          ]),
        )
        .executeTakeFirst()
      return { friends: friend !== undefined, blocked: block !== undefined }
    },

    async friendsAmong(ownerId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('friends')
        .select('friend_id')
        .where('user_id', '=', ownerId)
        .where('friend_id', 'in', ids)
        .execute()
      return rows.map(row => row.friend_id)
    },
  }
}
