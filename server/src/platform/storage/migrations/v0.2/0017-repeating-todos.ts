import type { Migration } from '../../schema/migration.ts'

export const repeatingTodos: Migration = {
  name: '0017-repeating-todos',
  statements: t => [
    `alter table todos add column recurrence_rule ${t.text}`,
    `alter table todos add column timezone ${t.text} not null default 'UTC'`,
    `alter table todos add column repeat_from ${t.text} not null default 'deadline'`,
    `alter table todos add column series_id ${t.id}`,
    `alter table todos add column round ${t.int} not null default 1`,
    'create index todos_series on todos (series_id, round) where series_id is not null',
  ],
}
