// A resource's version is the sequence number of its last change.
import type { Migration } from '../../schema/migration.ts'

const TABLES = ['tag_groups', 'tags', 'todos', 'schedules', 'timers', 'meetings']

export const versions: Migration = {
  name: '0009-versions',
  statements: t => TABLES.map(table => `alter table ${table} add column version ${t.int} not null default 0`),
}
