import type { Migration } from '../../schema/migration.ts'

export const schedules: Migration = {
  name: '0004-schedules',
  statements: t => [
    `create table schedules (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      title ${t.text} not null,
      description ${t.text},
      start_time ${t.int} not null,
      end_time ${t.int} not null,
      timezone ${t.text} not null,
      recurrence_rule ${t.text},
      recurrence_end ${t.int},
      source_todo_id ${t.id} references todos (id) on delete set null,
      state ${t.text} not null,
      range_start ${t.int} not null,
      range_end ${t.int} not null,
      range_class ${t.int} not null,
      level ${t.text} not null default 'private',
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index schedules_range on schedules (owner_id, range_class, range_start, id)',
    'create index schedules_todo on schedules (source_todo_id) where source_todo_id is not null',
    "create index schedules_public on schedules (range_class, range_start, id) where level = 'public'",
    "create index schedules_friends on schedules (owner_id, range_class, range_start, id) where level = 'friends'",
    `create table schedule_exceptions (
      series_id ${t.id} not null references schedules (id) on delete cascade,
      original_start ${t.int} not null,
      deleted ${t.bool} not null,
      title ${t.text},
      description_set ${t.bool} not null,
      description ${t.text},
      start_time ${t.int},
      end_time ${t.int},
      state ${t.text},
      tags_set ${t.bool} not null,
      updated_at ${t.int} not null,
      primary key (series_id, original_start)
    ) ${t.end}`,
    `create table schedule_tags (
      schedule_id ${t.id} not null references schedules (id) on delete cascade,
      tag_id ${t.id} not null references tags (id) on delete cascade,
      primary key (schedule_id, tag_id)
    ) ${t.end}`,
    'create index schedule_tags_tag on schedule_tags (tag_id, schedule_id)',
    `create table schedule_exception_tags (
      series_id ${t.id} not null,
      original_start ${t.int} not null,
      tag_id ${t.id} not null references tags (id) on delete cascade,
      primary key (series_id, original_start, tag_id),
      foreign key (series_id, original_start)
        references schedule_exceptions (series_id, original_start) on delete cascade on update cascade
    ) ${t.end}`,
    'create index schedule_exception_tags_tag on schedule_exception_tags (tag_id)',
  ],
}
