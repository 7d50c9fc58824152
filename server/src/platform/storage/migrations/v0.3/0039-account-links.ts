// Adds the links that people get by email to verify or change an address, or to reset a password.
import type { Migration } from '../../schema/migration.ts'

export const accountLinks: Migration = {
  name: '0039-account-links',
  statements: t => [
    `create table account_links (
      id ${t.id} primary key,
      account_id ${t.text} not null references accounts (id) on delete cascade,
      kind ${t.text} not null,
      email ${t.text} not null,
      created_at ${t.int} not null,
      expires_at ${t.int} not null
    ) ${t.end}`,
    'create index account_links_account on account_links (account_id, kind, created_at)',
    'create index account_links_expiry on account_links (expires_at)',
  ],
}
