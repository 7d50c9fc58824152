// Adds administrators and invitations. The oldest account becomes an administrator.
import type { Migration } from '../../schema/migration.ts'

export const administrators: Migration = {
  name: '0041-administrators',
  statements: t => [
    // No foreign key: a person has a row in users, in accounts or in both.
    `create table admins (
      user_id ${t.text} primary key,
      created_at ${t.int} not null
    ) ${t.end}`,
    'insert into admins (user_id, created_at) select id, 0 from accounts order by created_at, id limit 1',
    `create table invitations (
      id ${t.id} primary key,
      email ${t.text},
      created_at ${t.int} not null,
      expires_at ${t.int} not null
    ) ${t.end}`,
    'create index invitations_expiry on invitations (expires_at)',
  ],
}
