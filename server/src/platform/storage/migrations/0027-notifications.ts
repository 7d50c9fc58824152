// Adds reminders, notifications and the devices that receive push messages.
import type { Migration } from '../schema/migration.ts'

export const notifications: Migration = {
  name: '0027-notifications',
  statements: (t, dialect) => [
    `alter table todos add column reminders ${t.text}`,
    `alter table schedules add column reminders ${t.text}`,
    `alter table schedule_exceptions add column reminders ${t.text}`,
    `alter table preferences add column notifications ${t.text}`,
    // When a person's time zone changes, the server reads all of their items with reminders.
    'create index todos_reminded on todos (owner_id) where reminders is not null',
    'create index schedules_reminded on schedules (owner_id) where reminders is not null',
    `create table notifications (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      kind ${t.text} not null,
      event ${t.text} not null,
      title ${t.text} not null,
      resource_kind ${t.text},
      resource_id ${t.id},
      instance_start ${t.int},
      at ${t.int},
      is_date ${t.bool} not null,
      due_at ${t.int} not null,
      sent_at ${t.int} not null,
      late ${t.bool} not null,
      silent ${t.bool} not null,
      read ${t.bool} not null,
      snoozed_until ${t.int},
      version ${t.int} not null default 0,
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index notifications_sent on notifications (owner_id, sent_at, id)',
    `create index notifications_unread on notifications (owner_id) where not read`,
    'create index notifications_age on notifications (sent_at)',
    `create table push_subscriptions (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      endpoint ${t.text} not null unique,
      p256dh ${t.text} not null,
      auth ${t.text} not null,
      device ${t.text},
      created_at ${t.int} not null,
      last_sent_at ${t.int}
    ) ${t.end}`,
    'create index push_subscriptions_owner on push_subscriptions (owner_id)',
    // On SQLite, opening the database creates the triggers.
    ...(dialect === 'sqlite'
      ? []
      : [
          `create trigger capture_notifications after insert or update or delete on notifications
            for each row execute function capture_wide_row('id,owner_id')`,
        ]),
  ],
}
