// Adds passkeys for embedded accounts, and recently used challenges.
import type { Migration } from '../../schema/migration.ts'

export const passkeys: Migration = {
  name: '0040-passkeys',
  statements: t => [
    `create table account_passkeys (
      id ${t.id} primary key,
      owner_id ${t.text} not null references accounts (id) on delete cascade,
      name ${t.text} not null,
      credential_id ${t.text} not null unique,
      public_key ${t.text} not null,
      counter ${t.int} not null,
      transports ${t.text} not null,
      synced ${t.bool} not null,
      created_at ${t.int} not null,
      last_used_at ${t.int}
    ) ${t.end}`,
    'create index account_passkeys_owner on account_passkeys (owner_id, created_at, id)',
    `create table used_challenges (
      hash ${t.text} primary key,
      expires_at ${t.int} not null
    ) ${t.end}`,
    'create index used_challenges_expiry on used_challenges (expires_at)',
  ],
}
