import type { Migration } from '../schema/migration.ts'

export const devicePasswords: Migration = {
  name: '0025-device-passwords',
  statements: t => [
    `create table device_passwords (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      name ${t.text} not null,
      hash ${t.text} not null unique,
      scopes ${t.text} not null,
      created_at ${t.int} not null,
      last_used_at ${t.int},
      last_address ${t.text}
    ) ${t.end}`,
    'create index device_passwords_owner on device_passwords (owner_id, created_at, id)',
  ],
}
