import type { Migration } from '../../schema/migration.ts'

export const meetings: Migration = {
  name: '0006-meetings',
  statements: t => [
    `create table meetings (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      title ${t.text} not null,
      description ${t.text},
      start_date ${t.text} not null,
      end_date ${t.text} not null,
      available_days ${t.text} not null,
      start_time ${t.text} not null,
      end_time ${t.text} not null,
      time_slot_minutes ${t.int} not null,
      timezone ${t.text} not null,
      confirmed_schedule_id ${t.id} references schedules (id) on delete set null,
      confirmed_slot ${t.text},
      level ${t.text} not null default 'private',
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index meetings_order on meetings (owner_id, created_at, id)',
    "create index meetings_public on meetings (created_at, id) where level = 'public'",
    "create index meetings_friends on meetings (owner_id, created_at, id) where level = 'friends'",
    'create index meetings_schedule on meetings (confirmed_schedule_id) where confirmed_schedule_id is not null',
    `create table meeting_participants (
      id ${t.id} primary key,
      meeting_id ${t.id} not null references meetings (id) on delete cascade,
      user_id ${t.text} not null references users (id) on delete cascade,
      display_name ${t.text} not null,
      time_slots ${t.text} not null,
      created_at ${t.int} not null,
      unique (meeting_id, user_id)
    ) ${t.end}`,
    'create index meeting_participants_order on meeting_participants (meeting_id, created_at, id)',
    'create index meeting_participants_user on meeting_participants (user_id)',
  ],
}
