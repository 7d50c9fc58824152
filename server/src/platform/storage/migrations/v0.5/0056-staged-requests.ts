// Adds requests that run in several transactions, and an index that reads a batch of the change log in order.
import type { Migration } from '../../schema/migration.ts'

export const stagedRequests: Migration = {
  name: '0056-staged-requests',
  statements: t => [
    `create table staged_requests (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      kind ${t.text} not null,
      batch_id ${t.id} not null,
      undoes ${t.id},
      via ${t.text} not null,
      token_name ${t.text},
      reply_to ${t.text},
      input ${t.text} not null,
      state ${t.text},
      status ${t.text} not null,
      phase ${t.text} not null,
      done ${t.int} not null default 0,
      total ${t.int} not null default 0,
      result ${t.text},
      failure ${t.text},
      created_at ${t.int} not null,
      ended_at ${t.int}
    ) ${t.end}`,
    'create index staged_requests_owner on staged_requests (owner_id, created_at, id)',
    `create index staged_requests_running on staged_requests (owner_id) where ended_at is null`,
    'create index staged_requests_ended on staged_requests (ended_at) where ended_at is not null',
    // A batch in several transactions is read and undone step by step.
    'drop index changes_batch',
    'create index changes_batch on changes (batch_id, owner_id, seq)',
  ],
}
