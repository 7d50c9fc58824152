import { type RawBuilder, sql } from 'kysely'

/** False if the account is disabled or about to be deleted. The server must not act on such a person's behalf. */
export const isActiveOwner = (column: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select 1 from disabled_users u where u.user_id = ${sql.ref(column)})
  and not exists (select 1 from account_deletions d where d.user_id = ${sql.ref(column)}))`
