// A person without preferences has no row.
import type { Migration } from '../../schema/migration.ts'

export const preferences: Migration = {
  name: '0015-preferences',
  statements: (t, dialect) => [
    `create table preferences (
      id ${t.text} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      timezone ${t.text},
      language ${t.text},
      week_start ${t.int},
      time_format ${t.text},
      working_hours ${t.text},
      default_timer_minutes ${t.int},
      focus ${t.text},
      holiday_country ${t.text},
      holiday_region ${t.text},
      theme ${t.text},
      default_tag_group_id ${t.id} references tag_groups (id) on delete set null,
      default_reminders ${t.text},
      version ${t.int} not null default 0,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      check (id = owner_id)
    ) ${t.end}`,
    'create index preferences_owner on preferences (owner_id)',
    'create index preferences_group on preferences (default_tag_group_id) where default_tag_group_id is not null',
    // On SQLite, opening the database creates the triggers.
    ...(dialect === 'sqlite'
      ? []
      : [
          `create trigger capture_preferences after insert or update or delete on preferences
            for each row execute function capture_wide_row('id,owner_id')`,
        ]),
  ],
}
