// Creates the tables for timers, their tags, their change log, and the commands that have already run.
import type { Migration } from '../../schema/migration.ts'

export const timers: Migration = {
  name: '0005-timers',
  statements: t => [
    `create table timers (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      schedule_id ${t.id} references schedules (id) on delete set null,
      todo_id ${t.id} references todos (id) on delete set null,
      title ${t.text},
      description ${t.text},
      allocated_duration ${t.real} not null,
      status ${t.text} not null,
      started_at ${t.int} not null,
      history ${t.text} not null,
      level ${t.text} not null default 'private',
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index timers_order on timers (owner_id, started_at desc, id)',
    'create index timers_status on timers (owner_id, status, started_at desc, id)',
    "create index timers_public on timers (started_at desc, id) where level = 'public'",
    "create index timers_friends on timers (owner_id, started_at desc, id) where level = 'friends'",
    'create index timers_schedule on timers (schedule_id, started_at desc) where schedule_id is not null',
    'create index timers_todo on timers (todo_id, started_at desc) where todo_id is not null',
    `create table timer_tags (
      timer_id ${t.id} not null references timers (id) on delete cascade,
      tag_id ${t.id} not null references tags (id) on delete cascade,
      primary key (timer_id, tag_id)
    ) ${t.end}`,
    'create index timer_tags_tag on timer_tags (tag_id, timer_id)',
    `create table timer_seqs (
      owner_id ${t.text} primary key references users (id) on delete cascade,
      seq ${t.int} not null
    ) ${t.end}`,
    `create table timer_feed (
      owner_id ${t.text} not null references users (id) on delete cascade,
      seq ${t.int} not null,
      at ${t.int} not null,
      action ${t.text} not null,
      timer_id ${t.id} not null,
      snapshot ${t.text},
      history_length ${t.int} not null,
      history ${t.text},
      primary key (owner_id, seq)
    ) ${t.end}`,
    'create index timer_feed_at on timer_feed (at)',
    "create index timer_feed_deleted on timer_feed (owner_id, timer_id) where action = 'delete'",
    `create table timer_commands (
      owner_id ${t.text} not null references users (id) on delete cascade,
      id ${t.text} not null,
      at ${t.int} not null,
      seq ${t.int},
      code ${t.text},
      message ${t.text},
      primary key (owner_id, id)
    ) ${t.end}`,
    'create index timer_commands_at on timer_commands (at)',
  ],
}
