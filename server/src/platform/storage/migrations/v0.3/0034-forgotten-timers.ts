// To detect forgotten timers, the server stores the last activity on a person's devices and the timers it has asked
// about.
import type { Migration } from '../../schema/migration.ts'

export const forgottenTimers: Migration = {
  name: '0034-forgotten-timers',
  statements: t => [
    `alter table notifications add column planned_end ${t.int}`,
    `alter table notifications add column last_sign ${t.int}`,
    `create table last_heard (
      owner_id ${t.text} primary key references users (id) on delete cascade,
      at ${t.int} not null
    ) ${t.end}`,
    `create table forgotten_timers (
      timer_id ${t.id} primary key references timers (id) on delete cascade,
      owner_id ${t.text} not null references users (id) on delete cascade,
      rules ${t.text} not null
    ) ${t.end}`,
    'create index forgotten_timers_owner on forgotten_timers (owner_id)',
    // The server reads all running timers once a minute.
    `create index timers_running on timers (id) where status = 'RUNNING'`,
  ],
}
