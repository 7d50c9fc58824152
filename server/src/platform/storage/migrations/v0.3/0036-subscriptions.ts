// Adds subscriptions to external calendars, and their events.
import type { Migration } from '../../schema/migration.ts'

export const subscriptions: Migration = {
  name: '0036-subscriptions',
  statements: t => [
    `create table subscriptions (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      url ${t.text} not null,
      name ${t.text} not null,
      color ${t.text} not null,
      refresh_minutes ${t.int} not null,
      events ${t.int} not null,
      error ${t.text},
      last_attempt_at ${t.int},
      last_success_at ${t.int},
      etag ${t.text},
      last_modified ${t.text},
      zone ${t.text},
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index subscriptions_owner on subscriptions (owner_id, created_at, id)',
    `create table subscription_events (
      subscription_id ${t.id} not null references subscriptions (id) on delete cascade,
      id ${t.id} not null,
      uid ${t.text} not null,
      model ${t.text} not null,
      is_free ${t.bool} not null,
      range_start ${t.int} not null,
      range_end ${t.int} not null,
      primary key (subscription_id, id)
    ) ${t.end}`,
    'create index subscription_events_range on subscription_events (subscription_id, range_start)',
  ],
}
