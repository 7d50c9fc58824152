// Conditions on the state of an account, for statements of several features.
import { type RawBuilder, sql } from 'kysely'

/**
 * True unless the account is disabled or about to be deleted. The server acts without the person only if this is true.
 */
export const isActiveOwner = (column: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select 1 from disabled_users u where u.user_id = ${sql.ref(column)})
  and not exists (select 1 from account_deletions d where d.user_id = ${sql.ref(column)}))`
