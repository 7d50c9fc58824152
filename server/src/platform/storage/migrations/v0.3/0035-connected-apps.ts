// Adds the OpenID provider's state and the apps that people have connected.
import type { Migration } from '../../schema/migration.ts'

export const connectedApps: Migration = {
  name: '0035-connected-apps',
  statements: t => [
    `create table connected_apps (
      id ${t.id} primary key,
      owner_id ${t.text} not null references accounts (id) on delete cascade,
      client_id ${t.text} not null,
      name ${t.text} not null,
      website ${t.text},
      scopes ${t.text} not null,
      grant_id ${t.text} not null unique,
      created_at ${t.int} not null,
      last_used_at ${t.int}
    ) ${t.end}`,
    'create index connected_apps_owner on connected_apps (owner_id, created_at, id)',
    `create table oauth_records (
      kind ${t.text} not null,
      id ${t.text} not null,
      account_id ${t.text} references accounts (id) on delete cascade,
      client_id ${t.text},
      grant_id ${t.text},
      session_uid ${t.text},
      user_code ${t.text},
      scopes ${t.text},
      audience ${t.text},
      payload ${t.text} not null,
      created_at ${t.int} not null,
      consumed_at ${t.int},
      expires_at ${t.int},
      primary key (kind, id)
    ) ${t.end}`,
    'create index oauth_records_account on oauth_records (account_id)',
    'create index oauth_records_grant on oauth_records (grant_id)',
    'create index oauth_records_session on oauth_records (session_uid)',
    'create index oauth_records_user_code on oauth_records (user_code)',
    'create index oauth_records_expiry on oauth_records (expires_at)',
  ],
}
