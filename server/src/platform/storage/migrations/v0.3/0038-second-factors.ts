// Adds authenticator apps and recovery codes for embedded accounts.
import type { Migration } from '../../schema/migration.ts'

export const secondFactors: Migration = {
  name: '0038-second-factors',
  statements: t => [
    `create table account_factors (
      account_id ${t.text} primary key references accounts (id) on delete cascade,
      secret ${t.text} not null,
      confirmed_at ${t.int},
      last_step ${t.int} not null,
      created_at ${t.int} not null
    ) ${t.end}`,
    `create table recovery_codes (
      account_id ${t.text} not null references accounts (id) on delete cascade,
      hash ${t.text} not null,
      primary key (account_id, hash)
    ) ${t.end}`,
  ],
}
