// Lists the accounts that wait for the verification of their email address.
import type { Migration } from '../../schema/migration.ts'

export const unverifiedAccounts: Migration = {
  name: '0063-unverified-accounts',
  statements: t => [
    `create table unverified_accounts (
      user_id ${t.text} primary key references accounts (id) on delete cascade
    ) ${t.end}`,
  ],
}
