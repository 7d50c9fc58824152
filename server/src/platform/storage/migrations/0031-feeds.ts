import type { Migration } from '../schema/migration.ts'

export const feeds: Migration = {
  name: '0031-feeds',
  statements: t => [
    `create table feeds (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      name ${t.text} not null,
      contents ${t.text} not null,
      tag_ids ${t.text} not null,
      detail ${t.text} not null,
      past_days ${t.int} not null,
      future_days ${t.int} not null,
      hash ${t.text} not null unique,
      last_fetched_at ${t.int},
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index feeds_owner on feeds (owner_id, created_at, id)',
  ],
}
