// Adds the content of uploaded files whose items are written in several transactions.
import type { Migration } from '../../schema/migration.ts'

export const stagedParts: Migration = {
  name: '0086-staged-parts',
  statements: t => [
    `create table staged_parts (
      staged_id ${t.id} not null,
      nr ${t.int} not null,
      owner_id ${t.text} not null references users (id) on delete cascade,
      content ${t.text} not null,
      created_at ${t.int} not null,
      primary key (staged_id, nr)
    ) ${t.end}`,
    'create index staged_parts_owner on staged_parts (owner_id)',
    'create index staged_parts_created on staged_parts (created_at)',
  ],
}
