import type { Migration } from '../schema/migration.ts'

export const focusRuns: Migration = {
  name: '0032-focus-runs',
  statements: (t, dialect) => [
    `create table focus_runs (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      todo_id ${t.id} references todos (id) on delete set null,
      title ${t.text},
      preset ${t.text} not null,
      work_minutes ${t.int} not null,
      break_minutes ${t.int} not null,
      long_break_minutes ${t.int} not null,
      rounds ${t.int} not null,
      log ${t.text} not null,
      timer_ids ${t.text} not null,
      started_at ${t.int} not null,
      ended_at ${t.int},
      version ${t.int} not null default 0,
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    // A person has at most one run in progress.
    'create unique index focus_runs_current on focus_runs (owner_id) where ended_at is null',
    'create index focus_runs_owner on focus_runs (owner_id)',
    'create index focus_runs_todo on focus_runs (todo_id)',
    // On SQLite, opening the database creates the triggers.
    ...(dialect === 'sqlite'
      ? []
      : [
          `create trigger capture_focus_runs after insert or update or delete on focus_runs
            for each row execute function capture_wide_row('id,owner_id,title')`,
        ]),
  ],
}
