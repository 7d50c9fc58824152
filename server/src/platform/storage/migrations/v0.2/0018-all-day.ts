// All-day schedules have dates instead of times.
import type { Migration } from '../../schema/migration.ts'

/** Captured with every change. `all_day` tells the history whether the times are dates. */
const CAPTURED = {
  schedules: 'id,owner_id,source_todo_id,title,all_day',
  schedule_exceptions: 'series_id,original_start,all_day',
}

export const allDay: Migration = {
  name: '0018-all-day',
  statements: (t, dialect) => [
    ...Object.keys(CAPTURED).map(
      table =>
        `alter table ${table} add column all_day ${t.bool} not null default ${dialect === 'sqlite' ? '0' : 'false'}`,
    ),
    // On SQLite, opening the database creates the triggers.
    ...(dialect === 'sqlite' ? [] : postgresTriggers),
  ],
}

const postgresTriggers = Object.entries(CAPTURED).flatMap(([table, columns]) => [
  `drop trigger capture_${table} on ${table}`,
  `create trigger capture_${table} after insert or update or delete on ${table}
    for each row execute function capture_wide_row('${columns}')`,
])
