// Adds scheduled account deletions that people have requested.
import type { Migration } from '../../schema/migration.ts'

export const accountDeletions: Migration = {
  name: '0043-account-deletions',
  statements: t => [
    // No foreign key: a person has a row in users, in accounts or in both.
    `create table account_deletions (
      user_id ${t.text} primary key,
      requested_at ${t.int} not null,
      deletes_at ${t.int} not null
    ) ${t.end}`,
  ],
}
