// Copies each timer's tag ids into its row, because reports read the tags of thousands of timers. Triggers keep the
// copy up to date.
import type { Migration } from '../../schema/migration.ts'

export const tagsOfTimers: Migration = {
  name: '0042-tags-of-timers',
  statements: (t, dialect) => [
    `alter table timers add column tag_ids ${t.text} not null default ''`,
    `update timers set tag_ids = ${tagIds(dialect)} where id in (select timer_id from timer_tags)`,
    ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),
  ],
}

/** Sorted, so that timers with the same tags have equal values. */
const tagIds = (dialect: string): string => {
  const list =
    dialect === 'sqlite'
      ? 'group_concat(tag_id order by tag_id)'
      : `string_agg(tag_id::text, ',' order by tag_id)`
  return `coalesce((select ${list} from timer_tags where timer_id = timers.id), '')`
}

const sqliteTriggers: string[] = [
  ['insert', 'new'],
  ['delete', 'old'],
].map(
  ([event, row]) => `create trigger timer_tags_after_${event} after ${event} on timer_tags begin
    update timers set tag_ids = ${tagIds('sqlite')} where id = ${row}.timer_id;
  end`,
)

/** Excludes the new column from the change log, because it is derived. */
const capture = `do $migration$ begin
  execute replace(
    pg_get_functiondef('capture_wide_row()'::regprocedure), $$- 'version'$$, $$- array['version', 'tag_ids']$$);
end $migration$`

const postgresTriggers: string[] = [
  capture,
  `create function set_tags_of_timers() returns trigger language plpgsql as $$
  begin
    update timers set tag_ids = ${tagIds('postgres')} where id in (select timer_id from changed_links);
    return null;
  end
  $$`,
  ...[
    ['insert', 'new'],
    ['delete', 'old'],
  ].map(
    ([event, rows]) => `create trigger timer_tags_after_${event} after ${event} on timer_tags
    referencing ${rows} table as changed_links for each statement execute function set_tags_of_timers()`,
  ),
]
