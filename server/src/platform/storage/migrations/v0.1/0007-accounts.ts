// Creates the tables for embedded accounts (the account library's tables, renamed), the login throttle, the server's
// secrets, disabled users, and personal access tokens.
import type { ColumnTypes } from '../../dialect.ts'
import type { Migration } from '../../schema/migration.ts'

export const accounts: Migration = {
  name: '0007-accounts',
  statements: (t, dialect) => {
    const date = dialect === 'sqlite' ? 'text' : 'timestamptz'
    return [...libraryTables(t, date), ...guards(t), ...personalTokens(t)]
  },
}

const libraryTables = (t: ColumnTypes, date: string): string[] => [
  `create table accounts (
    id ${t.text} primary key,
    name ${t.text} not null,
    email ${t.text} not null unique,
    email_verified ${t.bool} not null,
    image ${t.text},
    created_at ${date} not null,
    updated_at ${date} not null
  ) ${t.end}`,
  `create table account_credentials (
    id ${t.text} primary key,
    account_id ${t.text} not null,
    provider_id ${t.text} not null,
    user_id ${t.text} not null references accounts (id) on delete cascade,
    access_token ${t.text},
    refresh_token ${t.text},
    id_token ${t.text},
    access_token_expires_at ${date},
    refresh_token_expires_at ${date},
    scope ${t.text},
    password ${t.text},
    created_at ${date} not null,
    updated_at ${date} not null
  ) ${t.end}`,
  'create index account_credentials_user on account_credentials (user_id)',
  `create table account_sessions (
    id ${t.id} primary key,
    user_id ${t.text} not null references accounts (id) on delete cascade,
    token ${t.text} not null unique,
    generation ${t.int} not null default 0,
    ip_address ${t.text},
    user_agent ${t.text},
    expires_at ${date} not null,
    created_at ${date} not null,
    updated_at ${date} not null
  ) ${t.end}`,
  'create index account_sessions_user on account_sessions (user_id)',
  `create table account_verifications (
    id ${t.text} primary key,
    identifier ${t.text} not null,
    value ${t.text} not null,
    expires_at ${date} not null,
    created_at ${date} not null,
    updated_at ${date} not null
  ) ${t.end}`,
  'create index account_verifications_identifier on account_verifications (identifier)',
  `create table signing_keys (
    id ${t.text} primary key,
    public_key ${t.text} not null,
    private_key ${t.text} not null,
    alg ${t.text},
    crv ${t.text},
    created_at ${date} not null,
    expires_at ${date}
  ) ${t.end}`,
]

const guards = (t: ColumnTypes): string[] => [
  `create table sign_in_attempts (
    address ${t.text} primary key,
    failures ${t.int} not null,
    blocked_until ${t.int} not null,
    last_at ${t.int} not null
  ) ${t.end}`,
  'create index sign_in_attempts_last on sign_in_attempts (last_at)',
  `create table server_secrets (
    name ${t.text} primary key,
    fingerprint ${t.text} not null,
    value ${t.text}
  ) ${t.end}`,
  // No foreign key, because an account may be disabled before its first request creates the user.
  `create table disabled_users (
    user_id ${t.text} primary key,
    disabled_at ${t.int} not null
  ) ${t.end}`,
]

const personalTokens = (t: ColumnTypes): string[] => [
  `create table personal_tokens (
    id ${t.id} primary key,
    owner_id ${t.text} not null references users (id) on delete cascade,
    name ${t.text} not null,
    prefix ${t.text} not null,
    hash ${t.text} not null unique,
    scopes ${t.text} not null,
    created_at ${t.int} not null,
    expires_at ${t.int} not null,
    last_used_at ${t.int}
  ) ${t.end}`,
  'create index personal_tokens_owner on personal_tokens (owner_id, created_at, id)',
]
