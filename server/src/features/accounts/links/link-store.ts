import { deleteExpired } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { LinkKind, MailLink } from './link-token.ts'

export const linkStore = ({ sql: db }: Db) => ({
  async find(id: string): Promise<MailLink | undefined> {
    return db.selectFrom('account_links').selectAll().where('id', '=', id).executeTakeFirst()
  },

  /** Does nothing if the link exists: the request, or an earlier attempt of the email job, may have stored the link. */
  async insert(link: MailLink): Promise<void> {
    await db
      .insertInto('account_links')
      .values(link)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
  },

  /** Returns the newest address that the owner has not confirmed yet, or undefined if there is none. */
  async pendingEmail(accountId: string, now: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('account_links')
      .select('email')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'email')
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return row?.email
  },

  async countSince(accountId: string, kind: LinkKind, since: number): Promise<number> {
    const { count } = await db
      .selectFrom('account_links')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  async remove(accountId: string, kinds: readonly LinkKind[]): Promise<void> {
    await db
      .deleteFrom('account_links')
      .where('account_id', '=', accountId)
      .where('kind', 'in', kinds)
      .execute()
  },

  removeExpired: (now: number): Promise<number> => deleteExpired({ sql: db }, 'account_links', now),
})
