import type { Migration } from '../schema/migration.ts'

export const webhooks: Migration = {
  name: '0029-webhooks',
  statements: t => [
    `create table webhooks (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      url ${t.text} not null,
      kinds ${t.text},
      events ${t.text} not null,
      detail ${t.text} not null,
      template ${t.text} not null,
      active ${t.bool} not null,
      secret ${t.text} not null,
      old_secret ${t.text},
      old_secret_until ${t.int},
      seq ${t.int} not null,
      failing_since ${t.int},
      paused_until ${t.int},
      disabled_at ${t.int},
      disabled_reason ${t.text},
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index webhooks_owner on webhooks (owner_id, created_at, id)',
    `create table webhook_deliveries (
      id ${t.id} primary key,
      webhook_id ${t.id} not null references webhooks (id) on delete cascade,
      owner_id ${t.text} not null references users (id) on delete cascade,
      seq ${t.int},
      type ${t.text} not null,
      kind ${t.text} not null,
      resource_id ${t.text} not null,
      body ${t.text},
      status ${t.text} not null,
      attempts ${t.int} not null,
      created_at ${t.int} not null,
      last_attempt_at ${t.int},
      next_attempt_at ${t.int},
      duration_ms ${t.int},
      response_status ${t.int},
      response_excerpt ${t.text},
      error ${t.text},
      unique (webhook_id, seq)
    ) ${t.end}`,
    `create index webhook_deliveries_pending on webhook_deliveries (webhook_id, seq) where status = 'pending'`,
    `create index webhook_deliveries_of_item on webhook_deliveries (webhook_id, kind, resource_id, seq)
      where status = 'pending'`,
    'create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at)',
    'create index webhook_deliveries_owner on webhook_deliveries (owner_id, kind, resource_id)',
    'create index webhook_deliveries_old on webhook_deliveries (created_at)',
  ],
}
