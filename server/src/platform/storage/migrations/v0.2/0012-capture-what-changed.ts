// Captures only the changed columns of updates to tables with long texts.
import type { Migration } from '../../schema/migration.ts'

/**
 * The tables at the time of this migration. Titles are always captured, because the history shows them even if they did
 * not change.
 */
const WIDE = {
  tag_groups: 'id,owner_id,name',
  tags: 'id,owner_id,group_id,name',
  todos: 'id,owner_id,title',
  schedules: 'id,owner_id,source_todo_id,title',
  schedule_exceptions: 'series_id,original_start',
  timers: 'id,owner_id,title',
  meetings: 'id,owner_id,title',
  meeting_participants: 'id,meeting_id',
}

/** Changes only PostgreSQL. On SQLite, `storage/sqlite/capture-sqlite.ts` creates temporary triggers at each start. */
export const captureWhatChanged: Migration = {
  name: '0012-capture-what-changed',
  statements: (_types, dialect) => (dialect === 'sqlite' ? [] : postgresTriggers),
}

const postgresTriggers: string[] = [
  `create function capture_wide_row() returns trigger language plpgsql as $$
  declare
    was jsonb;
    is_now jsonb;
    old_row jsonb;
    subject jsonb;
  begin
    if coalesce(current_setting('daymark.capture', true), '') <> 'on' then
      return null;
    end if;
    if tg_op <> 'INSERT' then
      was := to_jsonb(old) - 'version';
    end if;
    if tg_op <> 'DELETE' then
      is_now := to_jsonb(new) - 'version';
    end if;
    if was = is_now then
      return null;
    end if;
    subject := coalesce(was, is_now);
    if tg_op = 'UPDATE' then
      old_row := was;
      select jsonb_object_agg(key, value) into was
        from jsonb_each(old_row) where value is distinct from is_now -> key;
      select jsonb_object_agg(key, value) into is_now
        from jsonb_each(is_now) where value is distinct from old_row -> key;
    end if;
    insert into captured_rows (tx, tbl, key, before, after)
    values (
      pg_current_xact_id()::text::bigint, tg_table_name,
      (select jsonb_object_agg(name, subject -> name) from unnest(string_to_array(tg_argv[0], ',')) as name),
      was, is_now
    );
    return null;
  end
  $$`,
  ...Object.entries(WIDE).flatMap(([table, columns]) => [
    `drop trigger capture_${table} on ${table}`,
    `create trigger capture_${table} after insert or update or delete on ${table}
      for each row execute function capture_wide_row('${columns}')`,
  ]),
]
