// Calendar apps ask often whether anything has changed. The last entries of their kinds are stored, so that nobody has
// to search for them, and so that a timer does not make every app sync. Until the first change, they are the last entry
// of any kind, as apps know it.
import type { Migration } from '../../schema/migration.ts'

export const lastOfKinds: Migration = {
  name: '0079-last-of-kinds',
  statements: t => [
    `alter table change_totals add column last_schedule ${t.int} not null default 0`,
    `alter table change_totals add column last_todo ${t.int} not null default 0`,
    'update change_totals set last_schedule = seq, last_todo = seq',
  ],
}
