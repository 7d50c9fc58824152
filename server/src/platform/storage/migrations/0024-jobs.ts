import type { Migration } from '../schema/migration.ts'

export const jobs: Migration = {
  name: '0024-jobs',
  statements: t => [
    `create table jobs (
      kind ${t.text} not null,
      key ${t.text} not null,
      owner_id ${t.text} references users (id) on delete cascade,
      run_at ${t.int} not null,
      claimed_until ${t.int},
      claim ${t.text},
      attempts ${t.int} not null default 0,
      payload ${t.text} not null,
      last_error ${t.text},
      created_at ${t.int} not null,
      primary key (kind, key)
    ) ${t.end}`,
    // A claimed job is due again when its lease ends.
    'create index jobs_due on jobs (kind, (coalesce(claimed_until, run_at)))',
    'create index jobs_owner on jobs (owner_id) where owner_id is not null',
  ],
}
