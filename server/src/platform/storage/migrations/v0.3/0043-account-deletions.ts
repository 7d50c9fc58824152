// Adds the accounts that will be deleted, because their owners asked for that.
import type { Migration } from '../../schema/migration.ts'

export const accountDeletions: Migration = {
  name: '0043-account-deletions',
  statements: t => [
    // No foreign key: a person has a row in users or in accounts, or in both.
    `create table account_deletions (
      user_id ${t.text} primary key,
      requested_at ${t.int} not null,
      deletes_at ${t.int} not null
    ) ${t.end}`,
  ],
}
